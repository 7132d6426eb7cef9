/** What a reading says: its spans over several passages, and whether one of them is an answer. The one place for both. */
import type { Reading } from '../domain/presence';
import type { ReadEvent } from '../domain/trace';
import type { RunJudge } from './system';

type ReadSpan = ReadEvent['spans'][number];

/** Spans that a read event keeps: enough to see what else the reader considered. */
const KEPT = 10;

const logOdds = (probability: number): number => {
  // A sigmoid that has reached 0 or 1 in floating point would make an infinite vote.
  const p = Math.min(Math.max(probability, 1e-6), 1 - 1e-6);
  return Math.log(p / (1 - p));
};

/**
 * How much a span is worth as an answer, in log-odds: the span head's against "no answer", plus the presence head's
 * against its own threshold. A sharp span in a passage that does not state the fact, and a vague one in a passage that
 * does, are both weighed down.
 */
const worth = ({ score, presence }: Pick<ReadSpan, 'score' | 'presence'>, threshold: number): number =>
  presence === undefined ? score : score + logOdds(presence) - logOdds(threshold);

/** Spans of all passages, best first (ties: as the passages were retrieved); one reading a chunk, in order. */
export const spansOf = (
  chunks: readonly string[],
  readings: readonly Reading[],
  threshold: number,
): ReadSpan[] =>
  readings
    .flatMap(({ spans, presence }, i) =>
      spans
        .filter(({ text }) => text.trim() !== '')
        .map((span) => ({ ...span, chunk: chunks[i] ?? '', presence })),
    )
    .sort((a, b) => worth(b, threshold) - worth(a, threshold))
    .slice(0, KEPT);

/** The answer that a reading gives: its best span, when it is worth more than saying nothing. Null: abstain. */
export const answerOf = (read: ReadEvent, judge: RunJudge): ReadSpan | null => {
  const best = read.spans[0];
  return best !== undefined && worth(best, judge.threshold) > 0 ? best : null;
};
