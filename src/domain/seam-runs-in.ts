/** Contract of the worker that reads runs made elsewhere (02, "Bring your own RAG"). */
import type { Reject, Tally } from './corpus';
import type { Outcome } from './outcome';
import type { JobId, OnProgress } from './progress';
import type { SourceFile } from './seam';
import type { RunSource } from './trace';
import type { RunMeta, WorkspaceMeta } from './workspace';

/** What a plain string in a list of retrieved passages is; `auto`: whatever of the three is found in the corpus. */
export type RetrievedAs = 'auto' | 'id' | 'title' | 'text';

/** Which column (header name or JSON key) plays which part in a file that no other reader knows. */
export interface RunColumns {
  id?: string;
  question?: string;
  answer?: string;
  /** In rank order: a list, or several values in one cell. */
  retrieved?: string;
  retrievedAs?: RetrievedAs;
  scores?: string;
  /** A list of steps, each with what it retrieved. */
  steps?: string;
  /** Name of the system, in a file of several runs. */
  run?: string;
  goldAnswer?: string;
  /** Gold passages as titles, ids or texts: for questions that the workspace does not have. */
  gold?: string;
}

export interface RunReaderGuess {
  reader: string;
  label: string;
  /** 0…1 */
  confidence: number;
  /** The columns can be chosen. */
  mapped: boolean;
}

export interface RunInspection {
  path: string;
  size: number;
  /** Best guess first; empty: no reader fits and `problem` says why. */
  guesses: RunReaderGuess[];
  /** All there are, for a guess that is wrong. */
  readers: Omit<RunReaderGuess, 'confidence'>[];
  preview: { columns: string[]; rows: string[][] } | null;
  suggestedColumns: RunColumns | null;
  problem: string | null;
}

export interface RunImportRequest {
  workspace: string;
  file: SourceFile;
  /** Id of a reader; `auto`: the best guess. */
  reader: string;
  columns?: RunColumns;
  /** Name of the system where the file gives none; empty: the name of the file. */
  name: string;
  /** Questions of the file that the workspace lacks are added to it, with the labels that the file carries. */
  addQuestions: boolean;
  /** The retrieved passages become the corpus. Throws `bad-input` where there are documents already. */
  bringCorpus: boolean;
  /** Nothing is stored: what would be matched is counted. */
  dry: boolean;
}

/** One run of the file. */
export interface RunMatch {
  system: string;
  source: RunSource;
  /** Null in a dry run. */
  meta: RunMeta | null;
}

export interface RunImportReport {
  meta: WorkspaceMeta;
  runs: RunMatch[];
  /** Of records, one a run and question: `read = kept + rejected`. */
  tally: Tally;
  /** Bad records, and records of questions that the workspace does not have. */
  rejects: Reject[];
  /** Retrieved passages that are in no document, by the line where each first stands. */
  unmatched: Reject[];
  /** Questions that were added to the workspace. */
  added: number;
  notices: string[];
}

export interface RunsInContract {
  /** What the file seems to be; nothing is stored. */
  inspect(file: SourceFile, job: JobId): Promise<Outcome<RunInspection>>;
  importRuns(
    request: RunImportRequest,
    job: JobId,
    onProgress: OnProgress,
  ): Promise<Outcome<RunImportReport>>;
  pause(job: JobId): Promise<void>;
  resume(job: JobId): Promise<void>;
  cancel(job: JobId): Promise<void>;
}
