import { components, type IIndex, type TokenScore } from '@orama/orama';
import { vector as oramaVector } from '@orama/orama/trees';
import type { Bm25Settings } from '../domain/retriever';
import { Bm25Index } from './lexical/bm25';
import { type Postings, PostingsBuilder } from './lexical/postings';
import type { TopRows } from './top-k';
import type { FlatVectors } from './vector/flat-vectors';

/** The property whose words are ranked, and the one that holds vectors. */
export const TEXT = 'text';
export const VECTOR = 'vector';

/**
 * Orama numbers documents from 1 in the order of insertion. They are inserted in ascending chunk id, so its
 * number is our row + 1, and "lower number first" on equal scores is the tie rule of design 03.
 */
const FIRST_NUMBER = 1;

const orama = components.index;
type OramaStore = components.index.Index;

/**
 * BM25 behind Orama's `index` component: the property `text` goes into typed-array postings ranked by true BM25.
 * All else (filters on other properties, ids, documents) stays Orama's.
 */
export class OramaRanking {
  /** How many results the next search has to rank: Orama's seam has no argument for it and expects all of them. */
  limit = 0;
  readonly #settings: Pick<Bm25Settings, 'k1' | 'b'>;
  /** Receives rows during insertion; null once ranking has begun, or when the postings came from storage. */
  #builder: PostingsBuilder | null;
  #bm25: Bm25Index | null;

  /** @param postings  stored postings of what will be inserted; its texts are then not read */
  constructor(settings: Pick<Bm25Settings, 'k1' | 'b'>, postings: Postings | null) {
    this.#settings = settings;
    this.#builder = postings === null ? new PostingsBuilder() : null;
    this.#bm25 = postings === null ? null : new Bm25Index(postings, settings);
  }

  /** The ranking of what was inserted; the first call ends insertion. */
  finish(): Bm25Index {
    if (this.#bm25 === null) {
      this.#bm25 = new Bm25Index((this.#builder ?? new PostingsBuilder()).build(), this.#settings);
      this.#builder = null;
    }
    return this.#bm25;
  }

  component(): IIndex<OramaStore> {
    return {
      ...orama.createIndex(),
      create: (instance, ids, { [TEXT]: _text, ...others }) => {
        const store = orama.create(instance, ids, others);
        store.searchableProperties.push(TEXT);
        store.searchablePropertiesWithTypes[TEXT] = 'string';
        return store;
      },
      insert: (...call) => {
        const [, , property, , , value, , , tokenizer] = call;
        if (property === TEXT) this.#builder?.add(tokenizer.tokenize(String(value)));
        else orama.insert(...call);
      },
      search: (...call) => {
        const [, term, tokenizer, , , , , , , , filter] = call;
        return tokenScores(this.finish().search(tokenizer.tokenize(term), this.limit, keepOnly(filter)));
      },
    };
  }
}

/**
 * Orama's vector node over one flat array: no similarity floor (its default of 0.8 would drop nearly every hit
 * of a MiniLM model), no copy of the vectors inside documents, and only the best `limit` rows come back.
 */
export class FlatVectorNode extends oramaVector.VectorIndex {
  readonly #vectors: FlatVectors;
  readonly #limit: () => number;

  constructor(vectors: FlatVectors, limit: () => number) {
    super(vectors.dimension);
    this.#vectors = vectors;
    this.#limit = limit;
  }

  override find(
    query: number[] | Float32Array,
    _similarity: number,
    filter: Set<number> | undefined,
  ): TokenScore[] {
    const vector = query instanceof Float32Array ? query : Float32Array.from(query);
    return tokenScores(this.#vectors.search(vector, this.#limit(), keepOnly(filter)));
  }
}

const keepOnly = (numbers: Set<number> | undefined): ((row: number) => boolean) | undefined =>
  numbers === undefined ? undefined : (row) => numbers.has(row + FIRST_NUMBER);

const tokenScores = ({ rows, scores }: TopRows): TokenScore[] =>
  Array.from(rows, (row, i) => [row + FIRST_NUMBER, scores[i] as number]);
