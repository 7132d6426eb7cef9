/** Contract of the run worker: systems, runs, the chat model and the judging of answers. */
import type { AnswerVerdict } from './answer-judgement';
import type { ChatConfig, Connection } from './chat-config';
import type { Outcome } from './outcome';
import type { JobId, OnProgress } from './progress';
import type { RetrieverKind, RetrieverSettings } from './retriever';
import type { RunMeta } from './workspace';

export const PROBES = ['probe-single', 'probe-hops', 'probe-oracle'] as const;
/** Answer without a key, with the shipped extractive reader (06). */
export const READERS = ['reader-single', 'reader-hops', 'reader-iterative', 'reader-register'] as const;
/** Ask a chat model, by a chain of prompts that is written down in code. */
export const LLM_SYSTEMS = [
  'direct',
  'single-shot',
  'multi-query',
  'decompose',
  'self-ask',
  'ircot',
] as const;
/** Call search tools in a loop of their own, by a chat model (04). */
export const AGENTS = ['a-rag', 'execution-rag', 'execution-rag-verified'] as const;
export const SYSTEM_IDS = [...PROBES, ...READERS, ...LLM_SYSTEMS, ...AGENTS] as const;
export type SystemId = (typeof SYSTEM_IDS)[number];

/** Systems that search nothing. */
export const CLOSED_BOOK: readonly string[] = ['direct'] satisfies SystemId[];

/** Of the retrievers asked for, those that a system is run on: one that searches nothing is the same on all of them. */
export const retrieversFor = (system: string, asked: readonly RetrieverKind[]): readonly RetrieverKind[] =>
  CLOSED_BOOK.includes(system) ? asked.slice(0, 1) : asked;

/** What is done about a hop (04, "Interventions"), and for which hops. */
export interface Intervention {
  kind: 'augment' | 'rerank';
  policy: 'none' | 'always' | 'predicted' | 'oracle';
}

export interface RunSpec {
  workspace: string;
  systems: SystemId[];
  retrievers: RetrieverKind[];
  settings: Omit<RetrieverSettings, 'kind'>;
  k: number;
  /** Question ids; null: all. */
  questions: string[] | null;
  /** Systems whose `interventions` is true only; one run a (system, retriever, intervention). Absent or empty: none. */
  interventions?: Intervention[];
  /** Searches that a system which goes on by itself may make for a question; absent: `DEFAULT_LOOPS`. */
  loops?: number;
  /** For systems that ask a model; absent: as it is usual for them, without a spending limit. */
  agent?: AgentSpec;
}

export interface AgentSpec {
  /** Cumulative tokens of context for a question; absent: `CONTEXT_TOKENS`. */
  contextTokens?: number;
  /** What of a system with a register is left out, as an experiment. */
  ablation?: 'no-seed' | 'no-updates' | 'full-replay';
  /** Of each run, in the currency of the price table; absent: none. */
  spendingLimit?: number;
}

/** The model that the run worker asks. The key is in that worker's memory and comes out of it nowhere. */
export interface ModelState {
  /** Names endpoint and model; part of a run's header. */
  id: string;
  config: ChatConfig;
  keyGiven: boolean;
}

/** What a spec comes to at most, and about, before anything is sent. */
export interface RunEstimate {
  searches: number;
  questions: number;
  runs: number;
  /** Null: no system of the spec asks a model. */
  model: {
    calls: number;
    inputTokens: number;
    outputTokens: number;
    /** Null: the price table has no row for the model, or none is set. */
    cost: number | null;
    currency: string;
  } | null;
}

/** Answers judged by the model, by verdict. */
export interface AnswerTally extends Record<AnswerVerdict, number> {
  answers: number;
  /** Answers that had a word of this judge already. */
  known: number;
  /** The first few reasons why there is no verdict, each once. */
  messages: string[];
}

/** As deep as the chains of the usual question sets; every loop reads what it brought. */
export const DEFAULT_LOOPS = 4;

/** Of agents and registers, and the tokens that a question's calls of a model may come to together (04, "Budgets"). */
export const AGENT_LOOPS = 15;
export const CONTEXT_TOKENS = 128_000;

export interface RunContract {
  connectSearch(port: MessagePort): Promise<Outcome<void>>;
  connectClassifier(port: MessagePort): Promise<Outcome<void>>;
  /** Systems with one sentence each, and how many searches a spec will make (the estimate before starting). */
  estimate(spec: RunSpec): Promise<Outcome<RunEstimate>>;
  /**
   * The model that systems and judges ask from now on. `key` empty: the endpoint wants none; null: the one that was given
   * before, if the endpoint is the same. Throws `bad-input`.
   */
  setModel(config: ChatConfig, key: string | null): Promise<Outcome<ModelState>>;
  /** Null: none is set, or the worker was restarted and has forgotten it. */
  model(): Promise<Outcome<ModelState | null>>;
  forgetModel(): Promise<Outcome<void>>;
  /** Keeps the key that is set on this device, encrypted with the passphrase and bound to the endpoint's address. */
  rememberKey(passphrase: string): Promise<Outcome<void>>;
  /** Sets the model with the remembered key. `bad-input`: not its passphrase, or another endpoint; it stays kept. */
  unlockKey(config: ChatConfig, passphrase: string): Promise<Outcome<ModelState>>;
  /** Forgets the key in memory and on disk; the endpoint stays set without one. Null: none was set. */
  forgetKey(): Promise<Outcome<ModelState | null>>;
  /** Asks the endpoint once; nothing is kept. `key` as for `setModel`. Ended by `cancel`. */
  testModel(config: ChatConfig, key: string | null, job: JobId): Promise<Outcome<Connection>>;
  /** Has the model judge the answers of these runs; what it has judged before is not asked again. */
  judgeAnswers(
    request: { workspace: string; runs: string[]; spendingLimit?: number },
    job: JobId,
    onProgress: OnProgress,
  ): Promise<Outcome<AnswerTally>>;
  /** Makes or resumes the runs of a spec; one run a (system, retriever), and one of a system that searches nothing. */
  start(spec: RunSpec, job: JobId, onProgress: OnProgress): Promise<Outcome<RunMeta[]>>;
  /** Continues interrupted runs of a workspace; nothing is asked twice. */
  resumeRuns(
    workspace: string,
    runs: string[],
    job: JobId,
    onProgress: OnProgress,
  ): Promise<Outcome<RunMeta[]>>;
  removeRun(workspace: string, run: string): Promise<Outcome<void>>;
  pause(job: JobId): Promise<void>;
  resume(job: JobId): Promise<void>;
  cancel(job: JobId): Promise<void>;
}
