/** The index of the open workspace: opening it, making its vectors, searching it. */
import { createSignal } from 'solid-js';
import { type Failure, fail, type Outcome, ok } from '../../domain/outcome';
import {
  DEFAULT_BM25,
  DEFAULT_HYBRID,
  type RetrieverKind,
  type RetrieverSettings,
} from '../../domain/retriever';
import type { IndexState, SearchResult } from '../../domain/seam';
import { jobsOf, startJob } from './jobs';
import { preferences, setPreferences } from './preferences';
import { corpusKey, readOnly, workspace } from './session';
import { callback, encoder, search } from './workers';

const [opened, setOpened] = createSignal<IndexState | null>(null);
const [failed, setFailed] = createSignal<{ workspace: string; failure: Failure } | null>(null);

/** Of the open workspace; null: not opened yet. What is known of another workspace's index is never shown here. */
export const index = (): IndexState | null => {
  const state = opened();
  return state !== null && state.workspace === workspace()?.id ? state : null;
};

/** Why the open workspace's index could not be opened or its vectors not be made; null when all is well. */
export const indexFailure = (): Failure | null => {
  const last = failed();
  return last !== null && last.workspace === workspace()?.id ? last.failure : null;
};

/** A person stopped the vectors of the open workspace: what is missing is not being made. */
export const vectorsStopped = (): boolean => {
  const state = index();
  return (
    state !== null &&
    !state.vectors.ready &&
    preferences().stopped.includes(state.workspace) &&
    jobsOf(state.workspace, 'embed').length === 0
  );
};

/** The settings every search, run and certificate of this workspace uses. */
export const retrieverSettings = (kind: RetrieverKind): RetrieverSettings => ({
  kind,
  bm25: DEFAULT_BM25,
  hybrid: DEFAULT_HYBRID,
  model: preferences().model,
});

let current: { key: string; outcome: Promise<Outcome<IndexState>> } | null = null;

const keyOf = (): string | null => {
  const corpus = corpusKey();
  return corpus === '' ? null : `${corpus} ${preferences().model} ${preferences().device}`;
};

const openIndex = async (id: string, key: string): Promise<Outcome<IndexState>> => {
  const outcome = await startJob({ kind: 'index', title: 'Index', workspace: id }, (_job, onProgress) =>
    search.ask((api) => api.open(id, retrieverSettings('hybrid'), callback(onProgress))),
  );
  if (current?.key !== key) return outcome;
  if (outcome.ok) {
    setOpened(outcome.value);
    setFailed(null);
  } else {
    current = null;
    setFailed({ workspace: id, failure: outcome.error });
  }
  return outcome;
};

/**
 * Opens the index of the open workspace once; BM25 is searchable when it resolves. Missing vectors are made after
 * that, unless whoever opens the index first has something to do with BM25 before (`thenVectors: false`).
 */
export const ensureIndex = async (options?: { thenVectors: boolean }): Promise<Outcome<IndexState>> => {
  const id = workspace()?.id;
  const key = keyOf();
  if (id === undefined || key === null) {
    return fail('not-found', 'This workspace has no documents yet: add some on the Corpus page.');
  }
  if (current?.key !== key) {
    setOpened(null);
    current = { key, outcome: openIndex(id, key) };
    void current.outcome.then((outcome) => {
      const wanted = options?.thenVectors !== false && !preferences().stopped.includes(id) && !readOnly();
      // Another workspace may have been opened meanwhile, and its vectors are not this one's business.
      if (outcome.ok && wanted && keyOf() === key) void ensureVectors();
    });
  }
  return current.outcome;
};

/** By key: one left behind in another workspace goes on, and is found again by who comes back. */
const embedding = new Map<string, Promise<Outcome<IndexState>>>();

const embed = async (id: string, key: string): Promise<Outcome<IndexState>> => {
  const outcome = await startJob(
    { kind: 'embed', title: 'Vectors', workspace: id },
    async (job, onProgress) => {
      // The search worker takes the encoder as it finds it, and would load one on the device of its own choice.
      const { model, device } = preferences();
      if (device !== 'auto') {
        const loaded = await encoder.ask((api) => api.load(model, device, callback(onProgress)));
        if (!loaded.ok) return loaded;
      }
      return search.ask((api) =>
        api.embed(
          id,
          model,
          job,
          callback((progress) => {
            onProgress(progress);
            setOpened((state) =>
              state?.workspace !== id || progress.unit !== 'passages'
                ? state
                : { ...state, vectors: { ...state.vectors, done: progress.done } },
            );
          }),
        ),
      );
    },
    {
      pause: (job) => search.tell((api) => api.pause(job)),
      resume: (job) => search.tell((api) => api.resume(job)),
      cancel: (job) => search.tell((api) => api.cancel(job)),
    },
  );
  embedding.delete(key);
  if (current?.key !== key) return outcome;
  if (outcome.ok) {
    setOpened(outcome.value);
    setFailed(null);
  } else if (outcome.error.code === 'cancelled') {
    setPreferences({ stopped: [...new Set([...preferences().stopped, id])] });
    const state = await search.ask((api) => api.state(id, preferences().model));
    if (state.ok && state.value !== null && current?.key === key) setOpened(state.value);
  } else setFailed({ workspace: id, failure: outcome.error });
  return outcome;
};

/** Makes the vectors that are missing (resumes where it stopped); resolves when all are there. */
export const ensureVectors = async (): Promise<Outcome<IndexState>> => {
  const id = workspace()?.id;
  const key = keyOf();
  const outcome = await ensureIndex();
  if (!outcome.ok || id === undefined || key === null) return outcome;
  if (keyOf() !== key) {
    return fail('cancelled', 'The vectors were not begun, because something else was opened meanwhile.');
  }
  const state = index() ?? outcome.value;
  if (state.vectors.ready) return ok(state);
  const going = embedding.get(key) ?? embed(id, key);
  embedding.set(key, going);
  return going;
};

/** The user asks for the vectors again after having stopped them. */
export const continueVectors = (): Promise<Outcome<IndexState>> => {
  const id = workspace()?.id;
  setPreferences({ stopped: preferences().stopped.filter((other) => other !== id) });
  return ensureVectors();
};

/** Searches the open workspace. Opens the index first; vector and hybrid wait for nothing: they fail with a sentence. */
export const searchCorpus = async (
  query: string,
  k: number,
  kind: RetrieverKind,
): Promise<Outcome<SearchResult>> => {
  const outcome = await ensureIndex();
  if (!outcome.ok) return outcome;
  const { workspace: asked } = outcome.value;
  return search.ask((api) => api.search({ workspace: asked, query, k, settings: retrieverSettings(kind) }));
};

// A lost search worker has lost its index with it: the next caller opens it again.
search.onLost(() => {
  current = null;
  embedding.clear();
  setOpened(null);
});
