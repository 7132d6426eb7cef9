import type { Criterion } from '../../../domain/diagnosis';
import type { Hit } from '../../../domain/retriever';
import type { HopView } from './hop-view';

/** What one trial query would do for one hop. */
export interface Heal {
  /** Rank at which the last gold passage that it has to bring arrives; null: one is not among the hits. */
  rank: number | null;
  /** Gold passages of the hop that the query itself finds within k, and how many the hop has. */
  hits: number;
  of: number;
  /** Nothing of the hop would be missing any more. */
  found: boolean;
  /** Found, and the run had missed it. */
  heals: boolean;
}

/**
 * Which links a query heals. Accumulated, it has to bring only what the run is missing; matched, the whole hop. Hops
 * without gold in the corpus cannot be healed by any query and are left out.
 */
export function healing(hops: HopView[], hits: Hit[], k: number, criterion: Criterion): Map<number, Heal> {
  const rankOf = new Map(hits.map((hit) => [hit.chunk, hit.rank]));
  const result = new Map<number, Heal>();
  for (const hop of hops) {
    if (hop.state === 'not-in-corpus' || hop.golds.length === 0) continue;
    const ranked = hop.golds.map((gold) => ({
      rank: Math.min(...gold.chunks.map((chunk) => rankOf.get(chunk) ?? Number.POSITIVE_INFINITY)),
      owed: hop.state !== 'missed' || criterion === 'matched' || !gold.retrieved,
    }));
    const last = Math.max(...ranked.filter(({ owed }) => owed).map(({ rank }) => rank));
    const found = last <= k;
    result.set(hop.id, {
      rank: Number.isFinite(last) ? last : null,
      hits: ranked.filter(({ rank }) => rank <= k).length,
      of: ranked.length,
      found,
      heals: found && hop.state === 'missed',
    });
  }
  return result;
}

/** What a trial does, in sentences: what it heals (null: nothing), and all the rest. */
export function healingWords(
  hops: HopView[],
  heals: Map<number, Heal>,
  k: number,
): { healed: string | null; rest: string } {
  const name = (hop: HopView): string => (hop.kind === 'hop' ? `hop ${hop.id}` : `passage ${hop.id}`);
  const list = (items: string[]): string =>
    items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
  const healed = hops.filter((hop) => heals.get(hop.id)?.heals);
  const broken = hops.filter((hop) => hop.state === 'missed');
  const still = broken.filter((hop) => !heals.get(hop.id)?.heals);
  const also = hops.filter((hop) => hop.state === 'retrieved' && heals.get(hop.id)?.found);
  const parts: string[] = [];
  const healedWords =
    healed.length === 0
      ? null
      : `Heals ${list(healed.map((hop) => `${name(hop)} (rank ${heals.get(hop.id)?.rank})`))}.`;
  if (still.length > 0) {
    const where = (hop: HopView): string => {
      const heal = heals.get(hop.id);
      if (heal === undefined || (heal.rank === null && heal.hits === 0)) return name(hop);
      if (heal.hits > 0) return `${name(hop)} in full (${heal.hits} of its ${heal.of} passages)`;
      return `${name(hop)} (rank ${heal.rank}, past k = ${k})`;
    };
    parts.push(`Does not reach ${list(still.map(where))}.`);
  }
  if (also.length > 0) parts.push(`Finds ${list(also.map(name))}, as the run did.`);
  if (broken.length === 0 && also.length === 0) parts.push(`Finds no gold passage within k = ${k}.`);
  return { healed: healedWords, rest: parts.join(' ') };
}
