/** What a dropped file of runs is, before anything is read: guesses for the reader, and a preview for the column mapper. */

import type { SourceFile } from '../domain/seam';
import type { RunInspection } from '../domain/seam-runs-in';
import { inspectBy } from '../ingest/inspect';
import { suggestRunColumns } from './readers/columns';
import { allRunReaders, guessRunReaders } from './registry';

export const inspectRunFile = async (source: SourceFile): Promise<RunInspection> => ({
  ...(await inspectBy(source, {
    guess: (head) => guessRunReaders(head, null),
    suggest: suggestRunColumns,
    none: 'no reader of runs knows this format. Choose one.',
  })),
  readers: allRunReaders(),
});
