/** The head of a file, parsed once for all readers' `detect` and for the preview of the column mapper. */
import { BadRecord, type Head, type JsonLayout, type Row } from '../types';
import { guessDelimiter, headRows, uniqueColumns } from './csv';
import { decodeHead } from './decode';
import type { Container } from './encoding';
import { parseLenient } from './lenient-json';

export const HEAD_BYTES = 256 * 1024;
/** For a file whose first record does not end within that: what it is shows only in all of its fields. */
export const LONG_HEAD_BYTES = 4 * 1024 * 1024;

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const tryParse = (raw: string): unknown => {
  try {
    return parseLenient(raw).value;
  } catch (error) {
    if (error instanceof BadRecord) return undefined;
    throw error;
  }
};

/** Index behind the JSON value that opens at `from`, or -1 when it does not end. */
const valueEnd = (text: string, from: number): number => {
  let depth = 0;
  const signs = /"[^"\\\n]*(?:\\[\s\S][^"\\\n]*)*"|[{}[\]]/g;
  signs.lastIndex = from;
  for (let found = signs.exec(text); found !== null; found = signs.exec(text)) {
    const sign = found[0];
    if (sign === '{' || sign === '[') depth += 1;
    else if (sign === '}' || sign === ']') depth -= 1;
    if (depth === 0 && sign.length === 1) return signs.lastIndex;
  }
  return -1;
};

/**
 * Fields under which files keep their list of records. A record's own lists (paragraphs, contexts…) are no wrapper.
 */
const WRAPPERS =
  /^(?:data|results?|items|rows|records|documents|docs|corpus|passages|questions|examples|entries|samples)$/i;

/** Where, in an object that wraps its records (`{"data": [ {…}, … ]}`), the array opens; -1: it wraps none. */
const wrappedArray = (text: string, from: number): number => {
  let depth = 0;
  let field = '';
  const signs = /"([^"\\\n]*(?:\\[\s\S][^"\\\n]*)*)"|[{}[\]]/g;
  signs.lastIndex = from;
  for (let found = signs.exec(text); found !== null; found = signs.exec(text)) {
    const sign = found[0];
    if (sign.startsWith('"')) {
      if (depth === 1) field = found[1] ?? '';
      // An object that asks something is a record itself, whatever lists it carries.
      if (depth === 1 && /^(?:question|query|question_text)$/.test(field)) return -1;
    } else if (
      sign === '[' &&
      depth === 1 &&
      WRAPPERS.test(field) &&
      /^\s*\{/.test(text.slice(found.index + 1, found.index + 1000))
    ) {
      return found.index;
    } else {
      depth += sign === '{' || sign === '[' ? 1 : -1;
      if (depth === 0) return -1;
    }
  }
  return -1;
};

const layoutOf = (text: string, whole: boolean): JsonLayout | null => {
  const first = text.search(/\S/);
  if (first < 0) return null;
  if (text[first] === '[') {
    // `[{…}, …]`, not a line of JSONL that happens to be a list.
    return /^\[\s*[{\]]/.test(text.slice(first, first + 2000)) ? { kind: 'array', at: first } : null;
  }
  if (text[first] !== '{') return null;
  const lines = text.slice(first).split(/\r\n|\n|\r/);
  const complete = whole ? lines : lines.slice(0, -1);
  if (complete.length === 0) return { kind: 'lines' };
  const filled = complete.filter((line) => line.trim() !== '').slice(0, 20);
  const readable = filled.filter((line) => isRow(tryParse(line)));
  if (filled.length <= 1 || readable.length === 0) {
    const at = wrappedArray(text, first);
    if (at >= 0) return { kind: 'array', at };
  }
  if (readable.length === 0 && filled.length > 1 && !filled.every((line) => /^\s*\{/.test(line))) {
    return { kind: 'sequence' };
  }
  return { kind: 'lines' };
};

const firstRows = (text: string, layout: JsonLayout, whole: boolean): Row[] => {
  if (layout.kind === 'lines') {
    const lines = text.split(/\r\n|\n|\r/);
    return (whole ? lines : lines.slice(0, -1)).slice(0, 40).flatMap((line) => {
      const value = line.trim() === '' ? undefined : tryParse(line);
      return isRow(value) ? [value] : [];
    });
  }
  const rows: Row[] = [];
  let at = layout.kind === 'array' ? layout.at + 1 : 0;
  while (rows.length < 20) {
    const open = text.indexOf('{', at);
    const end = open < 0 ? -1 : valueEnd(text, open);
    if (end < 0) break;
    const value = tryParse(text.slice(open, end));
    if (isRow(value)) rows.push(value);
    at = end;
  }
  return rows;
};

export const extensionOf = (name: string): string => /\.([^./]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

const DELIMITED = new Set(['csv', 'tsv', 'tab']);

export const headOf = (path: string, bytes: Uint8Array, whole: boolean): Head => {
  const text = decodeHead(bytes);
  const name = path.slice(path.lastIndexOf('/') + 1);
  const extension = extensionOf(name);
  const jsonName = extension === 'json' || extension === 'jsonl' || extension === 'ndjson';
  const delimited = DELIMITED.has(extension);
  const json = delimited
    ? null
    : (layoutOf(text, whole) ?? (jsonName && text.trim() !== '' ? { kind: 'lines' as const } : null));
  const rows = json === null ? [] : firstRows(text, json, whole).slice(0, 20);
  const keys = new Set(rows.flatMap((row) => Object.keys(row)));
  if (json !== null && rows.length === 0) {
    for (const match of text.matchAll(/"([^"\\\n]{1,60})"\s*:/g)) keys.add(match[1] ?? '');
  }
  return {
    name,
    extension,
    text,
    whole,
    json,
    rows,
    keys,
    table: json === null ? tableOf(text, extension, whole) : null,
    container: null,
  };
};

/** Head of a file that is no text. */
export const containerHead = (path: string, container: Container, whole: boolean): Head => {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return {
    name,
    extension: extensionOf(name),
    text: '',
    whole,
    json: null,
    rows: [],
    keys: new Set(),
    table: null,
    container,
  };
};

const tableOf = (text: string, extension: string, whole: boolean): Head['table'] => {
  if (!DELIMITED.has(extension)) return null;
  const delimiter =
    extension === 'csv' ? guessDelimiter(text) : text.includes('\t') ? '\t' : guessDelimiter(text);
  const rows = headRows(text, delimiter, whole);
  const header = rows[0];
  return header === undefined ? null : { delimiter, columns: uniqueColumns(header), rows: rows.slice(1, 21) };
};
