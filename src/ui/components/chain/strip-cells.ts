import { STORED_DEPTH } from '../../../domain/retriever';

/** One cell of the strip of ranks; `rank` null: ranks left out. */
export interface StripCell {
  rank: number | null;
  gold: boolean;
  /** Past the cut at k. */
  beyond: boolean;
  /** The cut runs before this cell. */
  cut: boolean;
}

/** Ranks from the top that are always shown. */
const HEAD = 5;
/** Gold ranks that are shown one by one: more of them would be slivers without a number. */
const GOLD = 6;

/**
 * The ranks worth seeing: the first ones, the last within k, gold ranks, and what follows the cut; the rest is left
 * out, so that the strip fits a card at any k. Of many gold ranks the first and the last are shown; what is left out
 * between them is marked when it holds gold.
 */
export function stripCells(k: number, goldRanks: number[], depth = STORED_DEPTH): StripCell[] {
  const gold = new Set(goldRanks);
  const inOrder = [...gold].sort((a, b) => a - b);
  const single = inOrder.length <= GOLD ? inOrder : [...inOrder.slice(0, GOLD - 1), ...inOrder.slice(-1)];
  const shown = new Set<number>([k, ...single]);
  for (let rank = 1; rank <= Math.min(k, HEAD); rank++) shown.add(rank);
  if (k < depth && ![...gold].some((rank) => rank > k)) shown.add(k + 1);
  const ranks = [...shown].filter((rank) => rank >= 1 && rank <= depth).sort((a, b) => a - b);
  const cells: StripCell[] = [];
  const push = (rank: number | null, beyond: boolean, isGold = rank !== null && gold.has(rank)): void => {
    const cut = beyond && !cells.some((cell) => cell.beyond);
    cells.push({ rank, gold: isGold, beyond, cut });
  };
  const goldWithin = (from: number, to: number): boolean => inOrder.some((rank) => rank > from && rank < to);
  let last = 0;
  for (const rank of ranks) {
    if (rank - last === 2) push(rank - 1, rank - 1 > k);
    else if (rank - last > 2) push(null, last >= k, goldWithin(last, rank));
    push(rank, rank > k);
    last = rank;
  }
  if (last === depth - 1) push(depth, depth > k);
  else if (last < depth) push(null, last >= k, goldWithin(last, depth + 1));
  return cells;
}
