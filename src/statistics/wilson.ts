import type { Rate } from '../domain/diagnosis';

/** Two-sided 95% point of the standard normal distribution. */
const Z95 = 1.959963984540054;

/**
 * Wilson score interval of a binomial proportion (Wilson 1927), without continuity correction.
 * `count` of `n`; null for n = 0. Bounds lie in [0, 1] and are exactly 0 (1) at count 0 (n).
 */
export const wilson = (count: number, n: number, z = Z95): { low: number; high: number } | null => {
  if (n === 0) return null;
  const p = count / n;
  const z2 = z * z;
  const centre = (p + z2 / (2 * n)) / (1 + z2 / n);
  const half = (z * Math.sqrt((p * (1 - p)) / n + z2 / (4 * n * n))) / (1 + z2 / n);
  return {
    low: count === 0 ? 0 : Math.max(0, centre - half),
    high: count === n ? 1 : Math.min(1, centre + half),
  };
};

/** A rate with its denominator and Wilson 95% interval; everything but the counts is null where n is 0. */
export const rateOf = (count: number, n: number): Rate => {
  const interval = wilson(count, n);
  return {
    rate: n === 0 ? null : count / n,
    low: interval?.low ?? null,
    high: interval?.high ?? null,
    n,
    count,
  };
};
