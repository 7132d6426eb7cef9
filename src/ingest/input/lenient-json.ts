/** JSON as people write it: NaN, Infinity and trailing commas are read; what is broken is named. */
import { BadRecord } from '../types';

export interface Lenient {
  value: unknown;
  /** NaN / Infinity read as null, and trailing commas left out. */
  repaired: number;
  /** Lone surrogates and NUL that were replaced or removed. */
  cleaned: number;
}

const LOOSE = /[-+]?\b(?:Infinity|NaN)\b|,(?=\s*[}\]])/g;
const SUSPECT = /\\u0000|\\u[dD][89a-fA-F]|[\ud800-\udfff]/;
const LONE = /\p{Surrogate}/gu;

/** Lone surrogates become U+FFFD, NUL goes. */
export const cleanText = (text: string): { text: string; cleaned: number } => {
  let cleaned = 0;
  const clean = text
    .replace(LONE, () => {
      cleaned += 1;
      return '\ufffd';
    })
    .replaceAll('\0', () => {
      cleaned += 1;
      return '';
    });
  return { text: clean, cleaned };
};

const cleanDeep = (value: unknown, count: (n: number) => void): unknown => {
  if (typeof value === 'string') {
    const { text, cleaned } = cleanText(value);
    count(cleaned);
    return text;
  }
  if (Array.isArray(value)) return value.map((entry) => cleanDeep(entry, count));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, cleanDeep(entry, count)]));
  return value;
};

/** Index of the quote that closes the string opened at `open`, or -1. */
const stringEnd = (text: string, open: number): number => {
  for (let at = text.indexOf('"', open + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text[at - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return at;
  }
  return -1;
};

/** A loop, not a pattern: a pattern that steps over a string of megabytes runs out of stack. */
const outsideStrings = (text: string, rewrite: (part: string) => string): string => {
  const parts: string[] = [];
  for (let at = 0; at < text.length; ) {
    const open = text.indexOf('"', at);
    parts.push(rewrite(text.slice(at, open < 0 ? text.length : open)));
    if (open < 0) break;
    const close = stringEnd(text, open);
    const end = close < 0 ? text.length : close + 1;
    parts.push(text.slice(open, end));
    at = end;
  }
  return parts.join('');
};

/** Real records nest a handful deep; what walks over them later must not run out of stack. */
const DEEPEST = 500;

const deeperThan = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((entry) => deeperThan(entry, levels - 1)));

/** Throws `BadRecord` with a reason without the engine's jargon. */
export const parseLenient = (raw: string): Lenient => {
  let value: unknown;
  let repaired = 0;
  try {
    value = JSON.parse(raw);
  } catch (first) {
    const patched = raw.replace(/,\s*$/, () => {
      repaired += 1;
      return '';
    });
    const mended = outsideStrings(patched, (part) =>
      part.replace(LOOSE, (token) => {
        repaired += 1;
        return token === ',' ? '' : 'null';
      }),
    );
    try {
      value = JSON.parse(mended);
    } catch {
      throw new BadRecord(reasonOf(raw, first));
    }
  }
  if (deeperThan(value, DEEPEST))
    throw new BadRecord(`nested deeper than ${DEEPEST} levels: the record is damaged or hostile`);
  let cleaned = 0;
  if (SUSPECT.test(raw)) {
    value = cleanDeep(value, (n) => {
      cleaned += n;
    });
  }
  return { value, repaired, cleaned };
};

const reasonOf = (raw: string, error: unknown): string => {
  const detail = error instanceof Error ? error.message : String(error);
  if (/end of JSON|Unterminated|unterminated|end of data/.test(detail))
    return 'not valid JSON: it ends in the middle';
  const at = /position (\d+)/.exec(detail)?.[1];
  const where = at === undefined ? '' : ` at character ${Number(at) + 1}`;
  const near =
    at === undefined ? '' : ` (near “${raw.slice(Math.max(0, Number(at) - 10), Number(at) + 10).trim()}”)`;
  return `not valid JSON${where}${near}`;
};
