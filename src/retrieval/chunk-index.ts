import { create, insertMultiple, type Orama, type Results, search, type Tokenizer } from '@orama/orama';
import { type Chunk, indexText } from '../domain/corpus';
import type { Bm25Settings } from '../domain/retriever';
import type { Analyser } from './lexical/analyser';
import type { Postings } from './lexical/postings';
import { FlatVectorNode, OramaRanking, TEXT, VECTOR } from './orama-ranking';
import type { FlatVectors } from './vector/flat-vectors';

/** A ranked chunk of one leg. */
export interface ScoredChunk {
  chunk: string;
  score: number;
}

const SCHEMA = { [TEXT]: 'string' } as const;
type ChunkDatabase = Orama<typeof SCHEMA, ReturnType<OramaRanking['component']>>;

/** Ascending by id in UTF-16 code units: the order of rows, and the tie rule. */
export const byId = (a: Pick<Chunk, 'id'>, b: Pick<Chunk, 'id'>): number =>
  a.id < b.id ? -1 : a.id > b.id ? 1 : 0;

/** Chunks inserted between two turns of the event loop. */
const SLICE = 1000;

/**
 * The chunks of a corpus in Orama, ranked by BM25 and by exact cosine. One instance serves one analyser and one
 * pair (k1, b).
 */
export class ChunkIndex {
  readonly #database: ChunkDatabase;
  readonly #ranking: OramaRanking;
  #vectors: FlatVectors | null = null;

  private constructor(analyser: Analyser, ranking: OramaRanking) {
    this.#ranking = ranking;
    this.#database = create({
      schema: SCHEMA,
      // Sorting by a property is never asked for, and its tables cost as much as the postings.
      sort: { enabled: false },
      components: {
        index: ranking.component(),
        tokenizer: oramaTokenizer(analyser),
        getDocumentProperties: (document, paths) =>
          paths.includes(TEXT) ? { [TEXT]: indexText(document as unknown as Chunk) } : {},
      },
    });
  }

  /**
   * @param chunks  ascending by id (`byId`), ids unique
   * @param between  called between slices with the number of chunks done; may wait (pause) or throw (cancel)
   * @param postings  stored postings of the same chunks and analyser: the texts are not read again
   */
  static async create(
    chunks: readonly Chunk[],
    analyser: Analyser,
    settings: Pick<Bm25Settings, 'k1' | 'b'>,
    between: (done: number) => Promise<void> = async () => {},
    postings: Postings | null = null,
  ): Promise<ChunkIndex> {
    const ranking = new OramaRanking(settings, postings);
    const index = new ChunkIndex(analyser, ranking);
    for (let from = 0; from < chunks.length; from += SLICE) {
      await between(from);
      insertMultiple(index.#database, chunks.slice(from, from + SLICE), SLICE);
    }
    ranking.finish();
    await between(chunks.length);
    return index;
  }

  get postings(): Postings {
    return this.#ranking.finish().postings;
  }

  /** Best first, at most k; fewer when fewer chunks share a word with the query. */
  searchText(query: string, k: number): ScoredChunk[] {
    return this.#search(k, { mode: 'fulltext', term: query, properties: [TEXT] });
  }

  /**
   * @param vectors  of the same rows
   * @param query  unit vector of their space
   */
  searchVectors(vectors: FlatVectors, query: Float32Array, k: number): ScoredChunk[] {
    if (this.#vectors !== vectors) {
      const node = new FlatVectorNode(vectors, () => this.#ranking.limit);
      this.#database.data.index.vectorIndexes[VECTOR] = { type: 'Vector', node, isArray: false };
      this.#vectors = vectors;
    }
    return this.#search(k, {
      mode: 'vector',
      vector: { value: query, property: VECTOR },
      similarity: -1,
    });
  }

  #search(k: number, parameters: object): ScoredChunk[] {
    this.#ranking.limit = k;
    // Without `includeVectors` Orama writes `vector: null` into the chunks it returns, which are ours.
    const wanted = { ...parameters, limit: k, includeVectors: true };
    const found = search(this.#database, wanted as never) as Results<Chunk>;
    return found.hits.map(({ id, score }) => ({ chunk: id, score }));
  }
}

const oramaTokenizer = (analyser: Analyser): Tokenizer => ({
  language: analyser.id,
  normalizationCache: new Map(),
  tokenize: (text) => analyser.terms(text),
});
