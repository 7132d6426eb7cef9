import {
  ageOf,
  evidenceOf,
  hasPresence,
  type PreparedRun,
  prepareRun,
  type RunEvidence,
  withPresence,
} from '../diagnosis';
import type { RecordedAnswer } from '../domain/answer-judgement';
import type { ChunkingSettings } from '../domain/corpus';
import type { RunAge } from '../domain/given';
import type { JudgeChoice } from '../domain/judge-check';
import { HopscopeError } from '../domain/outcome';
import type { WorkspaceStore } from '../domain/store';
import type { RunTrace } from '../domain/trace';
import type { RunMeta, WorkspaceMeta } from '../domain/workspace';
import { judgementsOf } from './answers';
import { createScores, type RecordedScores } from './presence';
import { loadView, viewKey, type WorkspaceView } from './workspace-view';

/** A run ready for any k, with its trace for what only the trace has (events, exports). */
export interface LoadedRun {
  trace: RunTrace;
  prepared: PreparedRun;
}

/**
 * What the diagnosis worker has read and worked out, by what it depends on: a new k costs no reading, another run
 * costs its own trace, a changed workspace costs everything. It holds nothing that cannot be rebuilt.
 */
export interface ReviewCache {
  view(workspace: string): Promise<WorkspaceView>;
  /** Under the scores that the judge has recorded so far. */
  run(workspace: string, run: string, judge: JudgeChoice): Promise<LoadedRun>;
  scores(workspace: string, judge: JudgeChoice): Promise<RecordedScores>;
  /** Runs that asked another question set than the workspace has now, with what that comes to. */
  ages(workspace: string): Promise<{ run: string; age: RunAge }[]>;
  /** Somebody has said something of answers: what was worked out without it goes, and nothing else. */
  answersChanged(workspace: string): void;
  forget(workspace: string): void;
}

/** Runs kept whole, so that going back and forth between two of them reads nothing again. */
const KEPT_RUNS = 2;

/** One state of one workspace; whatever was worked out from it goes when it goes. */
interface Entry {
  workspace: string;
  view: Promise<WorkspaceView>;
  evidence: Map<string, Promise<RunEvidence>>;
  runs: Map<string, Promise<LoadedRun>>;
  /** The same runs under the scores of a judge. */
  judged: Map<string, Promise<LoadedRun>>;
  scores: (space: string) => Promise<RecordedScores>;
  /** What was said of answers; read when first asked for. Null: not yet, or no longer. */
  answers: Promise<RecordedAnswer[]> | null;
}

/** A run that is still going on changes with every question. */
const runKey = (meta: RunMeta): string => `${meta.header.run}|${meta.done}|${meta.errors}|${meta.state}`;

