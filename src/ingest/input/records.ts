/** Records of a JSON or JSONL file, one by one, whatever its shape. */
import { BadRecord, excerptOf, type Item, type JsonLayout, type Row } from '../types';
import { splitJson, tooLongReason } from './json-values';
import { parseLenient } from './lenient-json';
import { splitLines } from './lines';

export type JsonRecord =
  | { line: number; row: Row; raw: string }
  | Exclude<Item, { type: 'document' | 'question' }>;

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const reject = (line: number, reason: string, raw: string): JsonRecord => ({
  type: 'reject',
  of: 'record',
  line,
  reason,
  excerpt: excerptOf(raw),
});

const parse = function* (line: number, raw: string): Generator<JsonRecord> {
  try {
    const { value, repaired, cleaned } = parseLenient(raw);
    if (repaired > 0) {
      yield {
        type: 'notice',
        message: 'NaN or Infinity read as empty, trailing commas left out: {n}.',
        count: repaired,
      };
    }
    if (cleaned > 0) {
      yield {
        type: 'notice',
        message: 'Damaged characters (lone surrogates, NUL) replaced or removed: {n}.',
        count: cleaned,
      };
    }
    if (isRow(value)) yield { line, row: value, raw };
    else yield reject(line, 'not a JSON object with named fields', raw);
  } catch (error) {
    if (!(error instanceof BadRecord)) throw error;
    yield reject(line, error.message, raw);
  }
};

/** `line` is the line number in JSONL and the record number otherwise. */
export async function* readRecords(
  text: AsyncIterable<string>,
  layout: JsonLayout,
): AsyncGenerator<JsonRecord> {
  if (layout.kind === 'lines') {
    for await (const entry of splitLines(text)) {
      if ('tooLong' in entry) yield reject(entry.line, tooLongReason(entry.tooLong), entry.excerpt);
      else if (entry.text.trim() !== '') yield* parse(entry.line, entry.text);
    }
    return;
  }
  const arrayAt = layout.kind === 'array' ? layout.at : null;
  for await (const entry of splitJson(text, { arrayAt })) {
    if ('problem' in entry) yield reject(entry.record, entry.problem, entry.excerpt);
    else yield* parse(entry.record, entry.text);
  }
}
