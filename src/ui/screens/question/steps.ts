import type { JudgeEvent, QuestionEvent, ReadEvent, SearchPurpose } from '../../../domain/trace';
import type { HopView } from '../../components/chain/hop-view';

/** A gold passage among the first k of one search. */
export interface Found {
  gold: string;
  /** The card (hop or passage) it belongs to. */
  card: number;
  rank: number;
  /** An earlier step had found it already. */
  again: boolean;
}

export type Step =
  | {
      kind: 'search';
      number: number;
      query: string;
      hop: number | null;
      purpose: SearchPurpose;
      /** Chunks within k. */
      within: number;
      found: Found[];
      /** Number of the step that this one repeats. */
      repeats: number | null;
      /** Hops whose answers the query still lacks. */
      unresolved: number[];
      /** Hits that a cross-encoder put in order; null: the retriever's own order. */
      reranked: number | null;
    }
  | {
      kind: 'read';
      number: number;
      hop: number | null;
      asked: string;
      /** Passages read. */
      passages: number;
      /** Best first; empty: nothing beats "no answer" anywhere. */
      spans: ReadEvent['spans'];
    }
  | ({ kind: 'judge'; number: number } & Pick<
      JudgeEvent,
      'hop' | 'asked' | 'state' | 'probability' | 'threshold' | 'chunk' | 'use'
    >)
  | { kind: 'answer'; number: number; text: string; abstained: boolean; forced: boolean }
  | { kind: 'note' | 'error'; number: number; text: string };

/** What the run did, in order, with the gold that each search found within k. */
export function stepsOf(events: QuestionEvent[], hops: HopView[], k: number): Step[] {
  const owners = new Map<string, { gold: string; card: number }[]>();
  for (const hop of hops) {
    for (const gold of hop.golds) {
      for (const chunk of gold.chunks) {
        const list = owners.get(chunk) ?? [];
        list.push({ gold: gold.gold.id, card: hop.id });
        owners.set(chunk, list);
      }
    }
  }
  const seen = new Set<string>();
  const steps: Step[] = [];
  const numberOf = new Map<number, number>();
  for (const event of events) {
    const number = steps.length + 1;
    if (event.event === 'search') {
      numberOf.set(event.step, number);
      const best = new Map<string, Found>();
      for (const hit of event.hits) {
        if (hit.rank > k) continue;
        for (const { gold, card } of owners.get(hit.chunk) ?? []) {
          const key = `${card} ${gold}`;
          if (!best.has(key)) best.set(key, { gold, card, rank: hit.rank, again: seen.has(gold) });
        }
      }
      const found = [...best.values()].sort((a, b) => a.card - b.card || a.rank - b.rank);
      for (const { gold } of found) seen.add(gold);
      steps.push({
        kind: 'search',
        number,
        query: event.query,
        hop: event.hop,
        purpose: event.purpose,
        within: event.hits.filter((hit) => hit.rank <= k).length,
        found,
        repeats: event.duplicateOf === null ? null : (numberOf.get(event.duplicateOf) ?? null),
        unresolved: event.unresolved,
        reranked: event.rerank?.depth ?? null,
      });
    } else if (event.event === 'read') {
      const { hop, asked, spans } = event;
      steps.push({ kind: 'read', number, hop, asked, passages: event.chunks.length, spans });
    } else if (event.event === 'judge') {
      const { hop, asked, state, probability, threshold, chunk, use } = event;
      steps.push({ kind: 'judge', number, hop, asked, state, probability, threshold, chunk, use });
    } else if (event.event === 'answer') {
      const { text, abstained, forced } = event;
      steps.push({ kind: 'answer', number, text, abstained, forced });
    } else if (event.event === 'note' || event.event === 'error') {
      steps.push({ kind: event.event, number, text: event.message });
    }
  }
  return steps;
}

/** Cards whose gold passages have all been retrieved within k by the first `upTo` steps. */
export function reachedBy(steps: Step[], hops: HopView[], upTo: number): Set<number> {
  const found = new Set<string>();
  for (const step of steps.slice(0, upTo)) {
    if (step.kind === 'search') for (const { gold } of step.found) found.add(gold);
  }
  return new Set(
    hops
      .filter((hop) => hop.goldIds.length > 0 && hop.goldIds.every((gold) => found.has(gold)))
      .map((hop) => hop.id),
  );
}

/** "4 searches, 1 of them a repeat; 2 asked with a bridge answer missing". */
export function stepsSummary(steps: Step[]): string {
  const searches = steps.filter((step) => step.kind === 'search');
  const repeats = searches.filter((step) => step.repeats !== null).length;
  const open = searches.filter((step) => step.unresolved.length > 0).length;
  const parts = [`${searches.length} ${searches.length === 1 ? 'search' : 'searches'}`];
  if (repeats > 0) parts.push(`${repeats} of them ${repeats === 1 ? 'a repeat' : 'repeats'}`);
  if (open > 0) parts.push(`${open} asked with a bridge answer missing`);
  const of = (kind: Step['kind'], one: string): void => {
    const n = steps.filter((step) => step.kind === kind).length;
    if (n > 0) parts.push(`${n} ${n === 1 ? one : `${one}s`}`);
  };
  of('read', 'reading');
  of('judge', 'judgement');
  return parts.join(', ');
}
