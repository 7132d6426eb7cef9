/** Text in pieces → lines, none longer than the limit in memory. */
import { EXCERPT, RECORD_LIMIT } from '../types';

export type Line = { line: number; text: string } | { line: number; tooLong: number; excerpt: string };

/** Splits at `\n`, `\r\n` and `\r`. Numbers are 1-based; blank lines are yielded too, so that numbers stay true. */
export async function* splitLines(text: AsyncIterable<string>, limit = RECORD_LIMIT): AsyncGenerator<Line> {
  let parts: string[] = [];
  let length = 0;
  let excerpt = '';
  let number = 1;
  let afterReturn = false;

  const add = (piece: string): void => {
    length += piece.length;
    if (excerpt.length < EXCERPT) excerpt += piece.slice(0, EXCERPT - excerpt.length);
    if (length <= limit) parts.push(piece);
    else parts = [];
  };
  const take = (): Line => {
    const line: Line =
      length > limit ? { line: number, tooLong: length, excerpt } : { line: number, text: parts.join('') };
    parts = [];
    length = 0;
    excerpt = '';
    number += 1;
    return line;
  };

  for await (const piece of text) {
    let from = 0;
    for (const match of piece.matchAll(/\r\n|\n|\r/g)) {
      // A `\n` that opens a piece may be the second half of a `\r\n`.
      if (afterReturn && match.index === 0 && match[0] === '\n') {
        from = 1;
        continue;
      }
      add(piece.slice(from, match.index));
      from = match.index + match[0].length;
      yield take();
    }
    add(piece.slice(from));
    if (piece !== '') afterReturn = piece.endsWith('\r');
  }
  if (length > 0) yield take();
}

/** Line ends as `\n`, for parsers that know one kind only. */
export async function* unifyLineEnds(text: AsyncIterable<string>): AsyncGenerator<string> {
  let held = '';
  for await (const piece of text) {
    const all = held + piece;
    held = all.endsWith('\r') ? '\r' : '';
    const ready = held === '' ? all : all.slice(0, -1);
    if (ready !== '') yield ready.replace(/\r\n?/g, '\n');
  }
  if (held !== '') yield '\n';
}
