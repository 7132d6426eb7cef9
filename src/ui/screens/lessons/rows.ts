import type { Hit } from '../../../domain/retriever';

export interface Row {
  hit: Hit;
  mark: string | null;
  /** 1-based piece of its document; null for the first, which most documents are whole in. */
  piece: number | null;
  beyond: boolean;
  /** The first row past the cut. */
  firstBeyond: boolean;
}

const pieceOf = (chunk: string): number | null => {
  const ordinal = Number(chunk.slice(chunk.lastIndexOf('#') + 1));
  return ordinal > 0 ? ordinal + 1 : null;
};

/** The first k, one more, and marked chunks however far down; marked ones that were not found at all are `absent`. */
export const trialRows = (
  hits: readonly Hit[],
  k: number,
  marks: ReadonlyMap<string, string>,
): { shown: Row[]; absent: { chunk: string; mark: string }[] } => {
  const kept = hits.filter(({ chunk, rank }) => rank <= k + 1 || marks.has(chunk));
  const shown = kept.map((hit, at) => {
    const beyond = hit.rank > k;
    return {
      hit,
      mark: marks.get(hit.chunk) ?? null,
      piece: pieceOf(hit.chunk),
      beyond,
      firstBeyond: beyond && (kept[at - 1]?.rank ?? 0) <= k,
    };
  });
  const found = new Set(hits.map(({ chunk }) => chunk));
  const absent = [...marks].flatMap(([chunk, mark]) => (found.has(chunk) ? [] : [{ chunk, mark }]));
  return { shown, absent };
};
