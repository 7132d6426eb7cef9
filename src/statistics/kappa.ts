/** Agreement of two judges on two classes: counts of the cells of their table. */
export interface AgreementTable {
  bothPresent: number;
  onlyA: number;
  onlyB: number;
  bothAbsent: number;
}

const Z95 = 1.959963984540054;

/**
 * Cohen's κ with its analytic 95% interval, from the large-sample standard error of Fleiss, Cohen and Everitt (1969).
 * Null for n = 0, and where chance alone would agree always (both judges say the same one word), because κ is 0/0 there.
 */
export const cohenKappa = (
  table: AgreementTable,
): { value: number; low: number; high: number; standardError: number } | null => {
  const { bothPresent, onlyA, onlyB, bothAbsent } = table;
  const n = bothPresent + onlyA + onlyB + bothAbsent;
  if (n === 0) return null;
  const p = [
    [bothPresent / n, onlyA / n],
    [onlyB / n, bothAbsent / n],
  ] as const;
  const rows = [p[0][0] + p[0][1], p[1][0] + p[1][1]] as const;
  const columns = [p[0][0] + p[1][0], p[0][1] + p[1][1]] as const;
  const observed = p[0][0] + p[1][1];
  const chance = rows[0] * columns[0] + rows[1] * columns[1];
  if (chance === 1) return null;
  const value = (observed - chance) / (1 - chance);
  let diagonal = 0;
  let crossed = 0;
  for (const i of [0, 1] as const) {
    diagonal += p[i][i] * (1 - (rows[i] + columns[i]) * (1 - value)) ** 2;
    const j = i === 0 ? 1 : 0;
    crossed += p[i][j] * (columns[i] + rows[j]) ** 2;
  }
  const variance =
    (diagonal + (1 - value) ** 2 * crossed - (value - chance * (1 - value)) ** 2) / ((1 - chance) ** 2 * n);
  // Rounding may leave a tiny negative number where agreement is perfect.
  const standardError = Math.sqrt(Math.max(0, variance));
  return { value, low: value - Z95 * standardError, high: value + Z95 * standardError, standardError };
};
