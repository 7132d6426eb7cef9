import { isReformulation } from '../../../diagnosis/searches';
import { countedHits } from '../../../domain/counts-from';
import type {
  JudgeEvent,
  LimitEvent,
  LlmEvent,
  OpenEvent,
  QuestionEvent,
  ReadEvent,
  SearchEvent,
  SearchPurpose,
} from '../../../domain/trace';
import type { HopView } from '../../components/chain/hop-view';
import { plural } from '../../format';
import { MODEL } from '../../messages/trace';
import { type RegisterState, registerStates } from './register-states';

/** A gold passage among what one search retrieved. */
export interface Found {
  gold: string;
  /** The card (hop or passage) it belongs to. */
  card: number;
  rank: number;
  /** An earlier step had found it already. */
  again: boolean;
}

export type Step = { number: number } & (
  | {
      kind: 'search';
      query: string;
      hop: number | null;
      purpose: SearchPurpose;
      /** The agent's tool, where it has several. */
      tool: string;
      /** Chunks that count as retrieved: those within k, or those that an agent was shown. */
      within: number;
      /** Hits that an agent asked to be shown; null: k decides. */
      shown: number | null;
      found: Found[];
      /** False: what it finds is not retrieved by the system (a leg of a fusion, a reformulation for certificates). */
      counts: boolean;
      /** It repeats an earlier search, and the number of that step; null: it is none, or that step is not in the trace. */
      repeat: boolean;
      repeats: number | null;
      /** Numbers of the steps whose rankings were fused into this one; null: it was searched. */
      fused: number[] | null;
      /** Hops whose answers the query still lacks. */
      unresolved: number[];
      /** Hits that a cross-encoder put in order; null: the retriever's own order. */
      reranked: number | null;
    }
  | {
      kind: 'read';
      hop: number | null;
      asked: string;
      /** Passages read. */
      passages: number;
      /** Best first; empty: nothing beats "no answer" anywhere. */
      spans: ReadEvent['spans'];
    }
  | ({ kind: 'judge'; item: string | null } & Pick<
      JudgeEvent,
      'hop' | 'asked' | 'state' | 'probability' | 'threshold' | 'chunk' | 'use'
    >)
  | ({ kind: 'llm' } & Omit<LlmEvent, 'event' | 'question' | 'step'>)
  | ({ kind: 'open' } & Pick<OpenEvent, 'chunks' | 'unknown'>)
  | { kind: 'register'; state: RegisterState }
  | { kind: 'nudge'; loops: number }
  | ({ kind: 'limit' } & Pick<LimitEvent, 'limit' | 'used' | 'of'>)
  | { kind: 'answer'; text: string; abstained: boolean; forced: boolean }
  | { kind: 'note'; text: string }
  | { kind: 'error'; text: string; code: string }
  /** An event that this build does not know. */
  | { kind: 'unknown'; name: string }
);
export type StepOf<K extends Step['kind']> = Extract<Step, { kind: K }>;

type Owners = ReadonlyMap<string, { gold: string; card: number }[]>;

const ownersOf = (hops: readonly HopView[]): Owners => {
  const owners = new Map<string, { gold: string; card: number }[]>();
  for (const hop of hops)
    for (const gold of hop.golds)
      for (const chunk of gold.chunks) {
        const list = owners.get(chunk) ?? [];
        list.push({ gold: gold.gold.id, card: hop.id });
        owners.set(chunk, list);
      }
  return owners;
};

const foundBy = (hits: SearchEvent['hits'], owners: Owners, seen: ReadonlySet<string>): Found[] => {
  const best = new Map<string, Found>();
  for (const hit of hits)
    for (const { gold, card } of owners.get(hit.chunk) ?? []) {
      const key = `${card} ${gold}`;
      if (!best.has(key)) best.set(key, { gold, card, rank: hit.rank, again: seen.has(gold) });
    }
  return [...best.values()].sort((a, b) => a.card - b.card || a.rank - b.rank);
};

type PlainEvent = Exclude<QuestionEvent, { event: 'done' | 'search' | 'register' }>;

