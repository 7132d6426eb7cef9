/** What a lesson asks: the demo in its worker, real searches of it, and the judge that is set in this browser. */
import { createEffect, createSignal } from 'solid-js';
import { type ChunkingSettings, DEFAULT_CHUNKING } from '../../../domain/corpus';
import type { Failure, Outcome } from '../../../domain/outcome';
import { ok } from '../../../domain/outcome';
import { type RetrieverKind, STORED_DEPTH } from '../../../domain/retriever';
import type { SearchResult } from '../../../domain/seam';
import type { LessonContract } from '../../../domain/seam-lessons';
import { passageOf, type Scores, type Stage, stageOf } from '../../../lessons/stage';
import { createClient, linkWorkers } from '../../../seam/client';
import { startJob } from '../../state/jobs';
import { classifierState, scorePairs } from '../../state/judging';
import { createLatest } from '../../state/latest';
import { preferences } from '../../state/preferences';
import { retrieverSettings } from '../../state/search-index';
import { callback, encoder } from '../../state/workers';

const lessons = createClient<LessonContract>(
  'lessons',
  () => new Worker(new URL('../../../../workers/lessons.worker.ts', import.meta.url), { type: 'module' }),
);
linkWorkers(lessons, encoder, {
  from: (api, port) => api.connectEncoder(port),
  to: (api, port) => api.connect(port),
});

/** Of the demo as it is cut by default; they go with the worker. */
const [vectorsReady, setVectorsReady] = createSignal(false);
lessons.onLost(() => setVectorsReady(false));

export { vectorsReady };

export const openStage = async (chunking: ChunkingSettings = DEFAULT_CHUNKING): Promise<Outcome<Stage>> => {
  const demo = await lessons.ask((api) => api.open(chunking));
  return demo.ok ? ok(stageOf(demo.value)) : demo;
};

/** Vectors of the demo, for whoever wants to compare retrievers: kept in memory, a matter of seconds. */
export const makeVectors = async (): Promise<Outcome<unknown>> => {
  const { model } = preferences();
  const outcome = await startJob(
    { kind: 'embed', title: 'Vectors of the demo', workspace: null },
    (job, onProgress) => lessons.ask((api) => api.embed(DEFAULT_CHUNKING, model, job, callback(onProgress))),
    { cancel: (job) => lessons.tell((api) => api.cancel(job)) },
  );
  setVectorsReady(outcome.ok);
  return outcome;
};

export interface Wanted {
  query: string;
  kind?: RetrieverKind;
  chunking?: ChunkingSettings;
}

/** Everything that could change a ranking. */
const keyOf = ({ query, kind = 'bm25', chunking = DEFAULT_CHUNKING }: Wanted): string =>
  JSON.stringify([query, chunking.size, retrieverSettings(kind)]);

/** Shared by all lessons: what was found or scored once is the same when it is asked again. */
const [found, setFound] = createSignal<ReadonlyMap<string, SearchResult>>(new Map());
const [scored, setScored] = createSignal<ReadonlyMap<string, number | null>>(new Map());

/** Searches to the stored depth; a control over them only compares numbers. */
export function createSearches(wanted: () => readonly Wanted[]) {
  const latest = createLatest(
    () => {
      const missing = wanted().filter((one) => one.query.trim() !== '' && !found().has(keyOf(one)));
      return missing.length === 0 ? null : [...missing];
    },
    async (missing): Promise<Outcome<null>> => {
      for (const one of missing) {
        const { query, kind = 'bm25', chunking = DEFAULT_CHUNKING } = one;
        const outcome = await lessons.ask((api) =>
          api.search(chunking, { query, k: STORED_DEPTH, settings: retrieverSettings(kind) }),
        );
        if (!outcome.ok) return outcome;
        setFound((known) => new Map([...known, [keyOf(one), outcome.value]]));
      }
      return ok(null);
    },
  );
  return {
    of: (one: Wanted): SearchResult | undefined => found().get(keyOf(one)),
    failure: latest.failure,
    again: latest.again,
  };
}

export interface WantedScore {
  asked: string;
  chunk: string;
}

/** Another judge is another score. */
const scoreKey = (asked: string, chunk: string): string =>
  JSON.stringify([preferences().classifier, asked, chunk]);

/** The judge's word on pairs of sub-question and passage. Null until all that are wanted are there. */
export function createScores(stage: () => Stage, wanted: () => readonly WantedScore[]) {
  const [failure, setFailure] = createSignal<Failure | null>(null);
  const missing = () => wanted().filter(({ asked, chunk }) => !scored().has(scoreKey(asked, chunk)));
  let busy = false;
  const ask = async (): Promise<void> => {
    const pairs = missing();
    if (busy || pairs.length === 0) return;
    busy = true;
    setFailure(null);
    const outcome = await scorePairs(
      pairs.map(({ asked, chunk }) => ({ question: asked, passage: passageOf(stage(), chunk) })),
    );
    busy = false;
    if (!outcome.ok) {
      setFailure(outcome.error);
      return;
    }
    const words = pairs.map(
      ({ asked, chunk }, at) => [scoreKey(asked, chunk), outcome.value[at]?.probability ?? null] as const,
    );
    setScored((known) => new Map([...known, ...words]));
  };
  createEffect(() => {
    if (missing().length > 0 && failure() === null) void ask();
  });
  const scores = (): Scores | null => {
    const judge = classifierState()?.judge;
    if (judge === undefined || wanted().length === 0 || missing().length > 0) return null;
    const { space, threshold } = judge;
    return { space, threshold, of: (asked, chunk) => scored().get(scoreKey(asked, chunk)) };
  };
  return { scores, failure, again: () => void ask() };
}
