import { HopscopeError } from '../../domain/outcome';
import type { Bm25Settings } from '../../domain/retriever';
import { type TopRows, topK } from '../top-k';
import type { Postings } from './postings';
import { createScoreKernel, DENSE_AT_ONCE, type KernelSize, type ScoreKernel } from './score-kernel';

/**
 * Share of the rows from which on a term also gets a weight for every row, which the kernel adds up in order. A lower
 * share takes more memory and was not measurably faster.
 */
const DENSE_SHARE = 1 / 4;

/**
 * BM25 as in Lucene (Robertson and Zaragoza 2009; the variant without the factor k1 + 1, which bm25s calls
 * `lucene`): Σ ln(1 + (N − df + ½) / (df + ½)) · tf / (tf + k1 · (1 − b + b · |d| / avg |d|)), over every
 * occurrence of a term in the query.
 *
 * Each posting's weight is computed once and rounded to float32, and scores are summed in float64. A float64
 * holds the sum of a few dozen float32 numbers exactly, so neither the order of the query's words nor the
 * numbering of terms can change a score or break a tie.
 */
export class Bm25Index {
  /** What it was made of; `rows` lies in the kernel's memory, so that it exists once. */
  readonly postings: Postings;
  readonly #kernel: ScoreKernel;
  /** Dense terms → their place in the kernel. */
  readonly #dense: ReadonlyMap<number, number>;

  /**
   * @param makeKernel  how scores are added up; for tests of the way that a browser would not choose
   * @throws HopscopeError `damaged` when a posting names a row or an offset a posting that is not there, `quota` without memory
   */
  constructor(
    postings: Postings,
    settings: Pick<Bm25Settings, 'k1' | 'b'>,
    makeKernel: (size: KernelSize) => ScoreKernel = createScoreKernel,
  ) {
    checkBounds(postings);
    const weights = termWeights(postings, settings);
    this.#dense = denseTerms(postings);
    this.#kernel = makeKernel({
      rows: postings.lengths.length,
      postings: postings.rows.length,
      dense: this.#dense.size,
    });
    this.#kernel.postingRows.set(postings.rows);
    this.#kernel.weights.set(weights);
    this.postings = { ...postings, rows: this.#kernel.postingRows };
    for (const [t, d] of this.#dense) this.#spread(t, this.#kernel.dense[d] as Float32Array);
  }

  /**
   * The k best rows that hold at least one of the terms; a term given twice counts twice. Every posting of every term
   * is read: pruning in the manner of MaxScore was measured, and loses where ranks are kept to depth 50 and more.
   */
  search(terms: readonly string[], k: number, keep?: (row: number) => boolean): TopRows {
    const { vocabulary, offsets, lengths } = this.postings;
    const kernel = this.#kernel;
    const dense: number[] = [];
    const sparse: number[] = [];
    for (const term of terms) {
      const t = vocabulary.get(term);
      if (t === undefined) continue;
      const d = dense.length < DENSE_AT_ONCE ? this.#dense.get(t) : undefined;
      if (d === undefined) sparse.push(t);
      else dense.push(d);
    }
    kernel.start(dense);
    for (const t of sparse) kernel.scatter(offsets[t] as number, offsets[t + 1] as number);
    return topK(kernel.scores, lengths.length, k, 0, keep, kernel.nextAbove);
  }

  /** Writes the weights of a term's postings to the places of their rows. */
  #spread(term: number, block: Float32Array): void {
    const { offsets, rows } = this.postings;
    const { weights } = this.#kernel;
    const end = offsets[term + 1] as number;
    for (let p = offsets[term] as number; p < end; p++) block[rows[p] as number] = weights[p] as number;
  }
}

function denseTerms({ lengths, offsets }: Postings): Map<number, number> {
  const dense = new Map<number, number>();
  const least = DENSE_SHARE * lengths.length;
  for (let t = 0; t + 1 < offsets.length; t++) {
    if ((offsets[t + 1] as number) - (offsets[t] as number) >= least) dense.set(t, dense.size);
  }
  return dense;
}

/** Weight of every posting, float32, in the order of `postings.rows`. */
function termWeights(postings: Postings, { k1, b }: Pick<Bm25Settings, 'k1' | 'b'>): Float32Array {
  const { lengths, offsets, rows, tf } = postings;
  const n = lengths.length;
  let tokens = 0;
  for (const length of lengths) tokens += length;
  const average = tokens / n;
  const saturation = Float64Array.from(lengths, (length) => k1 * (1 - b + (b * length) / average));
  const weights = new Float32Array(rows.length);
  for (let t = 0; t + 1 < offsets.length; t++) {
    const begin = offsets[t] as number;
    const end = offsets[t + 1] as number;
    const df = end - begin;
    const idf = Math.fround(Math.log(1 + (n - df + 0.5) / (df + 0.5)));
    for (let p = begin; p < end; p++) {
      const frequency = tf[p] as number;
      weights[p] = (idf * frequency) / (frequency + (saturation[rows[p] as number] as number));
    }
  }
  return weights;
}

/**
 * The kernel looks at no bound, so what would make it read or write elsewhere is refused here, once.
 * @throws HopscopeError `damaged`
 */
function checkBounds({ lengths, offsets, rows }: Postings): void {
  let begin = 0;
  let sound = true;
  for (const end of offsets) {
    if (end < begin) sound = false;
    begin = end;
  }
  if (begin > rows.length) sound = false;
  const n = lengths.length;
  for (let p = 0; p < rows.length; p++) if ((rows[p] as number) >= n) sound = false;
  if (!sound) {
    throw new HopscopeError('damaged', 'The search index is damaged; it is built again from the documents.', {
      retryable: true,
    });
  }
}
