/** What a dropped file is, before anything is read: guesses for the reader, and a preview for the column mapper. */
import type { FileInspection, SourceFile } from '../domain/seam';
import { readHead } from './read-file';
import { suggestColumns } from './readers/columns';
import { textOf } from './readers/fields';
import { describeGuess, guessReaders } from './registry';
import { BadRecord, type Head } from './types';

const CELL = 200;
const cell = (value: unknown): string =>
  (textOf(value) ?? (value === null || value === undefined ? '' : JSON.stringify(value))).slice(0, CELL);

/** The first rows of a table, or of records as rows; null: there are none. */
export const previewOf = (head: Head): FileInspection['preview'] => {
  const columns = head.table?.columns ?? (head.rows.length > 0 ? [...head.keys] : null);
  if (columns === null) return null;
  const rows =
    head.table?.rows.map((row) => row.map(cell)) ??
    head.rows.map((row) => columns.map((name) => cell(row[name])));
  return { columns, rows };
};

export const inspectFile = async ({ path, file }: SourceFile): Promise<FileInspection> => {
  const base = { path, size: file.size };
  try {
    const { head } = await readHead(path, file);
    const guesses = guessReaders(head, null).map(describeGuess);
    const preview = previewOf(head);
    return {
      ...base,
      guesses,
      preview,
      suggestedColumns: preview === null ? null : suggestColumns(preview.columns),
      problem:
        guesses.length > 0
          ? null
          : `“${path}”: no reader knows this format. Choose one, or leave the file out.`,
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
