/**
 * Finds where each record of a JSON array (or of values written one after another) begins and ends, without
 * parsing and without holding more than one record. A record that breaks the file's structure costs itself only:
 * reading goes on at the next line that opens a record the way the first one did.
 */
import { EXCERPT, excerptOf, RECORD_LIMIT } from '../types';

export type JsonValue =
  | { record: number; text: string }
  | { record: number; problem: string; excerpt: string };

export interface SplitOptions {
  /** Characters before the `[` that holds the records; null: values one after another, no array around them. */
  arrayAt: number | null;
  limit?: number;
}

const OUTSIDE = /["{}[\],]/g;
const INSIDE = /["\\\n]/g;

/** What is known of the record being read. */
class Open {
  parts: string[] = [];
  length = 0;
  excerpt = '';
  /** Brackets that are open, innermost last. */
  brackets: string[] = [];
  inString = false;
  escaped = false;
  /** Over the limit: its text is no longer kept, only its end looked for. */
  dropped = false;
  /** A scalar ends at a comma or bracket that is not part of it. */
  readonly scalar: boolean;
  constructor(scalar: boolean) {
    this.scalar = scalar;
  }
  add(piece: string): void {
    this.length += piece.length;
    if (this.excerpt.length < EXCERPT) this.excerpt += piece.slice(0, EXCERPT - this.excerpt.length);
    if (!this.dropped) this.parts.push(piece);
  }
  drop(): void {
    this.dropped = true;
    this.parts = [];
  }
}

/** Scans `piece` from `from`; returns the index behind the record's end, -1 when it goes on, -2 when it is broken. */
const scan = (open: Open, piece: string, from: number): number => {
  let at = from;
  if (open.escaped && at < piece.length) {
    open.escaped = false;
    at += 1;
  }
  for (;;) {
    const pattern = open.inString ? INSIDE : OUTSIDE;
    pattern.lastIndex = at;
    const found = pattern.exec(piece);
    if (found === null) return -1;
    const sign = found[0];
    at = found.index + 1;
    if (open.inString) {
      if (sign === '"') open.inString = false;
      // A line break inside a string is not JSON: a quote is missing before it.
      else if (sign === '\n') return -2;
      else if (at >= piece.length) {
        open.escaped = true;
        return -1;
      } else at += 1;
    } else if (sign === '"') open.inString = true;
    else if (sign === '{' || sign === '[') open.brackets.push(sign);
    else if (sign === ',') {
      if (open.scalar) return at - 1;
    } else {
      if (open.scalar) return at - 1;
      // A bracket of the other kind: the one before it is missing.
      if (open.brackets.pop() !== (sign === '}' ? '{' : '[')) return -2;
    }
    if (!open.inString && open.brackets.length === 0 && !open.scalar) return at;
  }
};

export async function* splitJson(
  text: AsyncIterable<string>,
  options: SplitOptions,
): AsyncGenerator<JsonValue> {
  const limit = options.limit ?? RECORD_LIMIT;
  let skip = options.arrayAt === null ? 0 : options.arrayAt + 1;
  const inArray = options.arrayAt !== null;
  let record = 0;
  let open: Open | null = null;
  let closed = false;
  /** White space before a record's first brace, the last line of it: how the file indents its records. */
  let gap = '\n';
  let indent: string | null = null;
  /** After a break with nowhere to go on yet: text is passed over until a line opens a record. */
  let lost = false;
  let carried = '';

  const resume = (raw: string): number => {
    if (indent === null) return -1;
    const at = raw.indexOf(`\n${indent}{`, 1);
    return at < 0 ? -1 : at + 1;
  };

  const give = function* (piece: string): Generator<JsonValue> {
    let rest = piece;
    let at = 0;
    while (at < rest.length && !closed) {
      if (lost) {
        const next = resume(rest.slice(at));
        if (next < 0) return;
        at += next;
        lost = false;
      }
      if (open === null) {
        const sign = rest[at] ?? '';
        if (/\s/.test(sign)) {
          gap = sign === '\n' ? '\n' : gap + sign;
          at += 1;
          continue;
        }
        if (sign === ',') {
          gap = '';
          at += 1;
          continue;
        }
        if (sign === ']' && inArray) {
          closed = true;
          return;
        }
        record += 1;
        if (sign === '}' || sign === ']') {
          // It closes nothing and opens nothing: without a step over it the scan would stand still for ever.
          let behind = at + 1;
          while (rest[behind] === sign) behind += 1;
          yield { record, problem: SURPLUS, excerpt: excerptOf(rest.slice(at)) };
          at = behind;
          continue;
        }
        if (indent === null && sign === '{' && gap.startsWith('\n')) indent = gap.slice(1);
        gap = '';
        open = new Open(sign !== '{' && sign !== '[');
      }
      const current: Open = open;
      const end = scan(current, rest, at);
      if (end >= 0) {
        current.add(rest.slice(at, end));
        yield current.dropped || current.length > limit
          ? { record, problem: tooLong(current.length), excerpt: current.excerpt }
          : { record, text: current.parts.join('') };
        open = null;
        at = end;
        continue;
      }
      current.add(rest.slice(at));
      if (end === -1 && current.length <= limit) return;
      const raw = current.parts.join('');
      const next = resume(raw);
      if (end === -1 && next < 0) {
        // Too long but not broken: its end can still be found.
        current.drop();
        return;
      }
      const behind = next < 0 && indent === null ? '; what stands behind it cannot be read' : '';
      yield { record, problem: `${BROKEN}${behind}`, excerpt: current.excerpt };
      open = null;
      if (next < 0) {
        lost = true;
        return;
      }
      rest = raw.slice(next);
      at = 0;
    }
  };

  for await (const arrived of text) {
    const piece = carried + arrived;
    carried = '';
    if (skip >= piece.length) {
      skip -= piece.length;
      continue;
    }
    yield* give(skip === 0 ? piece : piece.slice(skip));
    skip = 0;
    if (closed) return;
  }
  // The end came inside a record: records after a missing bracket may still be found in it.
  for (let unfinished = pending(open); unfinished !== null; unfinished = pending(open)) {
    const raw: string = unfinished.parts.join('');
    const next = resume(raw);
    open = null;
    yield { record, problem: next < 0 ? ENDS : BROKEN, excerpt: excerptOf(unfinished.excerpt) };
    if (next < 0) return;
    yield* give(raw.slice(next));
  }
}

const pending = (open: Open | null): Open | null => open;

const BROKEN = 'not valid JSON: a quote or bracket is missing in this record';
const SURPLUS = 'not valid JSON: a closing bracket that closes nothing';
const ENDS = 'not valid JSON: the file ends in the middle of this record';
const tooLong = (length: number): string =>
  `longer than the limit of ${RECORD_LIMIT / 1024 / 1024} MB for one record (${Math.round(length / 1024 / 1024)} MB)`;

export const tooLongReason = tooLong;
