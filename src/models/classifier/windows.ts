/** A pair as rows of a model: one, or several overlapping windows over a passage that is longer than the model reads. */
import type { PairTokenizer } from './pair-tokenizer';

/** One row: the whole question and part of the passage. */
export interface Window {
  ids: number[];
  types: number[];
  /** Position in the row of the first passage token, and which token of the passage it is. */
  offset: number;
  first: number;
  /** Passage tokens in the row. */
  count: number;
}

export interface WindowSettings {
  /** Most tokens of a row, special tokens included. */
  maxTokens: number;
  /** Passage tokens that two neighbouring windows share. */
  stride: number;
}

/** What a row holds besides the passage. */
const overhead = (question: readonly number[], { frames }: PairTokenizer): number =>
  question.length + frames.reduce((sum, { ids }) => sum + ids.length, 0);

/** Most question tokens that leave at least half of a row to the passage: beyond it no passage could be read well. */
export const longestQuestion = (maxTokens: number, tokenizer: PairTokenizer): number =>
  Math.floor(maxTokens / 2) - overhead([], tokenizer);

/** Nothing of the passage is left out: the windows cover it, each sharing `stride` tokens with the next. */
export const windowsOf = (
  question: readonly number[],
  passage: readonly number[],
  { maxTokens, stride }: WindowSettings,
  tokenizer: PairTokenizer,
): Window[] => {
  const [before, between, after] = tokenizer.frames;
  const [questionType, passageType] = tokenizer.types;
  const room = Math.max(1, maxTokens - overhead(question, tokenizer));
  const step = Math.max(1, room - stride);
  const windows: Window[] = [];
  for (let first = 0; ; first += step) {
    const part = passage.slice(first, first + room);
    windows.push({
      ids: [...before.ids, ...question, ...between.ids, ...part, ...after.ids],
      types: [
        ...before.types,
        ...question.map(() => questionType),
        ...between.types,
        ...part.map(() => passageType),
        ...after.types,
      ],
      offset: before.ids.length + question.length + between.ids.length,
      first,
      count: part.length,
    });
    if (first + room >= passage.length) break;
  }
  return windows;
};
