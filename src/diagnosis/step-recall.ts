/** Evidence after each search of a run that makes several: how the passages came together. */
import type { StepRecall } from '../domain/diagnosis';
import { mean } from '../statistics/mean';
import type { Case } from './context';
import { within } from './searches';

/** Rows beyond these belong to very few questions. */
const MOST_STEPS = 20;

/**
 * One row a search, over the questions that evidence recall is about. What a question has found by its first n searches counts
 * at step n; one that made fewer keeps what it had. Of a run that names its steps beside the list it ended with, these
 * are the steps. Null: no question was searched more than once.
 */
export const stepRecallOf = (cases: readonly Case[], k: number): StepRecall[] | null => {
  const measured = cases.flatMap(({ core, prepared }) =>
    core.evidenceRecall === null ? [] : [prepared.stepRanks()],
  );
  const most = measured.reduce((longest, steps) => Math.max(longest, steps.length), 0);
  if (most < 2) return null;
  const found = measured.map((steps) => steps[0]?.map(() => false) ?? []);
  const rows: StepRecall[] = [];
  for (let step = 1; step <= Math.min(most, MOST_STEPS); step += 1) {
    measured.forEach((steps, question) => {
      steps[step - 1]?.forEach((from, gold) => {
        const known = found[question];
        if (known !== undefined && within(from, k)) known[gold] = true;
      });
    });
    const searched = found.filter((golds) => golds.length > 0);
    const hits = searched.map((golds) => golds.filter(Boolean).length);
    const all = hits.filter((hit, at) => hit === searched[at]?.length).length;
    const none = hits.filter((hit) => hit === 0).length + (found.length - searched.length);
    rows.push({
      step,
      made: measured.filter((steps) => steps.length >= step).length,
      recall: mean(
        found.map((golds) => (golds.length === 0 ? 0 : golds.filter(Boolean).length / golds.length)),
      ),
      all,
      some: found.length - all - none,
      none,
      n: found.length,
    });
  }
  return rows;
};
