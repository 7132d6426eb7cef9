import type { ChunkingSettings, Tally } from './corpus';
import type { MappingSummary } from './mapping';
import type { RunHeader } from './trace';

/** Raised when stored data changes shape; each step has a migration with a kept old file as its test. */
export const WORKSPACE_VERSION = 1;

export interface WorkspaceMeta {
  id: string;
  name: string;
  version: number;
  created: string;
  modified: string;
  /** Null until the first ingest has finished. */
  corpus: CorpusMeta | null;
  questions: QuestionsMeta | null;
  mapping: MappingSummary | null;
  runs: RunMeta[];
}

export interface CorpusMeta {
  /** Hash over ids and content of all documents, in id order, independent of import order. */
  hash: string;
  files: number;
  tally: Tally;
  documents: number;
  chunks: number;
  characters: number;
  chunking: ChunkingSettings;
  perFile: FileTally[];
}

/**
 * One row a file and role: a file that serves as `both` has two rows, one counting passages, one counting questions,
 * so that the rows of a role add up to the tally of that role. `qrels` counts judgements.
 */
export interface FileTally extends Tally {
  path: string;
  reader: string;
  role: 'corpus' | 'questions' | 'both' | 'qrels';
}

export interface QuestionsMeta {
  hash: string;
  tally: Tally;
  labelled: number;
  unlabelled: number;
  unanswerable: number;
  byHops: Record<string, number>;
  types: Record<string, number>;
}

/** Questions in the set now; the tally counts only what files brought, and a question may be typed in. */
export const questionCount = (meta: QuestionsMeta | null): number =>
  meta === null ? 0 : meta.labelled + meta.unlabelled + meta.unanswerable;

export type RunState = 'running' | 'paused' | 'interrupted' | 'finished' | 'cancelled';

export interface RunMeta {
  header: RunHeader;
  state: RunState;
  done: number;
  total: number;
  errors: number;
  finished: string | null;
}
