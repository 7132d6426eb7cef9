/**
 * Contracts of the workers. Each `*-api.ts` implements one (`satisfies`), exports `typeof api`, and the worker file
 * only exposes it. What crosses is plain data; callbacks are Comlink proxies; a long call is named by a `JobId`
 * and ended with `cancel(job)`, which resolves when the job has left a valid state (within 200 ms).
 */

import type { Chunk, ChunkingSettings, Document, Reject } from './corpus';
import type { GoldMapping, MappingSummary } from './mapping';
import type { Outcome } from './outcome';
import type { JudgeIdentity, JudgeMode, Pair, PairScore, Reading } from './presence';
import type { JobId, OnProgress } from './progress';
import type { Question } from './question';
import type { Hit, RetrieverIdentity, RetrieverSettings } from './retriever';
import type { FileTally, WorkspaceMeta } from './workspace';

/* ---------- ingest.worker ---------- */

export interface SourceFile {
  /** Path inside the dropped folder, `/`-separated; the name for a single file. */
  path: string;
  file: Blob;
}

export type FileRole = 'corpus' | 'questions' | 'both' | 'qrels' | 'ignore';

/** Which column (header name or JSON key) plays which part in a table that no reader knows. */
export interface ColumnMapping {
  id?: string;
  title?: string;
  text?: string;
  question?: string;
  answer?: string;
  /** Gold as document names, passage text or quoted snippet; several separated by `|` or newlines, or a JSON list. */
  gold?: string;
  goldAs?: 'document' | 'text' | 'quote';
  /** Quotes that belong to the documents of `gold`, one by one. */
  goldQuote?: string;
  type?: string;
  hops?: string;
}

export interface ReaderGuess {
  reader: string;
  label: string;
  role: FileRole;
  /** 0…1 */
  confidence: number;
}

export interface FileInspection {
  path: string;
  size: number;
  /** Best guess first; empty: no reader fits and `problem` says why. */
  guesses: ReaderGuess[];
  /** Head of a table, for the column mapper. */
  preview: { columns: string[]; rows: string[][] } | null;
  suggestedColumns: ColumnMapping | null;
  problem: string | null;
}

export interface IngestFile extends SourceFile {
  reader: string;
  role: FileRole;
  columns?: ColumnMapping;
}

export interface IngestRequest {
  workspace: string;
  files: IngestFile[];
  chunking: ChunkingSettings;
  /** `replace`: corpus and questions come from these files alone. `add`: merged into what is there. */
  mode: 'replace' | 'add';
}

export interface IngestReport {
  meta: WorkspaceMeta;
  perFile: FileTally[];
  rejects: Reject[];
  mapping: MappingSummary;
  /** Sentences a user should read (a question file given as corpus, no gold, duplicates merged…). */
  notices: string[];
}

export interface IngestContract {
  inspect(files: SourceFile[], job: JobId): Promise<Outcome<FileInspection[]>>;
  ingest(request: IngestRequest, job: JobId, onProgress: OnProgress): Promise<Outcome<IngestReport>>;
  rechunk(
    workspace: string,
    chunking: ChunkingSettings,
    job: JobId,
    onProgress: OnProgress,
  ): Promise<Outcome<IngestReport>>;
  /** Chunk borders of one document under other settings, nothing stored. */
  previewChunks(document: Document, chunking: ChunkingSettings): Promise<Outcome<Chunk[]>>;
  /** Replaces the question set (edited or typed by hand) and maps its gold again. */
  saveQuestions(
    workspace: string,
    questions: Question[],
  ): Promise<Outcome<{ meta: WorkspaceMeta; mappings: GoldMapping[] }>>;
  /** `Green >> performer` → a natural question; anything else comes back unchanged. */
  naturalise(shorthand: string): Promise<Outcome<string>>;
  cancel(job: JobId): Promise<void>;
}

/* ---------- encoder.worker ---------- */

export type DevicePreference = 'auto' | 'wasm' | 'webgpu';

