/** Scores of pairs, each from the book where it stands there, else from the model and then into the book. */
import type { Pair, PairScore } from '../domain/presence';
import type { Classifier } from '../models/classifier/classifier';
import type { ScoreBook } from './score-book';

export interface KeyedPair {
  key: string;
  pair: Pair;
}

export interface ScoringOptions {
  urgent: boolean;
  signal: AbortSignal;
  /** Told of each score as it comes, of a pair that is in the book as well. */
  onScore?: (key: string, score: PairScore, fresh: boolean) => void;
}

/**
 * One score a pair, in order; a key that comes twice is scored once. What was scored when this throws (`cancelled`,
 * `worker-lost`) is in the book.
 */
export const scorePairs = async (
  judge: Pick<Classifier, 'score'>,
  book: ScoreBook,
  pairs: readonly KeyedPair[],
  { urgent, signal, onScore = () => {} }: ScoringOptions,
): Promise<PairScore[]> => {
  const scores = new Map<string, PairScore>();
  const missing = new Map<string, Pair>();
  for (const { key, pair } of pairs) {
    if (scores.has(key) || missing.has(key)) continue;
    const probability = book.get(key);
    if (probability === null) missing.set(key, pair);
    else {
      const known: PairScore = { state: 'scored', probability };
      scores.set(key, known);
      onScore(key, known, false);
    }
  }
  const keys = [...missing.keys()];
  let flushing: Promise<void> = Promise.resolve();
  await judge.score([...missing.values()], {
    urgent,
    signal,
    onScore: (index, score) => {
      const key = keys[index] ?? '';
      // A GPU that fails in mid-call has its pairs scored again.
      const again = scores.has(key);
      scores.set(key, score);
      if (score.probability !== null) book.add(key, score.probability);
      if (!again) onScore(key, score, true);
      flushing = flushing.then(() => book.flushIfDue());
      flushing.catch(() => {});
    },
  });
  await flushing;
  return pairs.map(
    ({ key }) =>
      scores.get(key) ?? { state: 'errored', probability: null, message: 'The model gave no score.' },
  );
};
