export interface CalibrationBin {
  from: number;
  to: number;
  n: number;
  /** Mean probability; null for an empty bin. */
  mean: number | null;
  /** How many of them are true. */
  count: number;
}

/** Equal-width bins of probability, `[from, to)`, the last one closed. Entries without a known truth are left out. */
export const calibrationBins = (
  entries: Iterable<{ probability: number; truth: boolean }>,
  bins = 10,
): CalibrationBin[] => {
  const sums = Array.from({ length: bins }, () => ({ n: 0, sum: 0, count: 0 }));
  for (const { probability, truth } of entries) {
    const bin = sums[Math.min(bins - 1, Math.floor(probability * bins))];
    if (bin === undefined) continue;
    bin.n += 1;
    bin.sum += probability;
    if (truth) bin.count += 1;
  }
  return sums.map(({ n, sum, count }, at) => ({
    from: at / bins,
    to: (at + 1) / bins,
    n,
    mean: n === 0 ? null : sum / n,
    count,
  }));
};

/** Expected calibration error: mean distance of probability and share of true, weighted by the size of the bins. */
export const expectedCalibrationError = (bins: readonly CalibrationBin[]): number | null => {
  const n = bins.reduce((sum, bin) => sum + bin.n, 0);
  if (n === 0) return null;
  return bins.reduce(
    (sum, bin) => sum + (bin.mean === null ? 0 : Math.abs(bin.mean - bin.count / bin.n) * (bin.n / n)),
    0,
  );
};
