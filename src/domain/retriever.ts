import type { ChunkingSettings } from './corpus';

export type RetrieverKind = 'bm25' | 'vector' | 'hybrid';

export interface Bm25Settings {
  k1: number;
  b: number;
  /** Snowball language for stemming, or null for none. */
  stemmer: string | null;
  stopWords: boolean;
}

export const DEFAULT_BM25: Bm25Settings = { k1: 1.2, b: 0.75, stemmer: null, stopWords: false };

export interface HybridSettings {
  fusion: 'rrf' | 'weighted';
  /** Constant of reciprocal rank fusion. */
  rrfK: number;
  /** Weight of the vector leg in weighted score fusion, 0…1. */
  vectorWeight: number;
  /** How many hits each leg contributes. */
  depth: number;
}

export const DEFAULT_HYBRID: HybridSettings = { fusion: 'rrf', rrfK: 60, vectorWeight: 0.5, depth: 100 };

/** Everything that could change a ranking, except the corpus and k. */
export interface RetrieverSettings {
  kind: RetrieverKind;
  bm25: Bm25Settings;
  hybrid: HybridSettings;
  /** Catalogue id of the encoder; ignored by `bm25`. */
  model: string;
}

/**
 * Identity of a retriever (05.1). Two runs share a retriever only if `id` is equal; `id` leaves k out and
 * is combined with k where a claim depends on it, so that a k slider needs no new search.
 */
export interface RetrieverIdentity {
  /** Hash of all the rest. */
  id: string;
  kind: RetrieverKind;
  corpus: string;
  chunking: ChunkingSettings;
  settings: RetrieverSettings;
  /** Encoder with revision, dtype and device class; null for bm25. */
  model: string | null;
}

export interface HitPart {
  rank: number;
  score: number;
}

/** Ranks are 1-based. `parts` keeps each leg's rank and score. */
export interface Hit {
  chunk: string;
  rank: number;
  score: number;
  parts?: { bm25?: HitPart; vector?: HitPart };
}

/** Ranks are stored to this depth per search, so that curves and the k slider need no new search. */
export const STORED_DEPTH = 50;
export const DEFAULT_K = 5;
