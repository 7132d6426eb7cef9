/** What chunks are packed from: sentences, table rows, code blocks; what is too long for a chunk is cut further. */
import type { TokenCounter } from '../types';
import type { Block } from './blocks';
import { type Span, sentences } from './sentences';

export interface Unit extends Span {
  tokens: number;
  /** May be repeated as overlap: whole sentences only. */
  sentence: boolean;
  block: Block;
}

/** Longer runs without white space are cut into pieces of this many characters before tokens are counted. */
const PIECE = 96;
/**
 * Most characters a token can stand for. Word-piece tokenizers read an over-long word as one unknown token, so
 * that a megabyte without a space would count as one.
 */
export const CHARACTERS_PER_TOKEN = 24;

/** The index moved off the middle of a surrogate pair. */
const safeCut = (text: string, at: number): number => (/[\udc00-\udfff]/.test(text[at] ?? '') ? at - 1 : at);

export const fits = (text: string, tokens: number, budget: number): boolean =>
  tokens <= budget && text.length <= budget * CHARACTERS_PER_TOKEN;

/** Words of a span, over-long ones in pieces. */
const words = function* (text: string, span: Span): Generator<Span> {
  // Only the span is searched: a run without white space may go on far behind it.
  for (const found of text.slice(span.start, span.end).matchAll(/\S+/g)) {
    const end = span.start + found.index + found[0].length;
    let at = span.start + found.index;
    while (end - at > PIECE) {
      const cut = safeCut(text, at + PIECE);
      yield { start: at, end: cut };
      at = cut;
    }
    yield { start: at, end };
  }
};

/** A piece that alone is over the budget, halved until each part fits or is one code point. */
const halves = function* (
  text: string,
  span: Span,
  budget: number,
  count: TokenCounter,
): Generator<Span & { tokens: number }> {
  const tokens = count(text.slice(span.start, span.end));
  const middle = safeCut(text, span.start + Math.max(1, (span.end - span.start) >> 1));
  if (fits(text.slice(span.start, span.end), tokens, budget) || middle <= span.start || middle >= span.end) {
    yield { ...span, tokens };
    return;
  }
  yield* halves(text, { start: span.start, end: middle }, budget, count);
  yield* halves(text, { start: middle, end: span.end }, budget, count);
};

/** Lines of a code block, so that one too long for a chunk is cut between lines. */
const codeLines = function* (text: string, block: Block): Generator<Span> {
  let start = block.start;
  while (start < block.end) {
    const found = text.indexOf('\n', start);
    const end = found < 0 || found > block.end ? block.end : found;
    if (text.slice(start, end).trim() !== '') yield { start, end };
    start = end + 1;
  }
};

const trimmed = (text: string, span: Span): Span => {
  const raw = text.slice(span.start, span.end);
  const start = span.start + raw.length - raw.trimStart().length;
  return { start, end: Math.max(start, span.start + raw.trimEnd().length) };
};

/** Units of a block in order. Together they hold every character of the block that is not white space. */
export const unitsOf = function* (
  text: string,
  block: Block,
  budget: number,
  count: TokenCounter,
): Generator<Unit> {
  const whole = trimmed(text, block);
  if (whole.end <= whole.start) return;
  const give = function* (span: Span, sentence: boolean): Generator<Unit> {
    const part = text.slice(span.start, span.end);
    // Counting a megabyte only to learn that it is too long would be waste.
    const tokens = part.length > budget * CHARACTERS_PER_TOKEN ? Number.POSITIVE_INFINITY : count(part);
    if (tokens <= budget) yield { ...span, tokens, sentence, block };
    else {
      // Words, and parts of words that are over-long: the packer puts them together again.
      for (const word of words(text, span)) {
        for (const piece of halves(text, word, budget, count)) yield { ...piece, sentence: false, block };
      }
    }
  };
  if (block.kind === 'prose') {
    for (const span of sentences(text, whole.start, whole.end)) yield* give(span, true);
    return;
  }
  const part = text.slice(whole.start, whole.end);
  if (block.kind === 'code' && !(part.length <= budget * CHARACTERS_PER_TOKEN && count(part) <= budget)) {
    for (const line of codeLines(text, block)) yield* give(line, false);
    return;
  }
  yield* give(whole, false);
};