export interface EncoderState {
  model: string;
  revision: string;
  dimension: number;
  maxTokens: number;
  device: 'wasm' | 'webgpu';
  dtype: string;
  threads: number;
  /** One sentence: why this device ("no GPU adapter", "WebGPU canary 0.912 < 0.99, so WASM"). */
  why: string;
  canary: number;
  /** Names model, revision, dtype and device class: the key of the vector cache. */
  space: string;
}

export interface CatalogueModel {
  id: string;
  label: string;
  bundled: boolean;
  dimension: number;
  maxTokens: number;
  pooling: 'mean' | 'cls' | 'last_token';
  licence: string;
  bytes: number;
  queryPrefix: string;
  passagePrefix: string;
  /** Where it comes from: bundled, dropped-in files, or the Hub (asks the network, only on request). */
  source: 'bundled' | 'files' | 'hub';
  /** Why it cannot be chosen; null: it can, as far as is known. */
  unusable: string | null;
}

export interface EncoderContract {
  catalogue(): Promise<Outcome<CatalogueModel[]>>;
  /** Files of a model folder in the Hub's layout, kept for this session and, where possible, in OPFS. */
  addModel(
    files: SourceFile[],
    options: { id?: string; pooling?: 'mean' | 'cls' | 'last_token' },
  ): Promise<Outcome<CatalogueModel>>;
  /** Forgets a model of the user's own, and its files. */
  removeModel(id: string): Promise<Outcome<void>>;
  load(model: string, device: DevicePreference, onProgress: OnProgress): Promise<Outcome<EncoderState>>;
  state(): Promise<Outcome<EncoderState | null>>;
  /**
   * Row-major unit vectors, `texts.length × dimension`, transferred. Prefixes are added here. `space` is the vector
   * space of this call: it changes in mid-job when a GPU is lost and the encoder goes on with WASM.
   */
  encode(
    texts: string[],
    kind: 'query' | 'passage',
    job: JobId,
  ): Promise<Outcome<{ vectors: Float32Array; dimension: number; space?: string }>>;
  countTokens(texts: string[]): Promise<Outcome<number[]>>;
  /** A port on which another worker may call this same contract. */
  connect(port: MessagePort): void;
  cancel(job: JobId): Promise<void>;
}

/* ---------- classifier.worker ---------- */

export interface CatalogueClassifier {
  id: string;
  label: string;
  source: 'bundled' | 'files' | 'hub';
  /** Carries a span head, so that it can read as well as judge. */
  reader: boolean;
  maxTokens: number;
  licence: string;
  bytes: number;
  /** Names of the classes of a two-logit model; empty for one logit. */
  labels: string[];
  /** Why it cannot be chosen; null: it can, as far as is known. */
  unusable: string | null;
}

export interface ClassifierState {
  judge: JudgeIdentity;
  reader: boolean;
  maxTokens: number;
  device: 'wasm' | 'webgpu';
  dtype: string;
  threads: number;
  /** One sentence: why this device. */
  why: string;
}

/** One of the three built-in examples that a classifier is checked on before it judges anything. */
export interface ClassifierCheck {
  pair: Pair;
  expected: boolean;
  probability: number;
}

export interface JudgeTally {
  /** (sub-question, passage) pairs that the runs need, and how many had to be scored now. */
  pairs: number;
  scored: number;
  inconclusive: number;
  errored: number;
  /** The first few reasons, each once. */
  messages: string[];
}

