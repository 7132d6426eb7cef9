/**
 * Any other table through a column mapping: rows of CSV / TSV, or JSON records as rows. With a question column it is
 * a question set; with a text column alone it is a corpus; with both, the text is the question's gold passage.
 */
import type { GoldPassage } from '../../domain/question';
import type { ColumnMapping } from '../../domain/seam';
import { readCsv, uniqueColumns } from '../input/csv';
import { cleanText, parseLenient } from '../input/lenient-json';
import { readRecords } from '../input/records';
import {
  BadRecord,
  excerptOf,
  type Gives,
  type Item,
  type ReadContext,
  type Reader,
  type Row,
} from '../types';
import { suggestColumns } from './columns';
import { questionId, saysNo, textOf, textsOf } from './fields';
import { createGoldList } from './gold';
import { linkNotices } from './links';
import { readGold, readHops } from './own-questions';

const parseList = (cell: string): unknown[] | null => {
  if (!cell.startsWith('[')) return null;
  try {
    const { value } = parseLenient(cell);
    return Array.isArray(value) ? value : null;
  } catch (error) {
    if (error instanceof BadRecord) return null;
    throw error;
  }
};

/** Several values in one cell: a JSON list, or separated by `|` or line breaks. */
const several = (value: unknown): unknown[] => {
  if (Array.isArray(value)) return value;
  const cell = textOf(value)?.trim() ?? '';
  return parseList(cell) ?? cell.split(/\s*(?:\||\r?\n)\s*/).filter((part) => part !== '');
};

