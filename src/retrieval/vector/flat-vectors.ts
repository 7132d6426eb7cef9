import { type TopRows, topK } from '../top-k';
import { createDotKernel, type DotKernel } from './dot-kernel';

/**
 * Unit vectors of all rows in one Float32Array, searched exactly. A row is a chunk's place in ascending id order;
 * rows without a vector yet are known and never ranked.
 */
export class FlatVectors {
  readonly dimension: number;
  readonly rows: number;
  readonly #kernel: DotKernel;
  readonly #present: Uint8Array;
  #filled = 0;

  /** @param kernel  how inner products are made; for tests of the one that a browser would not choose */
  constructor(rows: number, dimension: number, kernel: DotKernel = createDotKernel(rows, dimension)) {
    this.rows = rows;
    this.dimension = dimension;
    this.#kernel = kernel;
    this.#present = new Uint8Array(rows);
  }

  /** Rows that have a vector. */
  get filled(): number {
    return this.#filled;
  }

  get complete(): boolean {
    return this.#filled === this.rows;
  }

  has(row: number): boolean {
    return this.#present[row] === 1;
  }

  /** Copies a unit vector of length `dimension` into its row. */
  set(row: number, vector: Float32Array): void {
    this.#kernel.matrix.set(vector, row * this.#kernel.stride);
    if (this.#present[row] === 0) {
      this.#present[row] = 1;
      this.#filled++;
    }
  }

  /**
   * The k rows of highest cosine with a unit query vector; every row that has a vector is a candidate, whatever its
   * cosine. Two steps keep it both fast and exact: float32 inner products of all rows, then the float64 inner
   * products (rounded once to float32) of every row that the first step's rounding could have misplaced.
   */
  search(query: Float32Array, k: number, keep?: (row: number) => boolean): TopRows {
    const wanted =
      this.complete && keep === undefined
        ? undefined
        : (row: number) => this.has(row) && (keep?.(row) ?? true);
    const approximate = this.#kernel.scores(query);
    const first = topK(approximate, this.rows, k, Number.NEGATIVE_INFINITY, wanted);
    const last = first.scores.at(-1);
    if (last === undefined) return first;
    // n products and sums of unit vectors are off by at most n · 2⁻²⁴ (Higham 2002, section 3.1), twice over
    // because both the row and the k-th row may be.
    const border = last - 2 * this.dimension * 2 ** -24;
    const candidates: number[] = [];
    for (let row = 0; row < this.rows; row++) {
      if ((approximate[row] as number) >= border && (wanted === undefined || wanted(row)))
        candidates.push(row);
    }
    const exact = Float32Array.from(candidates, (row) => this.#cosine(query, row));
    const best = topK(exact, exact.length, k, Number.NEGATIVE_INFINITY);
    return { rows: best.rows.map((i) => candidates[i] as number), scores: best.scores };
  }

  #cosine(query: Float32Array, row: number): number {
    const { matrix, stride } = this.#kernel;
    let sum = 0;
    for (let i = 0, at = row * stride; i < this.dimension; i++, at++) {
      sum += (query[i] as number) * (matrix[at] as number);
    }
    return sum;
  }
}
