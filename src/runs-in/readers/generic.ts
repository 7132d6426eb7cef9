/**
 * Any other file of a run: JSON, JSONL or a table with a question (or its id), an answer, and what was retrieved in rank
 * order; several steps a question in a list. Columns are suggested by name and can be chosen.
 */
import type { RunColumns } from '../../domain/seam-runs-in';
import { parseLenient } from '../../ingest/input/lenient-json';
import { readRecords } from '../../ingest/input/records';
import { field, isRow, textOf, textsOf } from '../../ingest/readers/fields';
import { delimitedRows } from '../../ingest/readers/table';
import { BadRecord, excerptOf, type Head, type Row } from '../../ingest/types';
import { answered, goldFrom, oneList, search } from '../answered';
import { listInCell, numberOf, rankedOf } from '../passages';
import type { Act, Answered, RunReader } from '../types';
import { retrievedAsOf, suggestRunColumns } from './columns';

const QUERY = ['query', 'search_query', 'sub_question', 'question', 'input'];
const IN_STEP = [
  'retrieved',
  'retrieved_contexts',
  'results',
  'hits',
  'passages',
  'documents',
  'docs',
  'contexts',
  'retrieved_ids',
  'retrieved_titles',
  'titles_so_far',
  'titles',
  'ids',
];

const stepsOf = (value: unknown, as: RunColumns['retrievedAs']): Act[] | null => {
  if (value === undefined || value === null || value === '') return null;
  const cell = textOf(value);
  const list = Array.isArray(value) ? value : cell === null ? [value] : parseSteps(cell);
  return list.map((entry, index) => {
    if (Array.isArray(entry)) return search(null, rankedOf(entry, as) ?? []);
    if (!isRow(entry)) throw new BadRecord(`step ${index + 1} is neither an object nor a list of passages`);
    const name = IN_STEP.find((key) => entry[key] !== undefined);
    const retrieved =
      name === undefined ? null : rankedOf(entry[name], as ?? retrievedAsOf(name), entry.scores);
    return search(field(entry, ...QUERY), retrieved ?? [], field(entry, 'tool', 'retriever'));
  });
};

const parseSteps = (cell: string): unknown[] => {
  const { value } = parseLenient(cell);
  if (!Array.isArray(value)) throw new BadRecord('the steps are not a JSON list');
  return value;
};

/** What the fields of a record say of a question that is known already. */
export const genericAnswered = (
  row: Row,
  question: Answered['question'],
  columns: RunColumns = suggestRunColumns(Object.keys(row)),
): Answered => {
  const cell = (part: Exclude<keyof RunColumns, 'retrievedAs'>): unknown => {
    const column = columns[part];
    return column === undefined ? undefined : row[column];
  };
  const as = columns.retrievedAs ?? retrievedAsOf(columns.retrieved);
  const list = rankedOf(cell('retrieved'), as, cell('scores'));
  const steps = stepsOf(cell('steps'), columns.retrievedAs);
  const gold = cell('gold');
  return answered({
    run: textOf(cell('run'))?.trim() || null,
    question,
    labels: {
      answers:
        typeof cell('goldAnswer') === 'string'
          ? textsOf(listInCell(String(cell('goldAnswer'))))
          : textsOf(cell('goldAnswer')),
      gold: goldFrom(gold, retrievedAsOf(columns.gold)),
      type: field(row, 'type', 'question_type'),
    },
    answer: textOf(cell('answer'))?.trim() ?? null,
    acts: steps ?? oneList(question, list),
    final: steps === null ? null : list,
    ms: numberOf(row.ms) ?? numberOf(row.latency_ms),
    error: field(row, 'error'),
  });
};

const fromRow = (row: Row, columns: RunColumns): Answered => {
  const text = (part: 'id' | 'question'): string | null => {
    const column = columns[part];
    return column === undefined ? null : field(row, column);
  };
  const question = { id: text('id'), text: text('question') };
  if (question.id === null && question.text === null)
    throw new BadRecord('no question: neither the column of the question nor that of its id is filled');
  return genericAnswered(row, question, columns);
};

const columnsOf = (head: Head, columns: RunColumns | null): RunColumns =>
  columns ?? suggestRunColumns(head.table?.columns ?? [...head.keys]);

export const generic: RunReader = {
  id: 'generic',
  label: 'Table or JSON (choose the columns)',
  mapped: true,
  detect: (head, chosen) => {
    if (head.table === null && head.json === null) return 0;
    const { id, question, retrieved, steps, answer } = columnsOf(head, chosen);
    if (id === undefined && question === undefined) return 0.1;
    return retrieved !== undefined || steps !== undefined ? 0.7 : answer !== undefined ? 0.4 : 0.1;
  },
  async *read({ head, columns: chosen, text }) {
    const columns = columnsOf(head, chosen);
    if (columns.question === undefined && columns.id === undefined)
      throw new BadRecord('no column was chosen for the question or its id: choose one');
    const rows = head.json === null ? delimitedRows({ head, text }) : readRecords(text, head.json);
    for await (const entry of rows) {
      if ('type' in entry) {
        if (entry.type !== 'judgement') yield entry;
        continue;
      }
      const { line } = entry;
      try {
        yield { type: 'answered', answered: fromRow(entry.row, columns), line };
      } catch (error) {
        if (!(error instanceof BadRecord)) throw error;
        yield { type: 'reject', of: 'record', line, reason: error.message, excerpt: excerptOf(entry.raw) };
      }
    }
  },
};
