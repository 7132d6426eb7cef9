import type { Hit, HybridSettings } from '../domain/retriever';
import type { ChunkIndex, ScoredChunk } from './chunk-index';
import { fuseLegs } from './fusion';
import type { FlatVectors } from './vector/flat-vectors';

/**
 * What every retriever is (design 03). At most k hits, best first, deterministic: equal scores are ordered by chunk
 * id. A ranking for a smaller k is the beginning of the ranking for a larger one.
 */
export interface Retriever {
  search(query: string, k: number): Promise<Hit[]>;
}

/** Unit vector of a query in the space of the indexed vectors. */
export type QueryEncoder = (query: string) => Promise<Float32Array>;

const hitsOf = (leg: 'bm25' | 'vector', found: ScoredChunk[]): Hit[] =>
  found.map(({ chunk, score }, i) => ({
    chunk,
    rank: i + 1,
    score,
    parts: { [leg]: { rank: i + 1, score } },
  }));

export const bm25Retriever = (index: ChunkIndex): Retriever => ({
  search: async (query, k) => hitsOf('bm25', index.searchText(query, k)),
});

/** @param vectors  of all chunks of the index, in the encoder's space */
export const vectorRetriever = (
  index: ChunkIndex,
  vectors: FlatVectors,
  encode: QueryEncoder,
): Retriever => ({
  search: async (query, k) => hitsOf('vector', index.searchVectors(vectors, await encode(query), k)),
});

export const hybridRetriever = (
  index: ChunkIndex,
  vectors: FlatVectors,
  encode: QueryEncoder,
  settings: HybridSettings,
): Retriever => ({
  async search(query, k) {
    const semantic = index.searchVectors(vectors, await encode(query), settings.depth);
    return fuseLegs(index.searchText(query, settings.depth), semantic, settings, k);
  },
});
