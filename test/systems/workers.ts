/** The workers around a run worker, over ports, and a workspace of the tiny world to run on. */
import { expose } from 'comlink';
import { fail, ok } from '../../src/domain/outcome';
import type { Question } from '../../src/domain/question';
import {
  DEFAULT_BM25,
  DEFAULT_HYBRID,
  type RetrieverIdentity,
  type RetrieverSettings,
} from '../../src/domain/retriever';
import type {
  ClassifierContract,
  ClassifierState,
  IndexState,
  RunSpec,
  SearchContract,
} from '../../src/domain/seam';
import { createJobs } from '../../src/seam/jobs';
import { attempt, unwrap } from '../../src/seam/outcome';
import type { Chat } from '../../src/systems/chat';
import { createRunApi } from '../../src/systems/run-api';
import { createMemoryLocks } from '../../src/workspace/locks';
import { createMemoryStore } from '../../src/workspace/store';
import { noChat } from '../support/no-chat';
import { corpusMeta, document, questionsMeta, wholeChunk } from '../workspace/make';
import { answersOf, type FakeJudge } from './play';
import { CHAIN, CHAIN_GOLD, PASSAGES, tinySearch } from './tiny-search';

export const QUESTIONS: Question[] = ['q1', 'q2', 'q3', 'q4'].map((id) => ({ ...CHAIN, id }));
const MAPPINGS = QUESTIONS.flatMap(({ id }) => CHAIN_GOLD.map((mapping) => ({ ...mapping, question: id })));

/**
 * The part of a search worker that a run needs, over a port, as in the app. Counts what it is asked. `corpus` may be
 * changed, as when the documents are imported again.
 */
export const createSearchWorker = (
  options: { corpus?: string; stuck?: boolean; before?: (count: number) => Promise<void> } = {},
) => {
  const { search, asked } = tinySearch(PASSAGES);
  const calls: string[] = [];
  let vectorsReady = false;
  const worker = { corpus: options.corpus ?? 'c0' };
  const identityOf = (settings: RetrieverSettings): RetrieverIdentity => ({
    id: `${worker.corpus}/${settings.kind}`,
    kind: settings.kind,
    corpus: worker.corpus,
    chunking: { unit: 'auto', size: 256, overlap: 1 },
    settings,
    model: settings.kind === 'bm25' ? null : 'tiny',
  });
  const state = (): IndexState => ({
    workspace: 'w',
    documents: 8,
    chunks: 8,
    bm25: { ready: true, ms: 1, fromDisk: false },
    vectors: { ready: vectorsReady, done: vectorsReady ? 8 : 0, total: 8, encoder: null },
  });
  const api: Pick<
    SearchContract,
    'open' | 'embed' | 'identity' | 'search' | 'chunks' | 'pause' | 'resume' | 'cancel'
  > = {
    async open() {
      calls.push('open');
      if (options.stuck) return new Promise(() => {});
      return ok(state());
    },
    async embed(_workspace, _model, job, onProgress) {
      calls.push(`embed ${job}`);
      onProgress({ phase: 'embedding', done: 4, total: 8, unit: 'passages', rate: null, remaining: null });
      vectorsReady = true;
      return ok(state());
    },
    identity: async (_workspace, settings) => ok(identityOf(settings)),
    search: ({ query, k, settings }) =>
      attempt(async () => {
        const hits = await search(query, k);
        await options.before?.(asked.length);
        return { hits, identity: identityOf(settings), ms: 0 };
      }),
    chunks: (_workspace, ids) =>
      attempt(async () => {
        return ids.map((id) => wholeChunk(document(id.split('#')[0] ?? '', PASSAGES[id] ?? '')));
      }),
    async pause(job) {
      calls.push(`pause ${job}`);
    },
    async resume(job) {
      calls.push(`resume ${job}`);
    },
    async cancel(job) {
      calls.push(`cancel ${job}`);
    },
  };
  return Object.assign(worker, { api, asked, calls });
};

export interface ClassifierOptions extends FakeJudge {
  space?: string;
  reader?: boolean;
  /** Why it cannot be loaded. */
  broken?: string;
  /** Before each scored or read passage set, by how many there were. Throws to fail it. */
  before?: (count: number) => Promise<void>;
}

