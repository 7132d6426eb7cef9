/** A workspace with questions, one BM25 retriever over its passages, and runs of any system on it. */
import { fromQuestion, states } from '../../scripts/test-llm/labelled.mjs';
import type { ChatConfig } from '../../src/domain/chat-config';
import type { Chunk } from '../../src/domain/corpus';
import type { GoldMapping } from '../../src/domain/mapping';
import { fillPlaceholders, type Question } from '../../src/domain/question';
import {
  DEFAULT_BM25,
  DEFAULT_HYBRID,
  type RetrieverSettings,
  STORED_DEPTH,
} from '../../src/domain/retriever';
import { AGENT_LOOPS, AGENTS, CONTEXT_TOKENS, type SystemId } from '../../src/domain/seam';
import type { RunHeader, RunTrace } from '../../src/domain/trace';
import type { RunMeta } from '../../src/domain/workspace';
import { createChatPort } from '../../src/llm/chat-port';
import type { ReplyStore } from '../../src/llm/reply-cache';
import { createSpending, type Spending } from '../../src/llm/spending';
import { estimateTokens } from '../../src/llm/tokens';
import { ChunkIndex } from '../../src/retrieval/chunk-index';
import { retrieverIdentity } from '../../src/retrieval/identity';
import { createAnalyser } from '../../src/retrieval/lexical/analyser';
import { bm25Retriever } from '../../src/retrieval/retriever';
import { createJobs, type Job } from '../../src/seam/jobs';
import type { EpisodeClassifier } from '../../src/systems/episode';
import { SYSTEMS } from '../../src/systems/registry';
import { executeRun } from '../../src/systems/run';
import type { Ablation } from '../../src/systems/system';
import type { Store } from '../../src/workspace/store';
import { CONFIG, createWire, type Endpoint, KEY, type WireOptions } from './wire';

export interface Bed {
  store: Store;
  workspace: string;
  questions: Question[];
  mappings: GoldMapping[];
  chunks: Map<string, Chunk>;
  search: (query: string, depth: number) => ReturnType<ReturnType<typeof bm25Retriever>['search']>;
  retriever: RunHeader['retriever'];
  questionSet: string;
}

const SETTINGS: RetrieverSettings = {
  kind: 'bm25',
  bm25: DEFAULT_BM25,
  hybrid: DEFAULT_HYBRID,
  model: 'all-MiniLM-L6-v2',
};

/** `ids`: of the questions that the runs ask; absent: all. */
export const openBed = async (store: Store, workspace: string, ids?: readonly string[]): Promise<Bed> => {
  const [meta, stored, mappings, all] = await Promise.all([
    store.get(workspace),
    store.readChunks(workspace),
    store.readMappings(workspace),
    store.readQuestions(workspace),
  ]);
  if (meta.corpus === null || meta.questions === null) throw new Error('nothing to run on');
  const chunks = stored.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const index = await ChunkIndex.create(chunks, await createAnalyser(DEFAULT_BM25), DEFAULT_BM25);
  const retriever = bm25Retriever(index);
  return {
    store,
    workspace,
    questions: ids === undefined ? all : all.filter(({ id }) => ids.includes(id)),
    mappings,
    chunks: new Map(chunks.map((chunk) => [chunk.id, chunk])),
    search: (query, depth) => retriever.search(query, depth),
    retriever: retrieverIdentity(meta.corpus.hash, meta.corpus.chunking, SETTINGS, null),
    questionSet: meta.questions.hash,
  };
};

/** A judge that goes by the labels: a fact is present where its gold passage is, for the sub-question in its own words. */
export const labelJudge = ({ questions, chunks }: Bed): EpisodeClassifier => {
  const hops = new Map(
    questions.flatMap((question) => {
      const labelled = fromQuestion(question);
      return question.hops.map((hop, at) => {
        const answerOf = (n: number) => question.hops.find(({ id }) => id === n)?.answers[0];
        return [fillPlaceholders(hop.question, answerOf), labelled.hops[at]] as const;
      });
    }),
  );
  return {
    space: 'labels',
    threshold: 0.5,
    score: async (asked, ids) =>
      ids.map((id) => {
        const { title = '', text = '' } = chunks.get(id) ?? {};
        const hop = hops.get(asked);
        const present = hop !== undefined && states(hop, { id, title, text, whole: true });
        return { state: 'scored', probability: present ? 0.9 : 0.1 };
      }),
    read: async () => [],
  };
};

