import type { JudgeState, PairScore } from '../domain/presence';

export interface Highest {
  state: JudgeState;
  probability: number | null;
  chunk: string | null;
}

/**
 * The judge's word on a hop: the highest score over its passages (06). Passages without a score do not count against
 * one that has one; without any score the hop is `inconclusive`, as it is without passages.
 */
export const highest = (chunks: readonly string[], scores: readonly PairScore[]): Highest => {
  let best: Highest = { state: 'inconclusive', probability: null, chunk: null };
  for (const [i, { probability }] of scores.entries()) {
    if (probability === null || probability <= (best.probability ?? Number.NEGATIVE_INFINITY)) continue;
    best = { state: 'scored', probability, chunk: chunks[i] ?? null };
  }
  return best;
};
