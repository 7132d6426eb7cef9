import { HopscopeError } from '../../domain/outcome';
import { nextAbove } from '../top-k';
import { wasmKernel } from '../wasm-kernel';

/** `bm25-scores.wat`, compiled: a loop here checks every index of every posting, and cannot use vector units. */
export const BM25_SCORES =
  'AGFzbQEAAAABDgJgA39/fwBgA39/fAF/AhABBGhvc3QGbWVtb3J5AgABAwQDAAABBx8DBWRlbnNlAAAHc2NhdHRlcgABCW5leHRBYm92' +
  'ZQACCu4EA4UCAgR/BHsgACABQQJ0aiEFAkADQCADIAJPDQH9DAAAAAAAAAAAAAAAAAAAAAAhB/0MAAAAAAAAAAAAAAAAAAAAACEI/QwA' +
  'AAAAAAAAAAAAAAAAAAAAIQn9DAAAAAAAAAAAAAAAAAAAAAAhCiAAIQQCQANAIAQgBU8NASAEKAIAIANBAnRqIQYgByAG/V0DAP1f/fAB' +
  'IQcgCCAG/V0DCP1f/fABIQggCSAG/V0DEP1f/fABIQkgCiAG/V0DGP1f/fABIQogBEEEaiEEDAALCyADQQN0IAf9CwQAIANBA3QgCP0L' +
  'BBAgA0EDdCAJ/QsEICADQQN0IAr9CwQwIANBCGohAwwACwsL3wEBBX8gACACQXxxQQJ0aiEDAkADQCAAIANPDQEgACgCAEEDdCEEIAAo' +
  'AgRBA3QhBSAAKAIIQQN0IQYgACgCDEEDdCEHIAQgBCsDACABKgIAu6A5AwAgBSAFKwMAIAEqAgS7oDkDACAGIAYrAwAgASoCCLugOQMA' +
  'IAcgBysDACABKgIMu6A5AwAgAEEQaiEAIAFBEGohAQwACwsgAyACQQNxQQJ0aiEDAkADQCAAIANPDQEgACgCAEEDdCEEIAQgBCsDACAB' +
  'KgIAu6A5AwAgAEEEaiEAIAFBBGohAQwACwsLgwECAXsBfyAC/RQhAwJAA0AgAEEIaiABSw0BIABBA3QhBCAE/QAEACAD/UogBP0ABBAg' +
  'A/1K/VAgBP0ABCAgA/1KIAT9AAQwIAP9Sv1Q/VD9Uw0BIABBCGohAAwACwsCQANAIAAgAU8NASAAQQN0KwMAIAJkDQEgAEEBaiEADAAL' +
  'CyAACw==';

/** Rows of a step of the kernel; scores and dense weights are padded with zeros to a multiple of it. */
const LANES = 8;
/** Dense terms that one pass adds up. A question with more of them gets the rest posting by posting. */
export const DENSE_AT_ONCE = 64;

export interface KernelSize {
  rows: number;
  postings: number;
  /** Terms that also have a weight for every row. */
  dense: number;
}

/** Adds up BM25 scores. The arrays live in the kernel's memory: fill them before the first search. */
export interface ScoreKernel {
  /** Row of each posting, < rows: nothing checks it again. */
  readonly postingRows: Uint32Array;
  /** Weight of each posting. */
  readonly weights: Float32Array;
  /** Per dense term its weight in every row of the corpus, 0 where it does not occur; length rows. */
  readonly dense: readonly Float32Array[];
  /** Length rows; whatever the last search left. */
  readonly scores: Float64Array;
  /** Begins a search: every score becomes the sum over these dense terms (at most DENSE_AT_ONCE, repeats count). */
  start(dense: readonly number[]): void;
  /** Adds the postings `begin…end` to the scores of their rows. */
  scatter(begin: number, end: number): void;
  /** First row from `from` on whose score is greater than `threshold`, or the number of rows. */
  nextAbove(from: number, threshold: number): number;
  /** 'simd', or 'loop' where WebAssembly or its SIMD is not available. */
  readonly kind: 'simd' | 'loop';
}

