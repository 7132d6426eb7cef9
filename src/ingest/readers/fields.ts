/** Reading fields of records that were written by others: types are checked, reasons are sentences. */
import { contentHash } from '../../domain/hash';
import { BadRecord, type Row } from '../types';

/** A string; numbers and booleans count as their text. Null when absent or of another type. */
export const textOf = (value: unknown): string | null =>
  typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : null;

/** White space, and what takes no space and shows nothing. */
const NOTHING = /^[\s\u00ad\u200b-\u200f\u2060\ufeff]*$/;

/** First of the fields that holds visible text, trimmed; null when none does. */
export const field = (row: Row, ...names: string[]): string | null => {
  for (const name of names) {
    const text = textOf(row[name])?.trim();
    if (text !== undefined && !NOTHING.test(text)) return text;
  }
  return null;
};

export const required = (row: Row, what: string, ...names: string[]): string => {
  const text = field(row, ...names);
  if (text === null) throw new BadRecord(`no ${what}: the field “${names[0]}” is missing or empty`);
  return text;
};

export const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** A list, or one value where a list of one was meant; nothing for what is absent. */
export const oneOrMore = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null || value === '' ? [] : [value];

export const requiredList = (row: Row, name: string): unknown[] => {
  const value = row[name];
  if (!Array.isArray(value)) throw new BadRecord(`the field “${name}” is missing or not a list`);
  return value;
};

/** Texts of a list or of one value, trimmed, without blanks and repeats. */
export const textsOf = (value: unknown): string[] => {
  const all = Array.isArray(value) ? value : [value];
  return unique(all.flatMap((entry) => textOf(entry)?.trim() ?? []).filter((text) => text !== ''));
};

export const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];

/** True for what files use to say "no": false, "false", "no", 0. */
export const saysNo = (value: unknown): boolean =>
  value === false || value === 0 || (typeof value === 'string' && /^(?:false|no|0|n)$/i.test(value.trim()));

export const hasAll = (keys: ReadonlySet<string>, ...names: string[]): boolean =>
  names.every((name) => keys.has(name));
export const hasAny = (keys: ReadonlySet<string>, ...names: string[]): boolean =>
  names.some((name) => keys.has(name));

/** The record's own id; without one a hash of the question, so that reading the file again gives the same id. */
export const questionId = (row: Row, text: string, ...names: string[]): string =>
  field(row, ...names) ?? `q-${contentHash(text).slice(0, 12)}`;