export interface ClassifierContract {
  catalogue(): Promise<Outcome<CatalogueClassifier[]>>;
  /** Files of a sequence classifier in the Hub's layout. `present`: index of the logit that means "present". */
  addModel(
    files: SourceFile[],
    options: { id?: string; present: number },
  ): Promise<Outcome<CatalogueClassifier>>;
  /** Forgets a classifier of the user's own, and its files. */
  removeModel(id: string): Promise<Outcome<void>>;
  /**
   * A model whose files are at fault is refused with the reason, and not offered again (`unusable`) until its folder is
   * added anew.
   * Absent options: the shipped classifier, passage by passage, on the device that its canary allows.
   */
  load(
    options: { model?: string; mode?: JudgeMode; device?: DevicePreference; present?: number },
    onProgress: OnProgress,
  ): Promise<Outcome<ClassifierState>>;
  state(): Promise<Outcome<ClassifierState | null>>;
  check(): Promise<Outcome<ClassifierCheck[]>>;
  /**
   * One score a pair, in order; a pair scored once is read from the cache. A pair that cannot be scored has a state
   * and a reason of its own and never fails the others.
   */
  score(pairs: Pair[], job: JobId): Promise<Outcome<PairScore[]>>;
  /** One reading a passage, in order, best span first; windows of a long passage are merged. */
  read(question: string, passages: string[], job: JobId): Promise<Outcome<Reading[]>>;
  /**
   * Scores what the diagnosis of these runs needs: every hop's sub-question with the passages that the run accumulated
   * up to it within `depth`, then, for extraction failures, every chunk of the corpus that contains the answer or an
   * alias. Resumes where it stopped.
   */
  judgeRuns(
    request: { workspace: string; runs: string[]; depth: number },
    job: JobId,
    onProgress: OnProgress,
  ): Promise<Outcome<JudgeTally>>;
  /** A port on which another worker may call this same contract. */
  connect(port: MessagePort): void;
  pause(job: JobId): Promise<void>;
  resume(job: JobId): Promise<void>;
  cancel(job: JobId): Promise<void>;
}

/* ---------- search.worker ---------- */

export interface IndexState {
  workspace: string;
  documents: number;
  chunks: number;
  bm25: { ready: boolean; ms: number | null; fromDisk: boolean };
  vectors: { ready: boolean; done: number; total: number; encoder: EncoderState | null };
}

export interface SearchRequest {
  workspace: string;
  query: string;
  k: number;
  settings: RetrieverSettings;
}

export interface SearchResult {
  hits: Hit[];
  identity: RetrieverIdentity;
  ms: number;
}

export interface CorpusPage {
  total: number;
  documents: {
    id: string;
    title: string;
    source: string;
    characters: number;
    chunks: number;
    excerpt: string;
  }[];
}

/**
 * Whatever reads a corpus names its workspace and is answered from that one: the page may look at one workspace while
 * a run searches another. A corpus that is not in memory (any more) is opened by whoever asks for it.
 */
export interface SearchContract {
  connectEncoder(port: MessagePort): Promise<Outcome<void>>;
  /**
   * Loads or builds BM25; vectors already cached are attached. Idempotent per corpus hash and settings. The only call
   * that looks whether the workspace's documents were replaced.
   */
  open(workspace: string, settings: RetrieverSettings, onProgress: OnProgress): Promise<Outcome<IndexState>>;
  /** Null: not in memory. `model`: whose vectors are meant. */
  state(workspace: string, model: string): Promise<Outcome<IndexState | null>>;
  /** Embeds what has no vector of the model yet; resumes where it stopped; BM25 stays searchable meanwhile. */
  embed(workspace: string, model: string, job: JobId, onProgress: OnProgress): Promise<Outcome<IndexState>>;
  search(request: SearchRequest): Promise<Outcome<SearchResult>>;
  identity(workspace: string, settings: RetrieverSettings): Promise<Outcome<RetrieverIdentity>>;
  page(workspace: string, offset: number, limit: number, filter: string): Promise<Outcome<CorpusPage>>;
  document(workspace: string, id: string): Promise<Outcome<{ document: Document; chunks: Chunk[] }>>;
  chunks(workspace: string, ids: string[]): Promise<Outcome<Chunk[]>>;
  connect(port: MessagePort): void;
  pause(job: JobId): Promise<void>;
  resume(job: JobId): Promise<void>;
  cancel(job: JobId): Promise<void>;
}

/* ---------- run.worker ---------- */

export type {
  AgentSpec,
  AnswerTally,
  Intervention,
  ModelState,
  RunContract,
  RunEstimate,
  RunSpec,
  SystemId,
} from './seam-run';
export {
  AGENT_LOOPS,
  AGENTS,
  CLOSED_BOOK,
  CONTEXT_TOKENS,
  DEFAULT_LOOPS,
  LLM_SYSTEMS,
  PROBES,
  READERS,
  retrieversFor,
  SYSTEM_IDS,
} from './seam-run';

/* ---------- diagnosis.worker ---------- */

export type { DiagnosisContract, DiagnosisRequest, ReportBundle } from './seam-diagnosis';
