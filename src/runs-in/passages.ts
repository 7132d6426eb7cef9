/** Lists of retrieved passages, in whatever form a file has them. */
import type { RetrievedAs } from '../domain/seam-runs-in';
import { parseLenient } from '../ingest/input/lenient-json';
import { field, isRow, textOf } from '../ingest/readers/fields';
import { BadRecord, type Row } from '../ingest/types';
import type { Passage, Ranked } from './types';

const ID = [
  'id',
  '_id',
  'doc_id',
  'docid',
  'document_id',
  'chunk_id',
  'chunk',
  'passage_id',
  'pid',
  'corpus_id',
];
const TITLE = ['title', 'name', 'headline'];
const TEXT = [
  'text',
  'content',
  'page_content',
  'pageContent',
  'contents',
  'passage',
  'paragraph_text',
  'body',
  'snippet',
  'document',
];
const SCORE = ['score', 'similarity', 'relevance_score', 'similarity_score', '_score'];
/** A name longer than this is a text; a text shorter than this is a name. */
const LONGEST_NAME = 200;
const SHORTEST_TEXT = 40;

export const NOTHING: Passage = { id: null, title: null, text: null };

const named = (value: string, as: RetrievedAs): Passage => {
  const text = value.trim();
  if (text === '') return NOTHING;
  if (as !== 'auto') return { ...NOTHING, [as]: text };
  const name = text.length <= LONGEST_NAME ? text : null;
  return { id: name, title: name, text: text.length >= SHORTEST_TEXT ? text : null };
};

export const numberOf = (value: unknown): number | null => {
  const number = typeof value === 'number' ? value : Number(textOf(value)?.trim() || Number.NaN);
  return Number.isFinite(number) ? number : null;
};

const scoreOf = (row: Row): number | null => {
  for (const name of SCORE) {
    const score = numberOf(row[name]);
    if (score !== null) return score;
  }
  return null;
};

/** An object that says what it is, or one that wraps it (`{"node": {…}, "score": …}`, `metadata`). */
const fromRow = (row: Row): Ranked => {
  const metadata = isRow(row.metadata) ? row.metadata : {};
  const inside = isRow(row.node) ? row.node : isRow(row.document) ? row.document : {};
  const find = (names: readonly string[]): string | null =>
    field(row, ...names) ?? field(inside, ...names) ?? field(metadata, ...names);
  return {
    passage: { id: find(ID), title: find(TITLE), text: field(row, ...TEXT) ?? field(inside, ...TEXT) },
    score: scoreOf(row) ?? scoreOf(inside),
  };
};

const rankOf = (value: unknown): number | null => (isRow(value) ? numberOf(value.rank) : null);

/** A list in a cell: JSON, or separated by line breaks or `|`. */
export const listInCell = (cell: string): unknown[] => {
  const text = cell.trim();
  if (text === '') return [];
  if (text.startsWith('[')) {
    try {
      const { value } = parseLenient(text);
      if (Array.isArray(value)) return value;
    } catch (error) {
      if (!(error instanceof BadRecord)) throw error;
      throw new BadRecord('a list of passages begins with “[” and is not valid JSON');
    }
  }
  return text.split(/\s*(?:\r?\n|\|)\s*/).filter((part) => part !== '');
};

/** In rank order. Null: the file says nothing about what was retrieved, which is not the same as an empty list. */
export const rankedOf = (
  value: unknown,
  as: RetrievedAs = 'auto',
  scores: unknown = null,
): Ranked[] | null => {
  if (value === undefined || value === null) return null;
  if (!Array.isArray(value) && isRow(value)) return [fromRow(value)];
  const list = Array.isArray(value) ? value : listInCell(textOf(value) ?? '');
  const given =
    scores === null || scores === undefined
      ? []
      : Array.isArray(scores)
        ? scores
        : listInCell(textOf(scores) ?? '');
  const ranked = list.map((entry, index) => {
    const one = isRow(entry) ? fromRow(entry) : { passage: named(textOf(entry) ?? '', as), score: null };
    return { rank: rankOf(entry), one: { ...one, score: one.score ?? numberOf(given[index]) } };
  });
  // Ranks count only where every entry has one; otherwise the order of the list is the order.
  if (ranked.every(({ rank }) => rank !== null)) ranked.sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0));
  return ranked.map(({ one }) => one);
};
