/** Progress of a long job. `total` null: not known yet (a stream whose length is unknown). */
export interface Progress {
  /** What is being done, in the interface's words: "reading", "chunking", "embedding"… */
  phase: string;
  done: number;
  total: number | null;
  /** "passages", "questions", "bytes"… */
  unit: string;
  /** Units per second over the recent past; null until it can be known. */
  rate: number | null;
  /** Seconds left at that rate; null until it can be known. */
  remaining: number | null;
  /** One short line when something worth knowing happened (device lost, file skipped…). */
  note?: string;
  /** What a language model was asked so far in this job; absent: none takes part. */
  spent?: Spent;
}

export interface Spent {
  /** Tokens of requests and replies; what was cached here counts nothing. */
  tokens: number;
  /** Null: a call had no known price. */
  cost: number | null;
  currency: string;
}

export type OnProgress = (progress: Progress) => void;

/** A job is named by the caller so that it can be cancelled from outside while it runs. */
export type JobId = string;
