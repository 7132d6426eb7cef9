/**
 * An inverted index as flat arrays. The postings of term t are the entries `offsets[t] … offsets[t + 1]` of
 * `rows` (ascending) and `tf`. A row is a chunk's place in ascending id order.
 */
export interface Postings {
  /** Number of tokens of each row. */
  lengths: Uint32Array;
  /** Term → its number. */
  vocabulary: Map<string, number>;
  offsets: Uint32Array;
  rows: Uint32Array;
  /** How often the term occurs in the row. */
  tf: Uint32Array;
}

/** Collects postings row by row; memory is proportional to distinct (row, term) pairs, not to tokens. */
export class PostingsBuilder {
  #vocabulary = new Map<string, number>();
  #lengths: number[] = [];
  /** Where each row's pairs end. */
  #ends: number[] = [];
  #pairTerm = new Uint32Array(1 << 16);
  #pairTf = new Uint32Array(1 << 16);
  #pairs = 0;
  /** Last pair of each term: if it lies in the current row, the term was seen before in this row. */
  #lastPair: number[] = [];

  get rows(): number {
    return this.#lengths.length;
  }

  /** Adds the next row. */
  add(tokens: readonly string[]): void {
    const begin = this.#pairs;
    this.#reserve(begin + tokens.length);
    // Locals, because this loop runs for every token of the corpus.
    const vocabulary = this.#vocabulary;
    const lastPair = this.#lastPair;
    const pairTerm = this.#pairTerm;
    const pairTf = this.#pairTf;
    let pairs = begin;
    for (const token of tokens) {
      let term = vocabulary.get(token);
      if (term === undefined) {
        term = vocabulary.size;
        vocabulary.set(token, term);
        lastPair.push(-1);
      }
      const last = lastPair[term] as number;
      if (last >= begin) {
        pairTf[last] = (pairTf[last] as number) + 1;
      } else {
        pairTerm[pairs] = term;
        pairTf[pairs] = 1;
        lastPair[term] = pairs++;
      }
    }
    this.#pairs = pairs;
    this.#lengths.push(tokens.length);
    this.#ends.push(pairs);
  }

  /** Turns row-major pairs into term-major postings by a counting sort. */
  build(): Postings {
    const terms = this.#vocabulary.size;
    const offsets = new Uint32Array(terms + 1);
    for (let p = 0; p < this.#pairs; p++) {
      const after = (this.#pairTerm[p] as number) + 1;
      offsets[after] = (offsets[after] as number) + 1;
    }
    for (let t = 0; t < terms; t++) offsets[t + 1] = (offsets[t + 1] as number) + (offsets[t] as number);
    const next = offsets.slice(0, terms);
    const rows = new Uint32Array(this.#pairs);
    const tf = new Uint32Array(this.#pairs);
    let p = 0;
    for (let row = 0; row < this.#ends.length; row++) {
      for (const end = this.#ends[row] as number; p < end; p++) {
        const term = this.#pairTerm[p] as number;
        const at = next[term] as number;
        next[term] = at + 1;
        rows[at] = row;
        tf[at] = this.#pairTf[p] as number;
      }
    }
    return { lengths: Uint32Array.from(this.#lengths), vocabulary: this.#vocabulary, offsets, rows, tf };
  }

  #reserve(pairs: number): void {
    if (pairs <= this.#pairTerm.length) return;
    const size = Math.max(pairs, this.#pairTerm.length * 2);
    const grow = (old: Uint32Array<ArrayBuffer>) => {
      const larger = new Uint32Array(size);
      larger.set(old);
      return larger;
    };
    this.#pairTerm = grow(this.#pairTerm);
    this.#pairTf = grow(this.#pairTf);
  }
}
