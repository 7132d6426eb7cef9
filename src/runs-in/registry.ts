/** All readers of runs. A new format is one file in `readers/` and one line here. */
import type { RunColumns, RunReaderGuess } from '../domain/seam-runs-in';
import type { Head } from '../ingest/types';
import { deepeval, ragas, ragchecker } from './readers/eval-cases';
import { generic } from './readers/generic';
import { ircotRun } from './readers/ircot';
import { ownTrace } from './readers/own-trace';
import { severalRuns } from './readers/several';
import { langfuse, openInference } from './readers/spans';
import type { RunReader } from './types';

const READERS: readonly RunReader[] = [
  ownTrace,
  severalRuns,
  ircotRun,
  ragas,
  deepeval,
  ragchecker,
  openInference,
  langfuse,
  generic,
];

export const runReaderById = (id: string): RunReader | undefined =>
  READERS.find((reader) => reader.id === id);

/** Readers that may fit, the likeliest first. */
export const guessRunReaders = (head: Head, columns: RunColumns | null): RunReaderGuess[] =>
  READERS.flatMap((reader) => {
    const confidence = reader.detect(head, columns);
    const { id, label, mapped } = reader;
    return confidence <= 0 ? [] : [{ reader: id, label, confidence, mapped }];
  }).sort((a, b) => b.confidence - a.confidence);

export const allRunReaders = (): Omit<RunReaderGuess, 'confidence'>[] =>
  READERS.map(({ id, label, mapped }) => ({ reader: id, label, mapped }));