/** Hops in one cell: a JSON list as in the own format, or lines of `sub-question => answer`. */
const hopEntries = (value: unknown): unknown[] => {
  if (Array.isArray(value)) return value;
  const cell = textOf(value)?.trim() ?? '';
  const list = parseList(cell);
  if (list === null && /^\[\s*[{"]/.test(cell))
    throw new BadRecord('the list of hops cannot be read: it is not valid JSON');
  return (
    list ??
    cell
      .split(/\s*(?:\|\||\r?\n)\s*/)
      .filter((part) => part !== '')
      .map((part) => {
        const [question = '', ...answers] = part.split(/\s*=>\s*/);
        return { question, answers };
      })
  );
};

const goldEntry = (entry: unknown, as: ColumnMapping['goldAs']): Omit<GoldPassage, 'id'> => {
  const text = textOf(entry)?.trim();
  if (text === undefined || text === '') return readGold(entry);
  return as === 'text' ? { text } : as === 'quote' ? { quote: text } : { document: text };
};

const cellOf = (row: Row, column: string | undefined): unknown =>
  column === undefined ? undefined : row[column];
const trimmed = (row: Row, column: string | undefined): string => textOf(cellOf(row, column))?.trim() ?? '';

const questionItems = (row: Row, columns: ColumnMapping, line: number): Item[] => {
  const text = trimmed(row, columns.question);
  if (text === '') throw new BadRecord(`no question: the column “${columns.question}” is empty`);
  const title = trimmed(row, columns.title);
  const passage = trimmed(row, columns.text);
  const gold = createGoldList();
  const quotes = several(cellOf(row, columns.goldQuote));
  several(cellOf(row, columns.gold)).forEach((entry, index) => {
    const quote = textOf(quotes[index])?.trim();
    gold.add({
      ...goldEntry(entry, columns.goldAs),
      ...(quote === undefined || quote === '' ? {} : { quote }),
    });
  });
  if (passage !== '' && columns.gold === undefined)
    gold.add({ ...(title === '' ? {} : { title }), text: passage });
  const { hops, broken } = readHops(hopEntries(cellOf(row, columns.hops)), gold, new Map());
  const id = questionId(row, text, columns.id ?? 'id');
  const type = trimmed(row, columns.type);
  const answerable = row.answerable ?? row.Answerable;
  return [
    ...linkNotices(broken, id),
    {
      type: 'question',
      line,
      passages: passage === '' ? [] : [{ title, text: passage, kind: 'passage', line }],
      question: {
        id,
        text,
        answers: textsOf(several(cellOf(row, columns.answer))),
        answerable: !saysNo(answerable),
        ...(type === '' ? {} : { type }),
        hops,
        gold: gold.list(),
      },
    },
  ];
};

const documentItem = (row: Row, columns: ColumnMapping, line: number): Item => {
  const text = trimmed(row, columns.text);
  if (text === '') throw new BadRecord(`no text: the column “${columns.text}” is empty`);
  const id = trimmed(row, columns.id);
  return {
    type: 'document',
    document: { ...(id === '' ? {} : { id }), title: trimmed(row, columns.title), text, kind: 'text', line },
  };
};

const itemsOf = (row: Row, columns: ColumnMapping, line: number): Item[] =>
  columns.question === undefined ? [documentItem(row, columns, line)] : questionItems(row, columns, line);

const givesOf = (columns: ColumnMapping): Gives | null =>
  columns.question !== undefined
    ? columns.text !== undefined
      ? 'both'
      : 'questions'
    : columns.text !== undefined
      ? 'documents'
      : null;

type TableRow =
  | { line: number; row: Row; raw: string }
  | Extract<Item, { type: 'reject' | 'notice' | 'judgement' }>;

export async function* delimitedRows(context: Pick<ReadContext, 'head' | 'text'>): AsyncGenerator<TableRow> {
  let columns: string[] | null = null;
  for await (const entry of readCsv(context.text, context.head.table?.delimiter ?? ',')) {
    if ('problem' in entry) {
      yield { type: 'reject', of: 'record', line: entry.line, reason: entry.problem, excerpt: entry.excerpt };
      continue;
    }
    if (columns === null) {
      columns = uniqueColumns(entry.cells);
      continue;
    }
    const names: string[] = columns;
    const raw = entry.cells.join(context.head.table?.delimiter ?? ',');
    const surplus = entry.cells.slice(names.length).some((cell) => cell.trim() !== '');
    if (surplus) {
      // Cells that have moved would land in the wrong columns: better named than silently mixed up.
      yield {
        type: 'reject',
        of: 'record',
        line: entry.line,
        reason: `${entry.cells.length} cells where the header has ${names.length}`,
        excerpt: excerptOf(raw),
      };
      continue;
    }
    yield {
      line: entry.line,
      raw,
      row: Object.fromEntries(names.map((name, index) => [name, cleanText(entry.cells[index] ?? '').text])),
    };
  }
}

const columnsOf = (context: Pick<ReadContext, 'head' | 'columns'>): ColumnMapping =>
  context.columns ?? suggestColumns(context.head.table?.columns ?? [...context.head.keys]);

export const table: Reader = {
  id: 'table',
  label: 'Table (choose the columns)',
  detect: (head, columns) => {
    if (head.table === null && head.json === null) return null;
    const gives = givesOf(columnsOf({ head, columns }));
    if (gives === null) return { confidence: 0.1, gives: 'documents' };
    return { confidence: head.table !== null ? 0.8 : 0.4, gives };
  },
  async *read(context) {
    const columns = columnsOf(context);
    if (givesOf(columns) === null) {
      throw new BadRecord(
        'no column was chosen for the text or the question: choose one in the column mapper',
      );
    }
    const rows =
      context.head.json === null ? delimitedRows(context) : readRecords(context.text, context.head.json);
    for await (const entry of rows) {
      if ('type' in entry) {
        yield entry;
        continue;
      }
      try {
        yield* itemsOf(entry.row, columns, entry.line);
      } catch (error) {
        if (!(error instanceof BadRecord)) throw error;
        yield {
          type: 'reject',
          of: 'record',
          line: entry.line,
          reason: error.message,
          excerpt: excerptOf(entry.raw),
        };
      }
    }
  },
};
