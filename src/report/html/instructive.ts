import type { QuestionDiagnosis, Verdict } from '../../domain/diagnosis';

/** Verdicts that are failures, the most telling first. */
const FAILURES: readonly Verdict[] = [
  'hop-miss',
  'total-miss',
  'wrong-chunk',
  'missing-document',
  'composition-miss',
  'null-hallucinated',
  'unmapped',
];

/** A failure teaches more when the way out is certified, and when it has hops to look at. */
const worth = (one: QuestionDiagnosis): number => {
  const certified = one.golds.some((gold) => !gold.retrieved && gold.certificate !== null);
  return (certified ? 100 : 0) + Math.min(one.hops.length, 9);
};

/**
 * The failures that are worth drawing: kinds in turn, so that every kind that occurs is shown, and within a kind the
 * certified and longer chains first, then in question-set order.
 */
export const instructive = (questions: readonly QuestionDiagnosis[], most: number): QuestionDiagnosis[] => {
  const kinds = FAILURES.map((verdict) =>
    questions
      .filter((one) => one.error === null && one.verdict === verdict)
      .toSorted((a, b) => worth(b) - worth(a)),
  ).filter((kind) => kind.length > 0);
  const chosen: QuestionDiagnosis[] = [];
  for (let turn = 0; chosen.length < most && kinds.some((kind) => turn < kind.length); turn += 1)
    for (const kind of kinds) {
      const next = kind[turn];
      if (next !== undefined && chosen.length < most) chosen.push(next);
    }
  return chosen;
};

export const failureCount = (questions: readonly QuestionDiagnosis[]): number =>
  questions.filter((one) => one.error === null && FAILURES.includes(one.verdict)).length;
