/** What was dropped and what will be done with each file: the guess, and the user's word over it. */
import { createSignal } from 'solid-js';
import { createStore } from 'solid-js/store';
import type { Failure } from '../../domain/outcome';
import type { ColumnMapping, FileInspection, FileRole, IngestFile, SourceFile } from '../../domain/seam';
import { inspectFiles } from '../state/ingestion';
import { type Listed, sharedPaths, tellApart, withoutNumber } from './namesakes';

export interface Candidate extends Listed {
  inspection: FileInspection;
  /** Empty: no reader fits. */
  reader: string;
  role: FileRole;
  columns: ColumnMapping | null;
}

const isReadable = (entry: Candidate): boolean => entry.inspection.guesses.length > 0;

const candidate = (listed: Listed, inspection: FileInspection): Candidate => {
  const best = inspection.guesses[0];
  return {
    ...listed,
    inspection,
    reader: best?.reader ?? '',
    role: best?.role ?? 'ignore',
    columns: inspection.suggestedColumns,
  };
};

/** Only this reader asks which column plays which part; every other format says so itself. */
const TABLE = 'table';
export const hasColumns = (entry: Candidate): boolean =>
  entry.reader === TABLE && entry.inspection.preview !== null;

/** A table that no reader knows needs a text or a question column before it can be read. */
export const needsColumns = (entry: Candidate): boolean =>
  entry.role !== 'ignore' &&
  entry.reader === TABLE &&
  entry.columns !== null &&
  ((entry.role !== 'corpus' && entry.columns.question === undefined) ||
    (entry.role !== 'questions' && entry.role !== 'qrels' && entry.columns.text === undefined));

export const createIntake = () => {
  const [entries, setEntries] = createStore<Candidate[]>([]);
  const [failure, setFailure] = createSignal<Failure | null>(null);
  const [looking, setLooking] = createSignal(false);

  /** Of the last drop: files that were on the list already. */
  const [repeated, setRepeated] = createSignal<string[]>([]);

  const look = async (files: SourceFile[]): Promise<void> => {
    setLooking(true);
    const { added, renamed, repeated: again } = await tellApart(entries, files);
    const outcome = await inspectFiles(added.map(({ source }) => source));
    setLooking(false);
    if (!outcome.ok) {
      if (outcome.error.code !== 'cancelled') setFailure(outcome.error);
      return;
    }
    setFailure(null);
    setRepeated(again);
    const found = added.flatMap((entry, index) => {
      const inspection = outcome.value[index];
      return inspection === undefined ? [] : [candidate(entry, inspection)];
    });
    setEntries((old) => [
      ...old.map((entry) => {
        const path = renamed.get(entry.source.path);
        return path === undefined ? entry : { ...entry, source: { ...entry.source, path } };
      }),
      ...found,
    ]);
  };
  /** One drop after another: each is compared with all that came before it. */
  let turn = Promise.resolve();
  const add = (files: SourceFile[]): Promise<void> => {
    turn = turn.then(() => look(files));
    return turn;
  };

  const change = (path: string, to: Partial<Pick<Candidate, 'reader' | 'role' | 'columns'>>): void =>
    setEntries((entry) => entry.source.path === path, to);
  const remove = (path: string): void =>
    setEntries((old) => old.filter((entry) => entry.source.path !== path));
  const clear = (): void => {
    setEntries([]);
    setFailure(null);
    setRepeated([]);
  };

  /** What will be read. A file that nothing can read goes along, so that the report names it among the rejects. */
  const accepted = (): IngestFile[] =>
    entries.flatMap((entry): IngestFile[] => {
      const { path, file } = entry.source;
      if (!isReadable(entry)) return [{ path, file, reader: 'auto', role: 'corpus' }];
      if (entry.role === 'ignore') return [];
      const columns = entry.columns !== null && hasColumns(entry) ? { columns: { ...entry.columns } } : {};
      return [{ path, file, reader: entry.reader, role: entry.role, ...columns }];
    });
  /** Whether anything readable will be read as documents, or as questions. */
  const gives = (side: 'corpus' | 'questions'): boolean =>
    entries.some((entry) => isReadable(entry) && (entry.role === side || entry.role === 'both'));

  const shared = () => sharedPaths(entries);

  const hasAny = (): boolean => entries.some((entry) => isReadable(entry) && entry.role !== 'ignore');

  return { entries, failure, looking, repeated, shared, add, change, remove, clear, accepted, gives, hasAny };
};
export type Intake = ReturnType<typeof createIntake>;

/** A name for a new workspace: the folder of the files, else the first file without its ending. */
export const nameOf = (paths: readonly string[]): string => {
  if (paths[0] === undefined) return 'Workspace';
  const first = withoutNumber(paths[0]);
  const slash = first.indexOf('/');
  if (slash > 0) return first.slice(0, slash);
  return first.replace(/\.[^.]+$/, '') || first;
};

/**
 * A pasted list of questions as a file of the app's own format: one question a line; a tab separates the answer.
 * Null when there is no question in it.
 */
export const pastedQuestions = (text: string): { name: string; content: string; count: number } | null => {
  const records = text
    .split(/\r\n|\r|\n/)
    .map((line) => line.split('\t').map((cell) => cell.trim()))
    .filter((cells) => (cells[0] ?? '') !== '')
    .map(([question, answer]) => JSON.stringify({ question, answers: answer ? [answer] : [] }));
  if (records.length === 0) return null;
  return { name: 'pasted-questions.jsonl', content: `${records.join('\n')}\n`, count: records.length };
};
