/** Where a model's files come from: the app's own folder, a folder the user dropped, or the Hub (design 03, 08). */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { HopscopeError } from '../domain/outcome';
import type { ModelFile } from './catalogue';

export interface ModelFiles {
  /** The whole file; null when there is none of that name. `onBytes` is told how much has arrived. */
  read(
    path: string,
    onBytes?: (done: number, total: number | null) => void,
  ): Promise<Uint8Array<ArrayBuffer> | null>;
}

/**
 * The folder the app is served from, wherever that is: in the build every chunk lies one level below it
 * (`assets/`), in development the server says.
 */
export const appBase = (): string =>
  import.meta.env.DEV
    ? new URL(import.meta.env.BASE_URL, globalThis.location.origin).href
    : new URL(/* @vite-ignore */ '..', import.meta.url).href;

const readBody = async (
  response: Response,
  onBytes: ((done: number, total: number | null) => void) | undefined,
): Promise<Uint8Array<ArrayBuffer>> => {
  if (onBytes === undefined || response.body === null) return new Uint8Array(await response.arrayBuffer());
  // A compressed answer is longer than it says, so then the total is not known.
  const length = response.headers.has('content-encoding') ? null : response.headers.get('content-length');
  const total = length === null ? null : Number(length);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let done = 0;
  const reader = response.body.getReader();
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    parts.push(step.value);
    done += step.value.length;
    onBytes(done, total);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
};

/** Files below an address. Only the models folder asks the network, and the Hub only when the user chose it. */
export const urlFiles = (base: string, what: string): ModelFiles => ({
  async read(path, onBytes) {
    let response: Response;
    try {
      response = await fetch(new URL(path, base));
    } catch (cause) {
      throw new HopscopeError(
        'model',
        `${what}: "${path}" could not be fetched. Check the connection, then retry.`,
        {
          cause,
          retryable: true,
        },
      );
    }
    if (response.status === 404) return null;
    if (!response.ok) {
      throw new HopscopeError('model', `${what}: "${path}" was answered with status ${response.status}.`, {
        retryable: response.status >= 500,
      });
    }
    // A host that answers every address with its start page would otherwise hand HTML to the model.
    if (response.headers.get('content-type')?.startsWith('text/html')) return null;
    return readBody(response, onBytes);
  },
});

export const blobFiles = (files: ReadonlyMap<string, Blob>): ModelFiles => ({
  async read(path, onBytes) {
    const blob = files.get(path);
    if (blob === undefined) return null;
    const bytes = new Uint8Array(await blob.arrayBuffer());
    onBytes?.(bytes.length, bytes.length);
    return bytes;
  },
});

const digest = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  // crypto.subtle exists in secure contexts only; the app must also work from a plain http host in a local network.
  globalThis.crypto?.subtle === undefined
    ? bytesToHex(sha256(bytes))
    : bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));

/** Reads a file that must be there, and checks it against its known hash. */
export const readChecked = async (
  files: ModelFiles,
  path: string,
  known: readonly ModelFile[],
  onBytes?: (done: number, total: number | null) => void,
): Promise<Uint8Array<ArrayBuffer>> => {
  const bytes = await files.read(path, onBytes);
  if (bytes === null) throw new HopscopeError('not-found', `The model's file "${path}" is missing.`);
  const expected = known.find((file) => file.path === path)?.sha256 ?? null;
  if (expected !== null && (await digest(bytes)) !== expected) {
    throw new HopscopeError(
      'damaged',
      `The model's file "${path}" is not the one this app was made with (${bytes.length} bytes): reload, or deploy again.`,
      { retryable: true },
    );
  }
  return bytes;
};

/** `tokenizer.json` and `tokenizer_config.json`, checked; not every model folder has the second: then it is empty. */
export const readTokenizerJson = async (
  files: ModelFiles,
  known: readonly ModelFile[],
): Promise<{ tokenizer: unknown; config: unknown }> => {
  const json = async (path: string) => parseJson(await readChecked(files, path, known), path);
  const hasConfig = known.some(({ path }) => path === 'tokenizer_config.json');
  return {
    tokenizer: await json('tokenizer.json'),
    config: hasConfig ? await json('tokenizer_config.json') : {},
  };
};

export const parseJson = (bytes: Uint8Array, path: string): unknown => {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw new HopscopeError('bad-input', `The model's file "${path}" is not valid JSON.`, { cause });
  }
};
