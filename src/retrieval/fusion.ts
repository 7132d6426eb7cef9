import type { Hit, HybridSettings } from '../domain/retriever';

/** One ranked list to be fused, best first. */
export type Ranking = readonly { chunk: string; score: number }[];

/** A fused chunk, with its place in each ranking that has it (by index of the ranking). */
export interface FusedChunk {
  chunk: string;
  score: number;
  places: ({ rank: number; score: number } | undefined)[];
}

/** Higher score first, then chunk id ascending by UTF-16 code units (design 03). */
const bestFirst = (a: { chunk: string; score: number }, b: { chunk: string; score: number }): number =>
  b.score - a.score || (a.chunk < b.chunk ? -1 : a.chunk > b.chunk ? 1 : 0);

/**
 * Reciprocal rank fusion: Σ 1 / (rrfK + rank), ranks from 1 (Cormack, Clarke and Büttcher, SIGIR 2009). Serves
 * the legs of hybrid search and, in the same way, several queries for one question.
 */
export const reciprocalRankFusion = (rankings: readonly Ranking[], rrfK: number): FusedChunk[] =>
  fuse(rankings, (rank) => 1 / (rrfK + rank));

/**
 * Weighted score fusion. Scores of different retrievers have different scales, so each ranking is first brought to
 * 0…1 by its own lowest and highest score (1 when they are equal); a chunk that a ranking lacks gets 0 from it.
 * @param weights  one a ranking
 */
export const weightedScoreFusion = (
  rankings: readonly Ranking[],
  weights: readonly number[],
): FusedChunk[] => {
  const ranges = rankings.map((ranking) => ({
    low: ranking.reduce((low, { score }) => Math.min(low, score), Number.POSITIVE_INFINITY),
    high: ranking.reduce((high, { score }) => Math.max(high, score), Number.NEGATIVE_INFINITY),
  }));
  return fuse(rankings, (_rank, score, i) => {
    const { low, high } = ranges[i] as { low: number; high: number };
    return (weights[i] ?? 0) * (high === low ? 1 : (score - low) / (high - low));
  });
};

function fuse(
  rankings: readonly Ranking[],
  contribution: (rank: number, score: number, ranking: number) => number,
): FusedChunk[] {
  const fused = new Map<string, FusedChunk>();
  rankings.forEach((ranking, i) => {
    ranking.forEach(({ chunk, score }, at) => {
      let entry = fused.get(chunk);
      if (entry === undefined) {
        entry = { chunk, score: 0, places: new Array(rankings.length).fill(undefined) };
        fused.set(chunk, entry);
      }
      entry.score += contribution(at + 1, score, i);
      entry.places[i] = { rank: at + 1, score };
    });
  });
  return [...fused.values()].sort(bestFirst);
}

/** Hybrid search of two legs; each gives at most `settings.depth` hits, whatever k is. */
export function fuseLegs(bm25: Ranking, vector: Ranking, settings: HybridSettings, k: number): Hit[] {
  const legs = [bm25.slice(0, settings.depth), vector.slice(0, settings.depth)];
  const fused =
    settings.fusion === 'rrf'
      ? reciprocalRankFusion(legs, settings.rrfK)
      : weightedScoreFusion(legs, [1 - settings.vectorWeight, settings.vectorWeight]);
  return fused.slice(0, k).map(({ chunk, score, places: [lexical, semantic] }, i) => ({
    chunk,
    rank: i + 1,
    score,
    parts: {
      ...(lexical === undefined ? {} : { bm25: lexical }),
      ...(semantic === undefined ? {} : { vector: semantic }),
    },
  }));
}
