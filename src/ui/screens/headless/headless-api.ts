/** What `npm run diagnose` asks of the page. Lives on `globalThis` only while the headless screen is open. */
import type { ChatConfig } from '../../../domain/chat-config';
import type { ChunkingSettings } from '../../../domain/corpus';
import type { Outcome } from '../../../domain/outcome';
import type { RetrieverKind } from '../../../domain/retriever';
import type { AgentSpec, FileRole, SystemId } from '../../../domain/seam';
import type { Summary } from '../../../domain/summary';

export interface HeadlessSpec {
  demo: boolean;
  /** One entry a file of the input `#headless-files`, in its order. */
  files: { path: string; role: Extract<FileRole, 'corpus' | 'questions' | 'both'> | 'run' }[];
  retrievers: RetrieverKind[];
  systems: SystemId[];
  /** Judge fact presence of the finished runs before reporting. */
  judge: boolean;
  /** Have the model of `model` judge the answers of the finished runs before reporting. */
  judgeAnswers: boolean;
  /** Null: that of the runs made elsewhere, the largest of several. */
  k: number | null;
  /** Null: the app's default. */
  chunking: ChunkingSettings | null;
  chunks: boolean;
  /** Null: nothing asks a model. */
  model: HeadlessModel | null;
  /** Null: as many as is usual for each system. */
  loops: number | null;
  agent: Pick<AgentSpec, 'contextTokens' | 'spendingLimit'>;
  /** What is left out of the agents with a register, one run each. */
  ablations: NonNullable<AgentSpec['ablation']>[];
}

/** What of a chat endpoint can be said on a command line; the rest is as it is by default. */
export interface HeadlessModel
  extends Pick<ChatConfig, 'baseUrl' | 'model' | 'provider' | 'tools' | 'concurrency' | 'tryTimeoutMs'> {
  /** Of a million tokens; null: the price table decides. */
  price: { input: number; output: number } | null;
}

export interface HeadlessResult {
  summary: Summary;
  /** Files to write; `length` in UTF-16 units, to be fetched with `slice`. */
  files: { name: string; length: number }[];
  notices: string[];
}

export interface Headless {
  /** `key`: of the chat endpoint, empty where there is none. It goes to the run worker and is kept nowhere else. */
  run(spec: HeadlessSpec, key: string): Promise<Outcome<HeadlessResult>>;
  /** At most `most` units of a file from `start`, never ending inside a surrogate pair. */
  slice(name: string, start: number, most: number): { text: string; next: number };
}

declare global {
  // `var` is what puts a name on globalThis.
  var hopscopeHeadless: Headless;
  /** Given by the driver: prints one line of progress. */
  var hopscopeProgress: ((line: string) => Promise<void>) | undefined;
}

/** A piece of text that can be written as UTF-8 on its own. */
export const wholeSlice = (text: string, start: number, most: number): { text: string; next: number } => {
  let next = Math.min(text.length, start + most);
  const last = text.charCodeAt(next - 1);
  if (next < text.length && last >= 0xd800 && last <= 0xdbff && next - 1 > start) next -= 1;
  return { text: text.slice(start, next), next };
};
