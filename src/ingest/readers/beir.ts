/** BEIR / TREC: queries, and judgements (qrels) in a file of their own; they are joined when all files are read. */
import { readCsv } from '../input/csv';
import { excerptOf, type Item, type Reader, type Row } from '../types';
import { hasAny, required, textsOf } from './fields';
import { jsonReader } from './json-format';

export const beirQueries = jsonReader({
  id: 'beir-queries',
  label: 'BEIR queries (_id, text)',
  detect: (keys, head) => {
    if (!keys.has('_id') || !keys.has('text') || hasAny(keys, 'title', 'question')) return null;
    return { confidence: /quer|question/i.test(head.name) ? 0.95 : 0.55, gives: 'questions' };
  },
  items: (row: Row, line: number): Item[] => [
    {
      type: 'question',
      line,
      passages: [],
      question: {
        id: required(row, 'id', '_id'),
        text: required(row, 'question', 'text'),
        answers: textsOf(row.answer ?? row.answers),
        answerable: true,
        hops: [],
        gold: [],
      },
    },
  ],
});

/** BEIR: `query-id corpus-id score`, with a header; TREC: `query 0 document relevance`, without. */
const judgement = (cells: string[]): { query: string; document: string; relevance: number } | null => {
  const [query = '', second = '', third = '', fourth] = cells.map((cell) => cell.trim());
  const [document, grade] = fourth === undefined || fourth === '' ? [second, third] : [third, fourth];
  const relevance = Number(grade);
  return query === '' || document === '' || grade === '' || !Number.isFinite(relevance)
    ? null
    : { query, document, relevance };
};

const HEADER = /^(?:query|qid|topic)/i;

const cellsOf = (line: string): string[] =>
  line.includes('\t') ? line.split('\t') : line.includes(',') ? line.split(',') : line.trim().split(/\s+/);

export const qrels: Reader = {
  id: 'qrels',
  label: 'Relevance judgements (qrels)',
  detect: (head) => {
    if (head.json !== null) return null;
    const lines = head.text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '');
    const header = lines[0] ?? '';
    if (/^query-id[\t, ]+corpus-id/i.test(header)) return { confidence: 0.99, gives: 'judgements' };
    const sample = lines.slice(1, 20).map((line) => cellsOf(line));
    const good = sample.filter(
      (cells) =>
        (cells.length === 3 || cells.length === 4) &&
        judgement(cells) !== null &&
        cells.every((cell) => !/\s/.test(cell.trim())),
    ).length;
    const named = /qrel/i.test(head.name);
    // A file that says what it is may have a bad line among its first.
    if (good === 0 || good < sample.length * (named ? 0.5 : 1)) return null;
    return {
      confidence: named || ['tsv', 'qrels', 'trec'].includes(head.extension) ? 0.9 : 0.6,
      gives: 'judgements',
    };
  },
  async *read({ text, head }) {
    const sample = head.text.split(/\r\n|\n|\r/, 1)[0] ?? '';
    const delimiter = sample.includes('\t') ? '\t' : sample.includes(',') ? ',' : ' ';
    let first = true;
    for await (const entry of readCsv(text, delimiter)) {
      if ('problem' in entry) {
        yield {
          type: 'reject',
          of: 'record',
          line: entry.line,
          reason: entry.problem,
          excerpt: entry.excerpt,
        };
        continue;
      }
      const cells = delimiter === ' ' ? entry.cells.filter((cell) => cell !== '') : entry.cells;
      const found = judgement(cells);
      const isHeader = first && found === null && HEADER.test(cells[0] ?? '');
      first = false;
      if (isHeader) continue;
      if (found === null) {
        yield {
          type: 'reject',
          of: 'record',
          line: entry.line,
          reason: 'not a judgement: query, document and a number are expected',
          excerpt: excerptOf(entry.cells.join(delimiter)),
        };
      } else yield { type: 'judgement', ...found, line: entry.line };
    }
  },
};
