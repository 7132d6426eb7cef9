import type { Hit } from '../../../domain/retriever';
import type { HopView } from '../../components/chain/hop-view';

export interface TrialRow {
  hit: Hit;
  /** Cards whose gold this chunk is. */
  cards: HopView[];
  beyond: boolean;
  /** Ranks were left out before this row. */
  gap: boolean;
}

/** Rows past the cut that are always shown, so that a near miss is seen. */
export const AFTER = 3;

/** The first k hits, a few past the cut, and gold however far down. */
export function trialRows(hits: Hit[], hops: HopView[], k: number): TrialRow[] {
  const cardsOf = (chunk: string): HopView[] =>
    hops.filter((hop) => hop.golds.some((gold) => gold.chunks.includes(chunk)));
  const rows: TrialRow[] = [];
  let last = 0;
  for (const hit of hits) {
    const cards = cardsOf(hit.chunk);
    if (hit.rank > k + AFTER && cards.length === 0) continue;
    rows.push({ hit, cards, beyond: hit.rank > k, gap: hit.rank > last + 1 });
    last = hit.rank;
  }
  return rows;
}

/** The query to begin with: the sub-question of the first broken link, else of the last hop, else the question. */
export function firstQuery(hops: HopView[], question: string): string {
  const hop =
    hops.find((view) => view.firstBreak && view.state === 'missed') ??
    hops.find((view) => view.state === 'missed') ??
    hops[hops.length - 1];
  if (hop === undefined || hop.kind === 'gold') return question;
  return hop.parts.map((part) => part.text).join('');
}