/** The value under a key, made when absent; a failed one is forgotten, so that the next call tries again. */
const once = <T>(map: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> => {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  made.catch(() => map.delete(key));
  return made;
};

const keepLast = <T>(map: Map<string, T>, most: number): void => {
  for (const oldest of [...map.keys()].slice(0, Math.max(0, map.size - most))) map.delete(oldest);
};

const readEvidence = (
  store: WorkspaceStore,
  entry: Entry,
  view: WorkspaceView,
  meta: RunMeta,
): Promise<RunEvidence> =>
  once(entry.evidence, runKey(meta), async () => {
    const outdated = `${meta.header.run}|`;
    for (const key of entry.evidence.keys())
      if (key.startsWith(outdated) && key !== runKey(meta)) entry.evidence.delete(key);
    return evidenceOf(await store.readRun(view.meta.id, meta.header.run), view.golds);
  });

const sameChunking = (a: ChunkingSettings, b: ChunkingSettings): boolean =>
  a.unit === b.unit && a.size === b.size && a.overlap === b.overlap;

const loadRun = async (
  store: WorkspaceStore,
  entry: Entry,
  metas: readonly RunMeta[],
  of: RunMeta,
): Promise<LoadedRun> => {
  const view = await entry.view;
  const others: RunEvidence[] = [];
  // One trace in memory at a time: only what it found of the gold passages is kept.
  for (const other of metas) if (other !== of) others.push(await readEvidence(store, entry, view, other));
  const trace = await store.readRun(view.meta.id, of.header.run);
  entry.answers ??= store.readAnswers(view.meta.id);
  const { corpus, questions } = view.meta;
  const rechunked = corpus !== null && !sameChunking(corpus.chunking, trace.header.retriever.chunking);
  const prepared = prepareRun({
    run: trace,
    others,
    questions: view.questions,
    golds: view.golds,
    passage: (chunk) => view.passages.get(chunk) ?? null,
    title: (chunk) => view.chunks.get(chunk)?.title ?? null,
    presence: null,
    candidates: null,
    judgements: judgementsOf(trace, view.questions, await entry.answers),
    current: {
      // Chunk ids count within a document, so other chunks under the same ids are another corpus to a trace.
      corpus: rechunked ? `${corpus.hash} chunked otherwise` : (corpus?.hash ?? null),
      questionSet: questions?.hash ?? null,
      chunks: corpus?.chunks ?? null,
    },
  });
  return { trace, prepared };
};

/** A corpus is only searched for answers once a judge has scored something of the run. */
const judgeRun = async (
  loaded: LoadedRun,
  view: WorkspaceView,
  judge: JudgeChoice,
  scores: RecordedScores,
): Promise<LoadedRun> => {
  const presence = { ...judge, of: scores.of };
  if (!hasPresence(loaded.prepared, presence)) return loaded;
  return { ...loaded, prepared: withPresence(loaded.prepared, presence, await view.candidates()) };
};

export const createCache = (openStore: () => Promise<WorkspaceStore>): ReviewCache => {
  let current: { key: string; entry: Entry } | null = null;

  const enter = (store: WorkspaceStore, meta: WorkspaceMeta): Entry => {
    const key = viewKey(meta);
    if (current?.key === key) return current.entry;
    const view = loadView(store, meta);
    const scoresOf = view.then(({ chunks }) => createScores((chunk) => chunks.get(chunk)?.hash));
    const entry: Entry = {
      workspace: meta.id,
      view,
      evidence: new Map(),
      runs: new Map(),
      judged: new Map(),
      scores: async (space) => (await scoresOf)(store, space),
      answers: null,
    };
    // Whoever asks for scores sees the failure; the view itself is tried again below.
    scoresOf.catch(() => {});
    current = { key, entry };
    view.catch(() => {
      if (current?.entry === entry) current = null;
    });
    return entry;
  };

  return {
    async view(workspace) {
      const store = await openStore();
      return enter(store, await store.get(workspace)).view;
    },
    async scores(workspace, judge) {
      const store = await openStore();
      return enter(store, await store.get(workspace)).scores(judge.space);
    },
    async run(workspace, run, { space, threshold }) {
      const store = await openStore();
      const meta = await store.get(workspace);
      const of = meta.runs.find(({ header }) => header.run === run);
      if (of === undefined)
        throw new HopscopeError('not-found', 'This run does not exist (any more): choose another one.', {
          detail: `run ${run}`,
        });
      const entry = enter(store, meta);
      // Certificates come from all runs, so any run that moves on changes the diagnosis of this one.
      const key = [of, ...meta.runs].map(runKey).join('\n');
      const loaded = once(entry.runs, key, () => loadRun(store, entry, meta.runs, of));
      keepLast(entry.runs, KEPT_RUNS);
      const scores = await entry.scores(space);
      if (scores.size === 0) return loaded;
      const judged = once(entry.judged, `${key}\n${space}|${scores.size}`, async () =>
        judgeRun(await loaded, await entry.view, { space, threshold }, scores),
      );
      keepLast(entry.judged, KEPT_RUNS);
      return judged;
    },
    async ages(workspace) {
      const store = await openStore();
      const meta = await store.get(workspace);
      const entry = enter(store, meta);
      const view = await entry.view;
      const ages: { run: string; age: RunAge }[] = [];
      for (const of of meta.runs) {
        const { header, done } = of;
        if (done === 0 || header.questionSet === meta.questions?.hash) continue;
        const { questions, gone } = await readEvidence(store, entry, view, of);
        const age = ageOf(
          view.questions,
          (id) => questions.get(id)?.given,
          header.parameters.questions ?? null,
          gone,
        );
        if (Object.values(age).some((ids) => ids.length > 0)) ages.push({ run: header.run, age });
      }
      return ages;
    },
    answersChanged(workspace) {
      if (current?.entry.workspace !== workspace) return;
      current.entry.answers = null;
      current.entry.runs.clear();
      current.entry.judged.clear();
    },
    forget(workspace) {
      if (current?.entry.workspace === workspace) current = null;
    },
  };
};