/** The part of a classifier worker that a run needs. `loaded` may be changed, as when the page chooses another judge. */
export const createClassifierWorker = (options: ClassifierOptions = {}) => {
  const answers = answersOf(options);
  const calls: string[] = [];
  const passages: string[] = [];
  const worker = { loaded: null as string | null, count: 0 };
  const state = (): ClassifierState => ({
    judge: {
      space: worker.loaded ?? '',
      model: 'tiny-judge',
      label: 'Tiny',
      mode: 'passage',
      threshold: 0.5,
    },
    reader: options.reader ?? true,
    maxTokens: 256,
    device: 'wasm',
    dtype: 'int8',
    threads: 1,
    why: 'test',
  });
  const api: Pick<ClassifierContract, 'load' | 'state' | 'score' | 'read' | 'cancel'> = {
    async load({ model }) {
      calls.push(`load ${model ?? 'shipped'}`);
      if (options.broken !== undefined) return fail('model', options.broken);
      worker.loaded = options.space ?? 'tiny-space';
      return ok(state());
    },
    state: async () => ok(worker.loaded === null ? null : state()),
    score: (pairs) =>
      attempt(async () => {
        await options.before?.(++worker.count);
        passages.push(...pairs.map(({ passage }) => passage));
        return pairs.map(({ question, passage }) => answers.score(question, passage));
      }),
    read: (question, given) =>
      attempt(async () => {
        await options.before?.(++worker.count);
        passages.push(...given);
        return given.map((passage, i) => answers.read(question, passage, i));
      }),
    async cancel(job) {
      calls.push(`cancel ${job}`);
    },
  };
  return Object.assign(worker, { api, calls, passages });
};

const ports: MessagePort[] = [];
/** For `afterEach`: an open port keeps the process alive. */
export const closePorts = (): void => {
  for (const port of ports.splice(0)) port.close();
};

/** A port behind which the worker's api answers, as in the app. */
export const serve = (worker: { api: object }): MessagePort => {
  const { port1, port2 } = new MessageChannel();
  ports.push(port1, port2);
  expose(worker.api, port1);
  return port2;
};

export const setUp = async (
  options: {
    worker?: ReturnType<typeof createSearchWorker>;
    /** Absent: no model is set. */
    chat?: Chat;
    classifier?: ReturnType<typeof createClassifierWorker>;
    questions?: Question[];
  } = {},
) => {
  const locks = createMemoryLocks();
  const store = createMemoryStore({ locks });
  const { id: workspace } = await store.create('w');
  const texts = Object.entries(PASSAGES).map(([id, text]) => document(id.split('#')[0] ?? '', text));
  await store.writeCorpus(workspace, {
    meta: corpusMeta(texts.length, texts.length),
    documents: texts,
    chunks: texts.map((text) => wholeChunk(text)),
    rejects: [],
  });
  const questions = options.questions ?? QUESTIONS;
  const tally = { ...questionsMeta.tally, read: questions.length, kept: questions.length };
  await store.writeQuestions(workspace, questions, {
    ...questionsMeta,
    tally,
    labelled: questions.length,
  });
  await store.writeMappings(workspace, MAPPINGS, {
    passages: MAPPINGS.length,
    mapped: MAPPINGS.length,
    ambiguous: 0,
    unmapped: 0,
    notInCorpus: 0,
    coverage: 1,
    byMethod: {},
  });
  const worker = options.worker ?? createSearchWorker();
  let runs = 0;
  let second = 0;
  const newApi = () =>
    createRunApi({
      jobs: createJobs(),
      chat: options.chat ?? noChat(),
      openStore: async () => store,
      openLocks: async () => locks,
      clock: () => new Date(Date.UTC(2026, 0, 1, 0, 0, second++)),
      now: () => performance.now(),
      random: () => `${++runs}`,
      lockWaitMs: 50,
    });
  const api = newApi();
  unwrap(await api.connectSearch(serve(worker)));
  if (options.classifier !== undefined) unwrap(await api.connectClassifier(serve(options.classifier)));
  return { store, locks, workspace, worker, api, newApi };
};

export const spec = (workspace: string, more: Partial<RunSpec> = {}): RunSpec => ({
  workspace,
  systems: ['probe-hops'],
  retrievers: ['bm25'],
  settings: { bm25: DEFAULT_BM25, hybrid: DEFAULT_HYBRID, model: 'all-MiniLM-L6-v2' },
  k: 3,
  questions: null,
  ...more,
});

export const ignore = (): void => {};
