import { compareRuns } from '../diagnosis';
import type { RunComparison } from '../domain/compare';
import type { JudgeChoice } from '../domain/judge-check';
import { HopscopeError } from '../domain/outcome';
import type { ReviewCache } from './cache';

/** Of the bootstrap: fixed, so that the same runs give the same figures on every machine. */
export const BOOTSTRAP_SEED = 1;

export interface CompareQuery {
  workspace: string;
  a: string;
  b: string;
  k: number;
  judge: JudgeChoice;
}

export const compareIn = async (
  cache: ReviewCache,
  { workspace, a, b, k, judge }: CompareQuery,
): Promise<RunComparison> => {
  if (a === b)
    throw new HopscopeError('bad-input', 'Choose two different runs: a run does not differ from itself.');
  // One after the other: both read traces, and the second finds the first one's evidence ready.
  const base = await cache.run(workspace, a, judge);
  const other = await cache.run(workspace, b, judge);
  return compareRuns(base.prepared, other.prepared, k, BOOTSTRAP_SEED);
};
