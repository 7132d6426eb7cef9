/** What several specs come to together. Pure. */
import type { RunEstimate } from '../../domain/seam';

type ModelEstimate = NonNullable<RunEstimate['model']>;

export const NO_ESTIMATE: RunEstimate = { searches: 0, questions: 0, runs: 0, model: null };

const addModels = (a: ModelEstimate | null, b: ModelEstimate | null): ModelEstimate | null => {
  if (a === null || b === null) return a ?? b;
  return {
    calls: a.calls + b.calls,
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    // A sum with an unknown part is unknown.
    cost: a.cost === null || b.cost === null ? null : a.cost + b.cost,
    currency: b.currency,
  };
};

/** Of parts that ask the same questions. */
export const addEstimates = (a: RunEstimate, b: RunEstimate): RunEstimate => ({
  searches: a.searches + b.searches,
  questions: Math.max(a.questions, b.questions),
  runs: a.runs + b.runs,
  model: addModels(a.model, b.model),
});
