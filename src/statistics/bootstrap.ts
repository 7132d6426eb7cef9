import type { Random } from './random';

/** Quantile of ascending values by linear interpolation between order statistics (type 7 of Hyndman and Fan 1996). */
export const quantile = (ascending: ArrayLike<number>, share: number): number => {
  const at = share * (ascending.length - 1);
  const below = Math.floor(at);
  const low = ascending[below] ?? Number.NaN;
  const high = ascending[Math.min(below + 1, ascending.length - 1)] ?? Number.NaN;
  return low + (high - low) * (at - below);
};

/**
 * Percentile bootstrap interval (Efron 1979) of a mean of paired differences: whole pairs are drawn with replacement, so what
 * two runs share of a question's difficulty stays shared. Null for no pairs.
 */
export const bootstrapMean = (
  differences: readonly number[],
  random: Random,
  resamples: number,
  level = 0.95,
): { low: number; high: number } | null => {
  const n = differences.length;
  if (n === 0) return null;
  const values = Float64Array.from(differences);
  const means = new Float64Array(resamples);
  for (let draw = 0; draw < resamples; draw += 1) {
    let sum = 0;
    for (let pair = 0; pair < n; pair += 1) sum += values[Math.floor(random() * n)] ?? 0;
    means[draw] = sum / n;
  }
  means.sort();
  return { low: quantile(means, (1 - level) / 2), high: quantile(means, (1 + level) / 2) };
};
