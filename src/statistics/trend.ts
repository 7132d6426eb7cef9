/** One group of a trend: `count` of `n` at a place `score` of the order. */
export interface TrendGroup {
  score: number;
  count: number;
  n: number;
}

/** Where the series loses digits and the continued fraction has gained enough of them. */
const SWITCH = 2.5;
const TERMS = 80;

/** Complementary error function for x ≥ 0: Taylor series of erf near 0, Laplace's continued fraction further out. */
const erfc = (x: number): number => {
  if (x < SWITCH) {
    let power = x;
    let sum = x;
    for (let term = 1; term <= TERMS; term += 1) {
      power *= -(x * x) / term;
      sum += power / (2 * term + 1);
    }
    return 1 - (2 / Math.sqrt(Math.PI)) * sum;
  }
  let fraction = x;
  for (let term = TERMS; term >= 1; term -= 1) fraction = x + term / 2 / fraction;
  return Math.exp(-x * x) / Math.sqrt(Math.PI) / fraction;
};

/**
 * Cochran–Armitage test for a trend of shares over ordered groups (Cochran 1954, Armitage 1955), with the variance that
 * holds given both margins (n − 1). `z` above 0: shares rise.
 * Null where nothing could show a trend: one group with members, or all counts 0 or all full.
 */
export const trendTest = (groups: readonly TrendGroup[]): { z: number; p: number } | null => {
  const n = groups.reduce((sum, group) => sum + group.n, 0);
  const hits = groups.reduce((sum, group) => sum + group.count, 0);
  if (n < 2) return null;
  const mean = groups.reduce((sum, { score, n: size }) => sum + score * size, 0) / n;
  const spread = groups.reduce((sum, { score, n: size }) => sum + size * (score - mean) ** 2, 0);
  const variance = (spread * hits * (n - hits)) / (n * (n - 1));
  if (variance <= 0) return null;
  const observed = groups.reduce((sum, { score, count }) => sum + (score - mean) * count, 0);
  const z = observed / Math.sqrt(variance);
  return { z, p: Math.min(1, erfc(Math.abs(z) / Math.SQRT2)) };
};
