/** What `encoder.worker` exposes: the catalogue, one loaded model, and encoding with cancel. */
import * as Comlink from 'comlink';
import { HopscopeError } from '../domain/outcome';
import type { EncoderContract } from '../domain/seam';
import { createJobs } from '../seam/jobs';
import { attempt } from '../seam/outcome';
import { CATALOGUE, type CatalogueEntry, describe, describeBroken } from './catalogue';
import { Encoder } from './encoder';
import { appBase, type ModelFiles, urlFiles } from './files';
import { isHubId, openHub } from './hub';
import { entryFromFolder } from './model-folder';
import {
  addOwnModel,
  atFault,
  keepRefusal,
  type OwnModel,
  removeStored,
  type StoredFolder,
  storedModels,
} from './own-models';

const jobs = createJobs();
const own = new Map<string, OwnModel<CatalogueEntry>>();
const broken = new Map<string, string>();
let storedRead: Promise<void> | null = null;
let current: { key: string; encoder: Promise<Encoder> } | null = null;

const readStored = (): Promise<void> => {
  const entryOf = (files: ModelFiles, { pooling, ...folder }: StoredFolder): Promise<CatalogueEntry> =>
    entryFromFolder(files, { ...folder, ...(pooling === null ? {} : { pooling }) });
  storedRead ??= storedModels('models', entryOf).then(({ models, broken: refused }) => {
    for (const model of models) if (!own.has(model.entry.id)) own.set(model.entry.id, model);
    for (const { id, why } of refused) if (!own.has(id)) broken.set(id, why);
  });
  return storedRead;
};

const find = async (id: string): Promise<{ entry: CatalogueEntry; files: ModelFiles }> => {
  await readStored();
  const why = broken.get(id);
  if (why !== undefined) throw new HopscopeError('model', why);
  const mine = own.get(id);
  if (mine !== undefined) return mine;
  const entry = CATALOGUE.find((candidate) => candidate.id === id);
  if (entry?.source === 'bundled') {
    return { entry, files: urlFiles(new URL(`models/${id}/`, appBase()).href, 'The bundled model') };
  }
  if (isHubId(id)) return openHub(id);
  throw new HopscopeError(
    'not-found',
    `There is no model "${id}": choose one from the list or drop its folder in.`,
  );
};

const loaded = async (): Promise<Encoder> => {
  if (current === null) {
    throw new HopscopeError('model', 'No embedding model is loaded yet: load one first.', {
      retryable: true,
    });
  }
  return current.encoder;
};

export const encoderApi = {
  catalogue: () =>
    attempt(async () => {
      await readStored();
      const mine = [...own.values()].map(({ entry }) => entry);
      const entries = [...CATALOGUE, ...mine.filter(({ id }) => !broken.has(id))];
      return [...entries.map(describe), ...[...broken].map(([refused, why]) => describeBroken(refused, why))];
    }),

  addModel: (files, options) =>
    attempt(async () => {
      await readStored();
      const { id, pooling } = options;
      const taken = new Set(CATALOGUE.map((entry) => entry.id));
      const model = await addOwnModel('models', files, { id, taken }, (source, folder) =>
        entryFromFolder(source, { ...folder, ...(pooling === undefined ? {} : { pooling }) }),
      );
      own.set(model.entry.id, model);
      broken.delete(model.entry.id);
      if (current?.key.startsWith(`${model.entry.id}|`)) {
        // Other files under the same name: the next load must not find the old model open.
        void current.encoder.then((old) => old.close());
        current = null;
      }
      const described = describe(model.entry);
      return model.notStored === null
        ? described
        : { ...described, label: `${described.label}, for this session only: ${model.notStored}` };
    }),

  removeModel: (id) =>
    attempt(async () => {
      await readStored();
      if (!own.has(id) && !broken.has(id)) {
        throw new HopscopeError('not-found', `There is no model "${id}" of your own to remove.`);
      }
      await removeStored('models', id);
      own.delete(id);
      broken.delete(id);
      if (current?.key.startsWith(`${id}|`)) {
        void current.encoder.then(
          (old) => old.close(),
          () => {},
        );
        current = null;
      }
    }),

  load: (model, device, onProgress) =>
    attempt(async () => {
      const key = `${model}|${device}`;
      if (current?.key !== key) {
        const previous = current?.encoder;
        const encoder = (async () => {
          // Two models at once could exceed the memory of a tab.
          await previous?.then(
            (old) => old.close(),
            () => {},
          );
          const { entry, files } = await find(model);
          try {
            return await Encoder.load(entry, files, device, onProgress);
          } catch (error) {
            if (entry.source === 'files' && atFault(error)) {
              broken.set(model, error.message);
              await keepRefusal('models', model, error.message);
            }
            throw error;
          }
        })();
        const mine = { key, encoder };
        current = mine;
        // A failed load is forgotten, so that the next call tries again.
        encoder.catch(() => {
          if (current === mine) current = null;
        });
      }
      return (await loaded()).state;
    }),

  state: () => attempt(async () => (current === null ? null : (await current.encoder).state)),

  encode: async (texts, kind, job) => {
    const outcome = await attempt(() =>
      jobs.runJob(job, async ({ signal }) => (await loaded()).encode(texts, kind, signal)),
    );
    return outcome.ok ? Comlink.transfer(outcome, [outcome.value.vectors.buffer]) : outcome;
  },

  countTokens: (texts) =>
    attempt(async () => {
      const encoder = await loaded();
      return texts.map((text) => encoder.count(text));
    }),

  connect(port) {
    Comlink.expose(encoderApi, port);
  },

  cancel: (job) => jobs.cancel(job),
} satisfies EncoderContract;

export type EncoderApi = typeof encoderApi;
