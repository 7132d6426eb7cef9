/** Answer spans out of start and end logits, over all windows of a passage (design 06, "The reader"). */
import type { Span } from '../../domain/presence';
import type { MappedTokens } from '../word-offsets';
import type { Window } from './windows';

/** Logits of one window, a number a token of the row; position 0 stands for "no answer in this window". */
export interface SpanLogits {
  start: Float32Array;
  end: Float32Array;
}

export interface SpanSettings {
  maxAnswerTokens: number;
  /** What a span must win over "no answer" by; from the validation split of the model's card. */
  nullMargin: number;
}

/** Spans kept of a passage: several may be right, and a reader over several hops wants the next best. */
const KEPT = 5;

interface Candidate {
  /** Tokens of the passage, both inclusive. */
  first: number;
  last: number;
  score: number;
}

type Seen = { window: Window; logits: SpanLogits };

const baseOf = ({ start, end }: SpanLogits, { nullMargin }: SpanSettings): number =>
  (start[0] ?? Number.NaN) + (end[0] ?? Number.NaN) + nullMargin;

const allFinite = ({ window, logits }: Seen, settings: SpanSettings): boolean => {
  if (!Number.isFinite(baseOf(logits, settings))) return false;
  for (let i = window.offset; i < window.offset + window.count; i++)
    if (!Number.isFinite(logits.start[i]) || !Number.isFinite(logits.end[i])) return false;
  return true;
};

/** The best span of a window that keeps clear of the tokens in `taken`; the first of equals. */
const bestOf = (
  { window, logits: { start, end }, logits }: Seen,
  taken: readonly Candidate[],
  settings: SpanSettings,
): Candidate | null => {
  const base = baseOf(logits, settings);
  let best: Candidate | null = null;
  const free = (token: number): boolean => taken.every(({ first, last }) => token < first || token > last);
  for (let s = 0; s < window.count; s++) {
    const first = window.first + s;
    const from = (start[window.offset + s] ?? 0) - base;
    const stop = Math.min(window.count, s + settings.maxAnswerTokens);
    for (let e = s; e < stop && free(window.first + e); e++) {
      const score = from + (end[window.offset + e] ?? 0);
      if (best === null || score > best.score) best = { first, last: window.first + e, score };
    }
  }
  return best;
};

/**
 * Best span first, none overlapping another, in UTF-16 units of `passage`; a span that several windows see keeps its
 * best score. Spans that lose against "no answer" are given too: their score is 0 or less. Null: a logit is no number.
 */
export const bestSpans = (
  passage: string,
  tokens: MappedTokens,
  windows: readonly Seen[],
  settings: SpanSettings,
): Span[] | null => {
  if (!windows.every((seen) => allFinite(seen, settings))) return null;
  const kept: Candidate[] = [];
  while (kept.length < KEPT) {
    let best: Candidate | null = null;
    for (const seen of windows) {
      const found = bestOf(seen, kept, settings);
      if (found !== null && (best === null || found.score > best.score)) best = found;
    }
    if (best === null) break;
    kept.push(best);
  }
  return kept.map(({ first, last, score }) => {
    const start = tokens.starts[first] ?? 0;
    const end = tokens.ends[last] ?? start;
    return { text: passage.slice(start, end), start, end, score };
  });
};
