import { CATEGORIES, type Categories, type Category, COLUMNS, type Column } from '../domain/category';
import type { Case } from './context';
import { prematureAt } from './premature';

const none = (): Record<Category, number> =>
  Object.fromEntries(CATEGORIES.map((category) => [category, 0])) as Record<Category, number>;

/**
 * Failure categories of a run, each wrong answer once a column (05.4). A question on which the run failed gave no answer and
 * is in `errors`. Null: nobody has judged any answer.
 */
export const categoriesOf = (cases: readonly Case[], threshold: number): Categories | null => {
  const judged = cases.some(({ core }) => core.correct !== null && core.question.answerable);
  if (!judged) return null;
  const counts: Record<Column, Record<Category, number>> = { paper: none(), 'register-blind': none() };
  let n = 0;
  let forced = 0;
  for (const { core, prepared } of cases) {
    if (core.category === null) continue;
    n += 1;
    for (const column of COLUMNS) counts[column][core.category[column]] += 1;
    if (core.category.paper === 'gave-up' && prepared.answer?.abstained === false) forced += 1;
  }
  return {
    n,
    counts,
    forced,
    register: cases.some(({ prepared }) => prepared.unsupported !== null),
    premature: cases.flatMap(({ core, prepared }) =>
      prepared.unsupported === null || prepared.unsupported.length === 0
        ? []
        : [{ question: core.question.id, resolutions: prematureAt(prepared, threshold) }],
    ),
  };
};
