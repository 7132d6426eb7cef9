import type { PairedEffect } from '../domain/intervention';
import { mcnemar } from '../statistics/mcnemar';
import { rateOf } from '../statistics/wilson';

/** Pairs by what is true in which of two runs. */
export interface PairCounts {
  both: number;
  gained: number;
  lost: number;
  neither: number;
}

/** Pairs of which one side is not known are in no count. */
export const countPairs = (pairs: Iterable<readonly [boolean | null, boolean | null]>): PairCounts => {
  const counts: PairCounts = { both: 0, gained: 0, lost: 0, neither: 0 };
  for (const [base, other] of pairs) {
    if (base === null || other === null) continue;
    if (base) counts[other ? 'both' : 'lost'] += 1;
    else counts[other ? 'gained' : 'neither'] += 1;
  }
  return counts;
};

export const effectOfPairs = ({ both, gained, lost, neither }: PairCounts): PairedEffect => {
  const n = both + gained + lost + neither;
  const test = mcnemar(lost, gained);
  return {
    n,
    base: rateOf(both + lost, n),
    other: rateOf(both + gained, n),
    gained,
    lost,
    difference: n === 0 ? null : (gained - lost) / n,
    exactP: test?.exact ?? null,
    midP: test?.mid ?? null,
  };
};
