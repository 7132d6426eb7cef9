/** Arithmetic mean; null for no values, because absent knowledge is never 0. */
export const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
