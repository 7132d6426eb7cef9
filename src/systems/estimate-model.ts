/** About how much a run asks of a model, before anything is sent: calls and tokens from the shape of the system. */
import type { ChatConfig } from '../domain/chat-config';
import type { Question } from '../domain/question';
import type { RunEstimate } from '../domain/seam';
import { normaliseAddress } from '../llm/address';
import { costOf, priceOf } from '../llm/prices';
import type { System } from './system';

/** Of an English passage of the usual corpora with its title. */
const PASSAGE_TOKENS = 150;
/** Instructions, examples, the question. */
const PROMPT_TOKENS = 500;
const REPLY_TOKENS = 120;
/** Steps of a question whose hops are not labelled. */
const USUAL_STEPS = 3;

export interface ModelLoad {
  calls: number;
  inputTokens: number;
  outputTokens: number;
}

/**
 * One question. A system that goes on by itself is taken to need a step a hop and one to answer; what it has retrieved is
 * sent again with every step, as chat models want it. A register is updated by a call of its own after each step.
 */
export const loadOf = (
  { id, loops: goesOn, searches }: Pick<System, 'id' | 'loops' | 'searches'>,
  question: Question,
  { k, loops }: { k: number; loops: number },
): ModelLoad => {
  const steps = goesOn ? Math.min(loops, question.hops.length || USUAL_STEPS) : searches(question, loops);
  const passages = k * PASSAGE_TOKENS;
  const of = (calls: number, inputTokens: number): ModelLoad => ({
    calls,
    inputTokens,
    outputTokens: calls * REPLY_TOKENS,
  });
  if (!goesOn) {
    const calls = steps > 1 ? 2 : 1;
    return of(calls, calls * PROMPT_TOKENS + (steps === 0 ? 0 : passages));
  }
  const turns = id.startsWith('execution-rag') ? 2 : 1;
  const calls = turns * (steps + 1);
  return of(calls, calls * PROMPT_TOKENS + turns * passages * ((steps * (steps + 1)) / 2));
};

/** Null cost: no model is set, or the table has no price for it. */
export const modelEstimate = (
  loads: readonly ModelLoad[],
  config: ChatConfig | null,
): RunEstimate['model'] => {
  if (loads.length === 0) return null;
  const sum = (read: (load: ModelLoad) => number): number => loads.reduce((all, load) => all + read(load), 0);
  const tokens = { input: sum((load) => load.inputTokens), output: sum((load) => load.outputTokens) };
  const price =
    config === null
      ? null
      : priceOf(config.prices, config.model.trim(), normaliseAddress(config.baseUrl, config.provider));
  return {
    calls: sum((load) => load.calls),
    inputTokens: tokens.input,
    outputTokens: tokens.output,
    cost: price === null ? null : costOf(price, { ...tokens, cachedInput: 0 }),
    currency: config?.prices.currency ?? '',
  };
};
