/** Words around a run's trace: its timeline, what its model was asked, and its export. */
import type { LimitEvent, LlmEvent } from '../../domain/trace';
import { count, plural } from '../format';

export const EXPORT_WITHOUT_TEXTS = {
  label: 'Trace without texts',
  title:
    'Without what the model was asked and replied, in which passages of your documents stand; all else is kept.',
};

/** In the currency of the price table; null: some price is not known. */
export const costText = (cost: number | null): string => {
  if (cost === null) return 'cost not known';
  if (cost === 0) return 'cost 0';
  return cost < 0.0001 ? 'cost below 0.0001' : `cost ${cost.toFixed(4)}`;
};

type Reply = Pick<LlmEvent, 'usage' | 'cost' | 'ms' | 'retries' | 'cached' | 'truncated'>;

/** What the model was asked and what came of it. */
export const MODEL = {
  summary: (replies: number, tokens: number, cost: number | null): string =>
    `${plural(replies, 'model reply', 'model replies')}: ${plural(tokens, 'token')}, ${costText(cost)}`,
  tokens: ({ input, output, cachedInput, counted }: NonNullable<LlmEvent['usage']>): string =>
    `${plural(input, 'token')} in${cachedInput > 0 ? ` (${count(cachedInput)} of them cached by the endpoint)` : ''}, ${count(output)} out${counted === 'endpoint' ? '' : ', estimated here'}`,
  facts: ({ usage, cost, ms, retries, cached }: Reply): string =>
    [
      usage === null ? 'tokens not recorded' : MODEL.tokens(usage),
      costText(cost),
      ms === null ? 'time not recorded' : `${count(Math.round(ms))} ms`,
      ...(retries > 0 ? [plural(retries, 'retry', 'retries')] : []),
      ...(cached ? ['from the response cache: nothing was sent'] : []),
    ].join(' · '),
  truncated: 'the reply was cut off at the limit of its tokens',
  calls: (names: readonly string[]): string => (names.length === 0 ? '' : `→ calls ${names.join(', ')}`),
  disclose: 'What it was asked and replied',
  noTexts: 'The words are not in this trace: it was exported without texts.',
  noReply: '(an empty reply)',
  asked: 'asked since its last reply',
  replied: 'replied',
};

export const OPENED = {
  /** Titles follow. */
  read: (n: number): string => `read ${plural(n, 'chunk')} in full`,
  nothing: 'asked to read, and got nothing',
  unknown: (ids: readonly string[]): string =>
    `refused, since no search of this question had brought ${ids.length === 1 ? 'it' : 'them'}: ${ids.join(', ')}`,
};

const LIMITS: Record<LimitEvent['limit'], string> = {
  loops: 'The budget of rounds ran out',
  context: 'The budget of context tokens ran out',
};

export const BUDGET = {
  nudge: (loops: number): string =>
    `nudged once, after ${plural(loops, 'round')}: answer if it can, or search only for what is missing`,
  limit: ({ limit, used, of }: Pick<LimitEvent, 'limit' | 'used' | 'of'>): string =>
    `${LIMITS[limit]} (${count(used)} of ${count(of)}): the answer after this is forced.`,
  forced: 'forced by the budget',
};

export const UNKNOWN_EVENT = (name: string): string =>
  `an event “${name}” that this Hopscope does not know: a newer one may show it`;

export const SEARCHED = {
  within: (n: number, k: number, shown: number | null): string =>
    shown === null ? `${n} within k = ${k}` : `${n} shown, as many as it asked for at most (${shown})`,
  tool: (tool: string): string => `by ${tool}`,
  repeat: (first: number | null): string =>
    first === null
      ? 'a repeat of an earlier search, not run again'
      : `repeat of ${first}, its passages returned`,
  fused: (steps: readonly number[]): string =>
    `nothing was searched: the rankings of ${steps.length === 0 ? 'earlier steps' : `steps ${steps.join(', ')}`} fused into one`,
  doesNotCount: 'does not count as retrieved',
};
