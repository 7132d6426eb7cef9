/** What an import works with, and what it makes. */
import type { WorkspaceStore } from '../domain/store';
import type { QuestionEvent, RunHeader } from '../domain/trace';
import type { TokenCounter } from '../ingest/types';
import type { Job } from '../seam/jobs';
import type { Meter } from '../seam/meter';

export interface ImportParts {
  store: WorkspaceStore;
  counter: () => Promise<TokenCounter>;
  /** Holds a run's lock while `work` goes on: a run whose lock is free counts as interrupted. */
  locked: <T>(workspace: string, run: string, work: () => Promise<T>) => Promise<T>;
  clock: () => Date;
  random: () => string;
  app: string;
  job: Job;
  meter: Meter;
}

/** A run that is ready to be written. */
export interface ReadyRun {
  header: RunHeader;
  questions: QuestionEvent[][];
}
