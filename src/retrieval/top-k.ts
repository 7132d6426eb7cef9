/** Rows with their scores, best first: higher score, then lower row. */
export interface TopRows {
  rows: Uint32Array;
  scores: Float64Array;
}

/** First row from `from` on whose score is greater than `threshold`, or the number of rows. */
export type NextAbove = (from: number, threshold: number) => number;

/**
 * The k best of `scores[0…n)` that are greater than `floor`, by a bounded min-heap in O(n log k).
 * Rows are numbered in ascending chunk id, so "lower row first" is the tie rule of design 03.
 * @param keep  leaves a row out when it returns false (a filter)
 * @param next  finds the next candidate: `nextAbove`, or a faster way to the same row
 */
export function topK(
  scores: Float64Array | Float32Array,
  n: number,
  k: number,
  floor: number,
  keep?: (row: number) => boolean,
  next: NextAbove = (from, threshold) => nextAbove(scores, from, n, threshold),
): TopRows {
  const capacity = Math.max(0, Math.min(k, n));
  const heapScores = new Float64Array(capacity);
  const heapRows = new Uint32Array(capacity);
  let size = 0;
  let threshold = floor;
  if (capacity === 0) return { rows: heapRows, scores: heapScores };
  for (let row = next(0, threshold); row < n; row = next(row + 1, threshold)) {
    if (keep !== undefined && !keep(row)) continue;
    const score = scores[row] as number;
    if (size < capacity) {
      siftUp(heapScores, heapRows, size++, score, row);
      if (size === capacity) threshold = heapScores[0] as number;
    } else {
      siftDown(heapScores, heapRows, size, score, row);
      threshold = heapScores[0] as number;
    }
  }
  return drain(heapScores, heapRows, size);
}

/**
 * First row from `from` on whose score is greater than `threshold`, or n. Rows ascend, so an equal score always loses
 * to what is already in a full heap. Nearly all of the time of a search is spent here, hence four rows at a time.
 */
export function nextAbove(
  scores: Float64Array | Float32Array,
  from: number,
  n: number,
  threshold: number,
): number {
  let row = from;
  while (
    row + 4 <= n &&
    !(
      (scores[row] as number) > threshold ||
      (scores[row + 1] as number) > threshold ||
      (scores[row + 2] as number) > threshold ||
      (scores[row + 3] as number) > threshold
    )
  )
    row += 4;
  while (row < n && !((scores[row] as number) > threshold)) row++;
  return row;
}

/** True when (score a, row a) ranks behind (score b, row b). */
const behind = (scoreA: number, rowA: number, scoreB: number, rowB: number): boolean =>
  scoreA < scoreB || (scoreA === scoreB && rowA > rowB);

function siftUp(scores: Float64Array, rows: Uint32Array, at: number, score: number, row: number): void {
  let i = at;
  while (i > 0) {
    const parent = (i - 1) >> 1;
    if (!behind(score, row, scores[parent] as number, rows[parent] as number)) break;
    scores[i] = scores[parent] as number;
    rows[i] = rows[parent] as number;
    i = parent;
  }
  scores[i] = score;
  rows[i] = row;
}

/** Puts (score, row) in the place of the root and restores the heap of `size` entries. */
function siftDown(scores: Float64Array, rows: Uint32Array, size: number, score: number, row: number): void {
  let i = 0;
  for (;;) {
    let child = 2 * i + 1;
    if (child >= size) break;
    const right = child + 1;
    if (
      right < size &&
      behind(scores[right] as number, rows[right] as number, scores[child] as number, rows[child] as number)
    )
      child = right;
    if (!behind(scores[child] as number, rows[child] as number, score, row)) break;
    scores[i] = scores[child] as number;
    rows[i] = rows[child] as number;
    i = child;
  }
  scores[i] = score;
  rows[i] = row;
}

function drain(scores: Float64Array, rows: Uint32Array, size: number): TopRows {
  const outRows = new Uint32Array(size);
  const outScores = new Float64Array(size);
  for (let left = size; left > 0; left--) {
    outRows[left - 1] = rows[0] as number;
    outScores[left - 1] = scores[0] as number;
    siftDown(scores, rows, left - 1, scores[left - 1] as number, rows[left - 1] as number);
  }
  return { rows: outRows, scores: outScores };
}
