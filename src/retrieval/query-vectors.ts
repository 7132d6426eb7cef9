import type { EncoderState } from '../domain/seam';
import type { EncoderLink } from './encoder-link';

/** A run asks each question under several retrievers and k; 1,536 bytes a query are cheaper than 15 ms. */
const LIMIT = 2000;

/** Vectors of the last queries, by vector space and query. */
export class QueryVectors {
  readonly #link: EncoderLink;
  readonly #known = new Map<string, Promise<Float32Array | null>>();
  #count = 0;

  constructor(link: EncoderLink) {
    this.#link = link;
  }

  /** Null when the encoder moved to another space meanwhile: ask for its state, and again. */
  encode(query: string, { space }: EncoderState): Promise<Float32Array | null> {
    const key = `${space}\n${query}`;
    let vector = this.#known.get(key);
    if (vector === undefined) {
      vector = this.#ask(query, space);
      // Neither a failure nor a vector of another space is an answer for the next search.
      vector.then(
        (found) => found ?? this.#known.delete(key),
        () => this.#known.delete(key),
      );
    } else {
      this.#known.delete(key);
    }
    this.#known.set(key, vector);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= LIMIT) break;
      this.#known.delete(oldest);
    }
    return vector;
  }

  async #ask(query: string, space: string): Promise<Float32Array | null> {
    const encoded = await this.#link.encode([query], 'query', `query-${this.#count++}`);
    return encoded.space === space ? encoded.vectors : null;
  }
}
