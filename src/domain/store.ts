import type { RecordedAnswer } from './answer-judgement';
import type { Chunk, Document, Reject } from './corpus';
import type { HopLabel } from './judge-check';
import type { PlannedJudging } from './judge-plan';
import type { GoldMapping, MappingSummary } from './mapping';
import type { PlannedRuns } from './plan';
import type { Question } from './question';
import type { QuestionEvent, RunHeader, RunTrace } from './trace';
import type { CorpusMeta, QuestionsMeta, RunMeta, WorkspaceMeta } from './workspace';

/** Gold mappings and what they come to. */
export interface MappedGolds {
  mappings: GoldMapping[];
  summary: MappingSummary;
}

/**
 * What the rest of the app needs of storage. Implemented in `src/workspace` over OPFS + IndexedDB and, for
 * tests, over memory; works in the page and in any worker. Every write is atomic (write new, then switch)
 * or a checksummed append; a torn tail is cut off on reading and named.
 * Methods throw `HopscopeError` (`quota`, `not-found`, `newer-version`, `damaged`, `read-only`).
 */
export interface WorkspaceStore {
  list(): Promise<WorkspaceMeta[]>;
  create(name: string): Promise<WorkspaceMeta>;
  get(id: string): Promise<WorkspaceMeta>;
  rename(id: string, name: string): Promise<WorkspaceMeta>;
  /** Throws `read-only` or `busy` when it is in use, as `remove` does; what it allows may be in use a moment later. */
  checkRemovable(id: string): Promise<void>;
  remove(id: string): Promise<void>;

  /** Replaces the corpus as a whole, atomically; the old one stays readable until the new one is complete. */
  writeCorpus(
    id: string,
    corpus: {
      meta: CorpusMeta;
      documents: Iterable<Document> | AsyncIterable<Document>;
      chunks: Iterable<Chunk> | AsyncIterable<Chunk>;
      rejects: Iterable<Reject>;
    },
  ): Promise<void>;
  readDocuments(id: string): Promise<Document[]>;
  readChunks(id: string): Promise<Chunk[]>;
  readRejects(id: string): Promise<Reject[]>;

  /**
   * With `mapped`, set and mappings are switched to in one step; without, the workspace has no mappings afterwards, since
   * those that were there belong to another set.
   */
  writeQuestions(id: string, questions: Question[], meta: QuestionsMeta, mapped?: MappedGolds): Promise<void>;
  readQuestions(id: string): Promise<Question[]>;
  writeMappings(id: string, mappings: GoldMapping[], summary: MappingSummary): Promise<void>;
  readMappings(id: string): Promise<GoldMapping[]>;

  /** Small binary files of an index (BM25 postings…), keyed by name; the key carries the corpus hash. */
  writeIndex(id: string, key: string, bytes: Uint8Array): Promise<void>;
  readIndex(id: string, key: string): Promise<Uint8Array | null>;

  startRun(id: string, header: RunHeader, total: number): Promise<RunMeta>;
  /** Durable when it resolves: all events of one question, ending in `done` or `error`. */
  appendRun(id: string, run: string, events: QuestionEvent[]): Promise<void>;
  updateRun(
    id: string,
    run: string,
    change: Partial<Pick<RunMeta, 'state' | 'done' | 'errors' | 'finished'>>,
  ): Promise<void>;
  readRun(id: string, run: string): Promise<RunTrace>;
  removeRun(id: string, run: string): Promise<void>;

  /** Runs that were asked for and are not all made; they go with the workspace. */
  readPlan(id: string): Promise<PlannedRuns[]>;
  /** Atomic read-modify-write; durable when it resolves. */
  changePlan(id: string, change: (planned: PlannedRuns[]) => PlannedRuns[]): Promise<PlannedRuns[]>;

  /** Judgings that were asked for and have not ended; as the plan of runs. */
  readJudging(id: string): Promise<PlannedJudging[]>;
  changeJudging(
    id: string,
    change: (planned: PlannedJudging[]) => PlannedJudging[],
  ): Promise<PlannedJudging[]>;

  /** What a person has said of hops (06), newest last. Labels belong to the workspace and go with it. */
  readLabels(id: string): Promise<HopLabel[]>;
  /** Atomic read-modify-write; durable when it resolves. */
  changeLabels(id: string, change: (labels: HopLabel[]) => HopLabel[]): Promise<HopLabel[]>;

  /** What judges and persons have said of answers (05.8), newest last. They belong to the workspace and go with it. */
  readAnswers(id: string): Promise<RecordedAnswer[]>;
  /** Adds words; the later one of the same judge on the same answer counts. Atomic; durable when it resolves. */
  keepAnswers(id: string, added: readonly RecordedAnswer[]): Promise<RecordedAnswer[]>;

  /** Vectors by content hash, shared by all workspaces. `space` names model, revision, dtype and device class. */
  vectors(space: string, dimension: number): Promise<VectorCache>;

  usage(): Promise<{ bytes: number; quota: number | null; persisted: boolean | null }>;
}

export interface VectorCache {
  has(hash: string): boolean;
  /** Unit vector of length `dimension`, or null. The array is a view: copy before keeping or transferring. */
  get(hash: string): Float32Array | null;
  /** Durable when it resolves. `vectors` is row-major `hashes.length × dimension`. */
  append(hashes: string[], vectors: Float32Array): Promise<void>;
  readonly size: number;
  /** Takes in what other tabs and workers have added since; true when something was new. */
  refresh(): Promise<boolean>;
}