export interface RunSettings extends WireOptions {
  system: SystemId;
  /** Null: the system asks no model. */
  endpoint: Endpoint | null;
  key?: string;
  config?: Partial<ChatConfig>;
  replies?: ReplyStore | null;
  spending?: Spending;
  /** A stored run to go on with; absent: a new one. */
  run?: RunMeta;
  k?: number;
  loops?: number;
  ablation?: Ablation;
  classifier?: EpisodeClassifier | null;
  concurrency?: number;
}

const AGENT_SET: ReadonlySet<string> = new Set(AGENTS);
let made = 0;

const headerOf = (
  { retriever, questions, questionSet }: Bed,
  { system, k = 5, loops = AGENT_LOOPS, ablation, classifier = null }: RunSettings,
  model: string | null,
): RunHeader => ({
  event: 'run',
  version: 1,
  run: `${system}-${++made}`,
  system,
  parameters: {
    k,
    depth: STORED_DEPTH,
    questions: questions.map(({ id }) => id),
    ...(SYSTEMS[system].loops ? { loops } : {}),
    ...(model === null ? {} : { contextTokens: CONTEXT_TOKENS }),
    ...(ablation === undefined ? {} : { ablation }),
    ...(classifier === null ? {} : { judge: { space: classifier.space, threshold: classifier.threshold } }),
    ...(AGENT_SET.has(system) ? { tools: [{ tool: 'keyword_search', retriever: retriever.id }] } : {}),
  },
  retriever,
  model,
  questionSet,
  app: 'test',
  started: '2026-01-01T00:00:00.000Z',
  imported: false,
});

/** Begins (or goes on with) a run; `done` settles as `executeRun` does. */
export const begin = async (bed: Bed, settings: RunSettings) => {
  const { system, endpoint, classifier = null, ablation = null, spending = createSpending(null) } = settings;
  const { store, workspace, questions, mappings, chunks } = bed;
  const warnings: string[] = [];
  const notes: string[] = [];
  const wire = endpoint === null ? null : createWire(endpoint, settings);
  const port =
    wire === null
      ? null
      : createChatPort(
          { ...CONFIG, ...settings.config },
          {
            key: settings.key ?? KEY,
            ...wire,
            clock: () => new Date(Date.UTC(2026, 0, 1)),
            random: () => 0.5,
            store: settings.replies ?? null,
            spending,
            warn: (message) => void warnings.push(message),
          },
        );
  const header = settings.run?.header ?? headerOf(bed, settings, port?.id ?? null);
  const run = settings.run ?? (await store.startRun(workspace, header, questions.length));
  let done = 0;
  const jobs = createJobs(() => 0);
  const execute = (job: Job): Promise<RunMeta> =>
    executeRun({
      store,
      workspace,
      run,
      system: SYSTEMS[system],
      questions,
      mappings: system.startsWith('probe') ? mappings : [],
      search: (query, depth) => bed.search(query, depth),
      passages: async (ids) =>
        ids.map((id) => {
          const chunk = chunks.get(id);
          if (chunk === undefined) throw new Error(`no chunk ${id}`);
          return chunk;
        }),
      classifier,
      agent:
        port === null
          ? null
          : {
              port,
              countTokens: estimateTokens,
              contextTokens: CONTEXT_TOKENS,
              ablation,
              searchTools: ['keyword_search'],
            },
      job,
      onDone: (count) => {
        done += count;
      },
      onNote: (text) => void notes.push(text),
      clock: () => new Date(Date.UTC(2026, 0, 1)),
      now: () => 0,
      concurrency: settings.concurrency ?? 8,
    });
  return {
    id: header.run,
    run,
    done: jobs.runJob('run', execute),
    cancel: () => jobs.cancel('run'),
    counted: () => done,
    trace: (): Promise<RunTrace> => store.readRun(workspace, header.run),
    requests: wire?.requests ?? [],
    warnings,
    notes,
    port,
    spending,
  };
};

/** A whole run. */
export const finish = async (bed: Bed, settings: RunSettings) => {
  const begun = await begin(bed, settings);
  const meta = await begun.done;
  return { ...begun, meta, trace: await begun.trace() };
};
