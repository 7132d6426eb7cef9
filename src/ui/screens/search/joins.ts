import type { Hit } from '../../../domain/retriever';

/** A line between two columns: one passage at its rank in each. */
export interface Join {
  chunk: string;
  /** Ranks, 1-based, both among the rows shown. */
  left: number;
  right: number;
}

/** Lines between neighbouring columns, for passages that both show. */
export function joinsOf(left: Hit[], right: Hit[], rows: number): Join[] {
  const there = new Map(right.filter((hit) => hit.rank <= rows).map((hit) => [hit.chunk, hit.rank]));
  return left
    .filter((hit) => hit.rank <= rows && there.has(hit.chunk))
    .map((hit) => ({ chunk: hit.chunk, left: hit.rank, right: there.get(hit.chunk) ?? 0 }));
}

/** Rows that show the cut and a few passages past it. */
export const rowsFor = (k: number, depth: number): number => Math.min(depth, Math.max(10, k + 3));

/** Middle of a row in px; `cut` px are added below row k. */
export const rowMiddle = (rank: number, k: number, height: number, cut: number): number =>
  (rank - 0.5) * height + (rank > k ? cut : 0);