/** Steps that are their event. A new kind of event that is forgotten here fails to compile, and says so in the timeline. */
const plainStep = (event: PlainEvent, number: number): Step => {
  switch (event.event) {
    case 'read': {
      const { hop, asked, spans, chunks } = event;
      return { kind: 'read', number, hop, asked, passages: chunks.length, spans };
    }
    case 'judge': {
      const { hop, item = null, asked, state, probability, threshold, chunk, use } = event;
      return { kind: 'judge', number, hop, item, asked, state, probability, threshold, chunk, use };
    }
    case 'llm': {
      const { event: _, question: __, step: ___, ...rest } = event;
      return { kind: 'llm', number, ...rest };
    }
    case 'open':
      return { kind: 'open', number, chunks: event.chunks, unknown: event.unknown };
    case 'nudge':
      return { kind: 'nudge', number, loops: event.loops };
    case 'limit':
      return { kind: 'limit', number, limit: event.limit, used: event.used, of: event.of };
    case 'answer': {
      const { text, abstained, forced } = event;
      return { kind: 'answer', number, text, abstained, forced };
    }
    case 'note':
      return { kind: 'note', number, text: event.message };
    case 'error':
      return { kind: 'error', number, text: event.message, code: event.code };
    default: {
      const other: never = event;
      return { kind: 'unknown', number, name: String((other as { event?: unknown }).event) };
    }
  }
};

/** What the run did, in order, with the gold that each search found. Every event but the end of the question is a step. */
export function stepsOf(events: QuestionEvent[], hops: HopView[], k: number): Step[] {
  const owners = ownersOf(hops);
  const states = registerStates(events).values();
  const seen = new Set<string>();
  const steps: Step[] = [];
  const numberOf = new Map<number, number>();

  const searchStep = (event: SearchEvent, number: number): Step => {
    const hits = countedHits(event, k);
    const found = foundBy(hits, owners, seen);
    const counts = !isReformulation(event);
    if (counts) for (const { gold } of found) seen.add(gold);
    return {
      kind: 'search',
      number,
      query: event.query,
      hop: event.hop,
      purpose: event.purpose,
      tool: event.tool,
      within: hits.length,
      shown: event.shown ?? null,
      found,
      counts,
      repeat: event.duplicateOf !== null,
      repeats: event.duplicateOf === null ? null : (numberOf.get(event.duplicateOf) ?? null),
      fused: event.fused?.flatMap((step) => numberOf.get(step) ?? []) ?? null,
      unresolved: event.unresolved,
      reranked: event.rerank?.depth ?? null,
    };
  };

  for (const event of events) {
    if (event.event === 'done') continue;
    const number = steps.length + 1;
    numberOf.set(event.step, number);
    if (event.event === 'search') steps.push(searchStep(event, number));
    else if (event.event === 'register') {
      const state = states.next().value;
      if (state !== undefined) steps.push({ kind: 'register', number, state });
    } else steps.push(plainStep(event, number));
  }
  return steps;
}

/** The register as it stood after the first `upTo` steps; null: there was none yet. */
export const registerAt = (steps: readonly Step[], upTo: number): RegisterState | null =>
  steps.slice(0, upTo).findLast((step) => step.kind === 'register')?.state ?? null;

/** Cards whose gold passages have all been retrieved by the first `upTo` steps. */
export function reachedBy(steps: Step[], hops: HopView[], upTo: number): Set<number> {
  const found = new Set<string>();
  for (const step of steps.slice(0, upTo)) {
    if (step.kind === 'search' && step.counts) for (const { gold } of step.found) found.add(gold);
  }
  return new Set(
    hops
      .filter((hop) => hop.goldIds.length > 0 && hop.goldIds.every((gold) => found.has(gold)))
      .map((hop) => hop.id),
  );
}

/** "6 searches, 2 of them repeats, 4 model replies: 4,812 tokens, cost 0.0011". */
export function stepsSummary(steps: Step[]): string {
  // A fusion asks no retriever.
  const searches = steps.filter((step) => step.kind === 'search').filter(({ fused }) => fused === null);
  const repeats = searches.filter(({ repeat }) => repeat).length;
  const open = searches.filter((step) => step.unresolved.length > 0).length;
  const parts = [plural(searches.length, 'search', 'searches')];
  if (repeats > 0) parts.push(`${repeats} of them ${repeats === 1 ? 'a repeat' : 'repeats'}`);
  if (open > 0) parts.push(`${open} asked with a bridge answer missing`);
  const of = (kind: Step['kind'], one: string): void => {
    const n = steps.filter((step) => step.kind === kind).length;
    if (n > 0) parts.push(plural(n, one));
  };
  of('read', 'reading');
  of('judge', 'judgement');
  const replies = steps.filter((step) => step.kind === 'llm');
  if (replies.length > 0) {
    const tokens = replies.reduce((sum, { usage }) => sum + (usage?.input ?? 0) + (usage?.output ?? 0), 0);
    const costs = replies.map(({ cost }) => cost);
    const cost = costs.includes(null) ? null : costs.reduce<number>((sum, one) => sum + (one ?? 0), 0);
    parts.push(MODEL.summary(replies.length, tokens, cost));
  }
  return parts.join(', ');
}