/** @throws HopscopeError `quota` when the postings do not fit into memory */
export function createScoreKernel(size: KernelSize): ScoreKernel {
  try {
    return simdKernel(size) ?? loopKernel(size);
  } catch (cause) {
    throw new HopscopeError(
      'quota',
      `The search index of ${size.rows} passages does not fit into memory: close other tabs, or use a smaller corpus.`,
      { cause, retryable: true },
    );
  }
}

interface Scores {
  dense(list: number, count: number, rows: number): void;
  scatter(postings: number, weights: number, count: number): void;
  nextAbove(row: number, rows: number, threshold: number): number;
}

const kernel = wasmKernel<Scores>(BM25_SCORES);

function simdKernel({ rows, postings, dense }: KernelSize): ScoreKernel | null {
  const padded = Math.ceil(rows / LANES) * LANES;
  const listAt = 8 * padded;
  const denseAt = listAt + 4 * DENSE_AT_ONCE;
  const rowsAt = denseAt + 4 * padded * dense;
  const weightsAt = rowsAt + 4 * postings;
  const instance = kernel.instantiate(weightsAt + 4 * postings);
  if (instance === null) return null;
  const { buffer, exports: scores } = instance;
  const list = new Uint32Array(buffer, listAt, DENSE_AT_ONCE);
  const blockAt = (d: number): number => denseAt + 4 * padded * d;
  return {
    kind: 'simd',
    postingRows: new Uint32Array(buffer, rowsAt, postings),
    weights: new Float32Array(buffer, weightsAt, postings),
    dense: Array.from({ length: dense }, (_, d) => new Float32Array(buffer, blockAt(d), rows)),
    scores: new Float64Array(buffer, 0, rows),
    start(terms) {
      terms.forEach((d, i) => {
        list[i] = blockAt(d);
      });
      scores.dense(listAt, terms.length, padded);
    },
    scatter: (begin, end) => scores.scatter(rowsAt + 4 * begin, weightsAt + 4 * begin, end - begin),
    nextAbove: (from, threshold) => scores.nextAbove(from, rows, threshold),
  };
}

/** The same scores without WebAssembly. */
export function loopKernel({ rows, postings, dense }: KernelSize): ScoreKernel {
  const postingRows = new Uint32Array(postings);
  const weights = new Float32Array(postings);
  const blocks = Array.from({ length: dense }, () => new Float32Array(rows));
  const scores = new Float64Array(rows);
  return {
    kind: 'loop',
    postingRows,
    weights,
    dense: blocks,
    scores,
    start(terms) {
      scores.fill(0);
      for (const d of terms) {
        const block = blocks[d] as Float32Array;
        for (let row = 0; row < rows; row++) scores[row] = (scores[row] as number) + (block[row] as number);
      }
    },
    // Four at a time takes half the time of one at a time.
    scatter(begin, end) {
      let p = begin;
      for (; p + 4 <= end; p += 4) {
        const a = postingRows[p] as number;
        const b = postingRows[p + 1] as number;
        const c = postingRows[p + 2] as number;
        const d = postingRows[p + 3] as number;
        scores[a] = (scores[a] as number) + (weights[p] as number);
        scores[b] = (scores[b] as number) + (weights[p + 1] as number);
        scores[c] = (scores[c] as number) + (weights[p + 2] as number);
        scores[d] = (scores[d] as number) + (weights[p + 3] as number);
      }
      for (; p < end; p++) {
        const row = postingRows[p] as number;
        scores[row] = (scores[row] as number) + (weights[p] as number);
      }
    },
    nextAbove: (from, threshold) => nextAbove(scores, from, rows, threshold),
  };
}
