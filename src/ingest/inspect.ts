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

/** What a dropped file may hold is told by its readers: those of corpora and questions, or those of runs. */
interface Telling<Guess, Columns> {
  /** Best first. */
  guess(head: Head): Guess[];
  suggest(columns: string[]): Columns;
  /** Why there is no guess. */
  none: string;
}

/** Guesses and preview of a file; a file that cannot be read has neither, and a `problem`. */
export const inspectBy = async <Guess, Columns>(
  { path, file }: SourceFile,
  { guess, suggest, none }: Telling<Guess, Columns>,
) => {
  const said = (problem: string): string => `“${path}”: ${problem}`;
  const base = { path, size: file.size };
  try {
    const { head } = await readHead(path, file);
    const guesses = guess(head);
    const preview = previewOf(head);
    return {
      ...base,
      guesses,
      preview,
      suggestedColumns: preview === null ? null : suggest(preview.columns),
      problem: guesses.length > 0 ? null : said(none),
    };
  } catch (error) {
    if (!(error instanceof BadRecord)) throw error;
    return { ...base, guesses: [], preview: null, suggestedColumns: null, problem: said(error.message) };
  }
};

export const inspectFile = (source: SourceFile): Promise<FileInspection> =>
  inspectBy(source, {
    guess: (head) => guessReaders(head, null).map(describeGuess),
    suggest: suggestColumns,
    none: 'no reader knows this format. Choose one, or leave the file out.',
  });
