/**
 * Models from the Hugging Face Hub: only when the user picked one; the answer's commit pins the revision. Files are
 * asked for and nothing is sent: the worker's guard lets no more than that pass, for the picked model alone.
 */
import { HopscopeError } from '../domain/outcome';
import { allowReading } from '../seam/egress';
import { CATALOGUE, type CatalogueEntry } from './catalogue';
import { type ModelFiles, urlFiles } from './files';
import { chooseWeights, entryFromFolder } from './model-folder';

const HUB = 'https://huggingface.co';

export const isHubId = (id: string): boolean => /^\w[\w.-]*\/\w[\w.-]*$/.test(id);

interface HubInfo {
  sha: string;
  siblings: { rfilename: string }[];
}

const isHubInfo = (value: unknown): value is HubInfo =>
  typeof value === 'object' &&
  value !== null &&
  'sha' in value &&
  typeof value.sha === 'string' &&
  'siblings' in value &&
  Array.isArray(value.siblings);

/** Asks the Hub what files a model has and at which commit. */
const inspect = async (id: string): Promise<HubInfo> => {
  let response: Response;
  try {
    response = await fetch(`${HUB}/api/models/${id}`);
  } catch (cause) {
    throw new HopscopeError(
      'model',
      `The Hugging Face Hub could not be reached for "${id}": check the connection and that this site may reach it, or drop the model's folder in instead.`,
      { cause, retryable: true },
    );
  }
  if (!response.ok) {
    throw new HopscopeError(
      'not-found',
      `The Hugging Face Hub has no public model "${id}" (status ${response.status}).`,
    );
  }
  const info: unknown = await response.json();
  if (!isHubInfo(info)) throw new HopscopeError('model', `The Hub's answer about "${id}" could not be read.`);
  return info;
};

/** The files of a Hub model at the commit that answered, which pins its revision. */
export const openHubFiles = async (id: string) => {
  allowReading(`${HUB}/api/models/${id}`);
  const info = await inspect(id);
  const paths = info.siblings.map((sibling) => sibling.rfilename);
  const address = `${HUB}/${id}/resolve/${info.sha}/`;
  allowReading(address);
  return {
    files: urlFiles(address, `The Hub's model "${id}"`),
    folder: {
      id,
      source: 'hub' as const,
      revision: info.sha.slice(0, 12),
      paths,
      known: paths.map((path) => ({ path, bytes: 0, sha256: null })),
    },
  };
};

/** Files and entry of a Hub model. A catalogued one keeps its own settings and gets the files that really exist. */
export const openHub = async (id: string): Promise<{ entry: CatalogueEntry; files: ModelFiles }> => {
  const { files, folder } = await openHubFiles(id);
  const { paths, known, revision } = folder;
  const catalogued = CATALOGUE.find((entry) => entry.id === id);
  if (catalogued === undefined) return { entry: await entryFromFolder(files, folder), files };
  const has = (file: string): boolean => paths.includes(file);
  const wasm = has(catalogued.weights.wasm.file) ? catalogued.weights.wasm : chooseWeights(paths, 'wasm');
  const webgpu = has(catalogued.weights.webgpu.file)
    ? catalogued.weights.webgpu
    : chooseWeights(paths, 'webgpu');
  if (wasm === null || webgpu === null) {
    throw new HopscopeError('not-found', `The Hub's model "${id}" has no .onnx file.`);
  }
  return { entry: { ...catalogued, revision, weights: { wasm, webgpu }, files: known }, files };
};
