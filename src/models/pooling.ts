/** From token states to one unit vector a text (design 03, "Encoders"). Pure. */

export const POOLINGS = ['mean', 'cls', 'last_token'] as const;
export type Pooling = (typeof POOLINGS)[number];

/** Token states of one text in a padded batch: `hidden` is row-major [rows, length, dimension]. */
export interface TokenStates {
  hidden: Float32Array;
  row: number;
  /** Padded length of the batch. */
  length: number;
  dimension: number;
  /** Real tokens are [from, to) of the row; the rest is padding, on whichever side. */
  from: number;
  to: number;
}

/**
 * Writes the pooled vector into `into` (length `dimension`). `cls` is the first real token and `last_token` the last
 * real one, so neither depends on the side of the padding.
 */
export const pool = (states: TokenStates, pooling: Pooling, into: Float32Array): void => {
  const { hidden, row, length, dimension, from, to } = states;
  const base = row * length * dimension;
  if (pooling !== 'mean') {
    const start = base + (pooling === 'cls' ? from : to - 1) * dimension;
    into.set(hidden.subarray(start, start + dimension));
    return;
  }
  // Summed in doubles: a float sum over 256 tokens already loses digits that the 0.999 comparison can see.
  const sum = new Float64Array(dimension);
  for (let token = from; token < to; token++) {
    const start = base + token * dimension;
    for (let i = 0; i < dimension; i++) sum[i] = (sum[i] ?? 0) + (hidden[start + i] ?? 0);
  }
  const count = Math.max(1, to - from);
  for (let i = 0; i < dimension; i++) into[i] = (sum[i] ?? 0) / count;
};

/** Scales to length 1 in place. False when that cannot be done (zero, NaN or infinite): the caller must not use it. */
export const normalise = (vector: Float32Array): boolean => {
  let squares = 0;
  for (const value of vector) squares += value * value;
  if (!Number.isFinite(squares) || squares === 0) return false;
  const scale = 1 / Math.sqrt(squares);
  for (let i = 0; i < vector.length; i++) vector[i] = (vector[i] ?? 0) * scale;
  return true;
};

/** Cosine of two vectors of one length; NaN when one of them has no direction. */
export const cosine = (a: ArrayLike<number>, b: ArrayLike<number>): number => {
  if (a.length !== b.length) return Number.NaN;
  let dot = 0;
  let aa = 0;
  let bb = 0;
  for (let i = 0; i < a.length; i++) {
    const x = a[i] ?? 0;
    const y = b[i] ?? 0;
    dot += x * y;
    aa += x * x;
    bb += y * y;
  }
  return aa === 0 || bb === 0 ? Number.NaN : dot / Math.sqrt(aa * bb);
};
