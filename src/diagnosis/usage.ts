import type { QuestionEvent, RunHeader } from '../domain/trace';
import type { Usage } from '../domain/usage';

export const noUsage = (): Usage => ({
  searches: 0,
  duplicateSearches: 0,
  llmCalls: 0,
  cachedReplies: 0,
  inputTokens: 0,
  outputTokens: 0,
  cost: 0,
  seconds: 0,
  register: null,
});

/** A cost that is not known makes the sum unknown: a part of the bill is not the bill. */
const plus = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a + b);

const take = (usage: Usage, event: QuestionEvent): void => {
  switch (event.event) {
    case 'search':
      // A fusion asks no retriever.
      if (event.fused !== undefined) return;
      usage.searches += 1;
      if (event.duplicateOf !== null) usage.duplicateSearches += 1;
      return;
    case 'llm':
      usage.llmCalls = plus(usage.llmCalls, 1);
      usage.inputTokens = plus(usage.inputTokens, event.usage?.input ?? null);
      usage.outputTokens = plus(usage.outputTokens, event.usage?.output ?? null);
      // Nothing was sent for a cached reply, so nothing is billed.
      if (event.cached) usage.cachedReplies += 1;
      else usage.cost = plus(usage.cost, event.cost);
      return;
    case 'register':
      usage.register = {
        delta: (usage.register?.delta ?? 0) + event.tokens.delta,
        full: (usage.register?.full ?? 0) + event.tokens.full,
      };
      return;
    case 'done':
      usage.seconds = plus(usage.seconds, event.ms === null ? null : event.ms / 1000);
      return;
    default:
  }
};

/** A system of ours that asks no model has spent nothing on one; of a run made elsewhere its calls may just not be in the file. */
export const usageOf = (header: Pick<RunHeader, 'retriever'>, events: readonly QuestionEvent[]): Usage => {
  const usage = noUsage();
  for (const event of events) take(usage, event);
  return header.retriever.kind === 'external' && usage.llmCalls === 0
    ? { ...usage, llmCalls: null, inputTokens: null, outputTokens: null, cost: null }
    : usage;
};

export const addUsage = (a: Usage, b: Usage): Usage => ({
  searches: a.searches + b.searches,
  duplicateSearches: a.duplicateSearches + b.duplicateSearches,
  llmCalls: plus(a.llmCalls, b.llmCalls),
  cachedReplies: a.cachedReplies + b.cachedReplies,
  inputTokens: plus(a.inputTokens, b.inputTokens),
  outputTokens: plus(a.outputTokens, b.outputTokens),
  cost: plus(a.cost, b.cost),
  seconds: plus(a.seconds, b.seconds),
  register:
    a.register === null || b.register === null
      ? (a.register ?? b.register)
      : { delta: a.register.delta + b.register.delta, full: a.register.full + b.register.full },
});
