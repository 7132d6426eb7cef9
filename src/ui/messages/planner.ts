/** Words of the screen where runs are planned. */
import type { RunEstimate } from '../../domain/seam';
import { count, plural } from '../format';
import type { Ablation } from '../state/run-choice';
import { type TermText, term } from './term';

export type SystemGroup = 'probes' | 'readers' | 'llm' | 'agents';

export const GROUP: Record<SystemGroup, { title: string; why: string }> = {
  probes: {
    title: 'Probes',
    why: 'Search only, with what the labels allow: what this retrieval finds, and what it would find if it were asked better.',
  },
  readers: {
    title: 'Readers',
    why: 'Search and answer with the small model that comes with the app, on this device.',
  },
  llm: {
    title: 'Ask a model',
    why: 'Chains of prompts that are written down: the language model is asked the same way every time.',
  },
  agents: {
    title: 'Agents',
    why: 'The language model decides itself what to search and read, until it answers or a budget ends it.',
  },
};

export const NEEDS_MODEL = 'These ask a language model, and none is set.';

export const ABLATION: Record<Ablation, TermText> = {
  'no-seed': term(
    'ablation-no-seed',
    'no seed',
    '',
    'neutral',
    'The register is written from the question alone, before anything was retrieved.',
  ),
  'no-updates': term(
    'ablation-no-updates',
    'no updates',
    '',
    'neutral',
    'The register is written once and never changed, so that an answer is not held back by what is open in it.',
  ),
  'full-replay': term(
    'ablation-full-replay',
    'full replay',
    '',
    'neutral',
    'The whole register is shown to the model after each step, not only what changed in it.',
  ),
};

export const BUDGET = {
  title: 'Budgets',
  why: 'Empty: as is usual for each system. The loops and tokens are of one question, the spending limit is of each run.',
  loops: 'Loops',
  context: 'Context tokens',
  spending: (currency: string | null): string =>
    currency === null ? 'Spending limit' : `Spending limit, ${currency}`,
  none: 'none',
  ablations: 'Ablations of the register',
  ablationsWhy:
    'One run each, for the agents with a register; the same run with everything is made as well, to compare.',
} as const;

export const INTERVENING = {
  possible:
    'For the probes that search hop by hop and for “ask and follow up”, where each question that the model asks is a hop; the same run without it is made as well, to compare.',
  impossible: 'Only for the probes that search hop by hop and for “ask and follow up”: choose one of them.',
} as const;

export const K_HINT = 'decides what a run takes as found while it goes on; the view’s k can differ';
export const USUAL_K = (k: number): string =>
  `k = ${k} is what “ask and follow up” is defined with; move it to compare at another`;

export const USES_CLASSIFIER =
  'Readers, the hop-by-hop probe, the agent with checked register and the policy “predicted” use the shipped classifier; it loads by itself and runs on this device. Reading takes longer than searching.';

/** "about 1,200 calls of the model with 2,400,000 tokens in and 60,000 out; about USD 1.20". */
export const modelEstimate = ({
  calls,
  inputTokens,
  outputTokens,
  cost,
  currency,
}: NonNullable<RunEstimate['model']>): string => {
  const load = `about ${plural(calls, 'call')} of the model with ${count(Math.round(inputTokens))} tokens in and ${count(Math.round(outputTokens))} out`;
  if (cost === null) return `${load}; no price known`;
  return `${load}; ${cost === 0 ? '' : 'about '}${money(cost, currency)}`;
};

/** Two digits of what is below one, so that a small amount does not read as nothing. */
export const money = (amount: number, currency: string): string => {
  if (amount === 0) return 'no cost';
  const digits = amount >= 1 ? 2 : Math.min(6, 1 - Math.floor(Math.log10(amount)));
  const least = 10 ** -digits;
  return amount < least ? `< ${currency} ${least.toFixed(digits)}` : `${currency} ${amount.toFixed(digits)}`;
};

export const estimateWords = (sum: RunEstimate): string =>
  `At most ${plural(sum.searches, 'search', 'searches')} in ${plural(sum.runs, 'run')} of ${plural(sum.questions, 'question')}; ${
    sum.model === null ? 'no key, no cost' : modelEstimate(sum.model)
  }`;
