import type { PairScore } from '../domain/presence';
import type { SearchEvent } from '../domain/trace';

/** What a cross-encoder is given to put in order. */
export const RERANK_DEPTH = 20;

type Hit = SearchEvent['hits'][number];

/**
 * Hits in the order of their scores; equal ones, and those that could not be scored (last), stay as they were retrieved.
 * Ranks are those of the new order; `score` and `parts` stay the retriever's, so that one list has one unit.
 */
export const reranked = (hits: readonly Hit[], scores: readonly PairScore[]): Hit[] => {
  const score = (i: number): number => scores[i]?.probability ?? Number.NEGATIVE_INFINITY;
  return hits
    .map((hit, i) => ({ hit, score: score(i) }))
    .sort((a, b) => (a.score === b.score ? a.hit.rank - b.hit.rank : b.score - a.score))
    .map(({ hit }, i) => ({ ...hit, rank: i + 1 }));
};
