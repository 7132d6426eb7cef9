/** Which sentence of a passage states what is asked. Pure. */
import { type Chunk, indexText } from '../../../domain/corpus';
import type { Pair, PairScore, Span as ReaderSpan } from '../../../domain/presence';
import { type Span, sentences } from './highlight';

export interface Stating {
  /** The sentence with the highest probability, as a range of the chunk's text; null: none could be scored. */
  sentence: { range: Span; probability: number } | null;
  /** What the reader would quote, as a range of the chunk's text; null: nothing beats "no answer", or it cannot read. */
  span: Span | null;
}

/** Sentences of a passage with their ranges, each under the passage's heading, as the judge reads them. */
export const sentencePairs = (asked: string, chunk: Pick<Chunk, 'heading' | 'text'>) => {
  const ranges = sentences(chunk.text);
  const pairs: Pair[] = ranges.map(({ start, end }) => ({
    question: asked,
    passage: indexText({ heading: chunk.heading, text: chunk.text.slice(start, end) }),
  }));
  return { ranges, pairs };
};

/** The first of the sentences with the highest probability. */
export const bestSentence = (ranges: Span[], scores: readonly PairScore[]): Stating['sentence'] => {
  let best: Stating['sentence'] = null;
  for (const [at, range] of ranges.entries()) {
    const probability = scores[at]?.probability ?? null;
    if (probability !== null && (best === null || probability > best.probability)) {
      best = { range, probability };
    }
  }
  return best;
};

/** A span of what the judge reads (heading and text) as a range of the text; null: it lies in the heading. */
export const spanInText = (
  span: Pick<ReaderSpan, 'start' | 'end'>,
  chunk: Pick<Chunk, 'heading' | 'text'>,
): Span | null => {
  const shift = indexText(chunk).length - chunk.text.length;
  const range = { start: Math.max(0, span.start - shift), end: span.end - shift };
  return range.end > range.start ? range : null;
};
