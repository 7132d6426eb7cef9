/** What a dropped file of runs is, before anything is read: guesses for the reader, and a preview for the column mapper. */

import type { SourceFile } from '../domain/seam';
import type { RunInspection } from '../domain/seam-runs-in';
import { previewOf } from '../ingest/inspect';
import { readHead } from '../ingest/read-file';
import { BadRecord } from '../ingest/types';
import { suggestRunColumns } from './readers/columns';
import { allRunReaders, guessRunReaders } from './registry';

export const inspectRunFile = async ({ path, file }: SourceFile): Promise<RunInspection> => {
  const base = { path, size: file.size, readers: allRunReaders() };
  try {
    const { head } = await readHead(path, file);
    const guesses = guessRunReaders(head, null);
    const preview = previewOf(head);
    return {
      ...base,
      guesses,
      preview,
      suggestedColumns: preview === null ? null : suggestRunColumns(preview.columns),
      problem: guesses.length > 0 ? null : `“${path}”: no reader of runs knows this format. Choose one.`,
    };
  } catch (error) {
    if (!(error instanceof BadRecord)) throw error;
    return {
      ...base,
      guesses: [],
      preview: null,
      suggestedColumns: null,
      problem: `“${path}”: ${error.message}`,
    };
  }
};
