import type { Categories, Category } from '../domain/category';
import type { RunComparison } from '../domain/compare';
import type { SummaryCategories, SummaryComparison } from '../domain/summary';

const groups = (counts: Record<Category, number>): SummaryCategories => ({
  judgeError: counts['judge-error'],
  gaveUp: counts['gave-up'],
  reasoningError: counts['reasoning-error'] + counts['false-resolution'],
  falseResolution: counts['false-resolution'],
  missingEvidence: counts['search-drift'] + counts.unreached,
  searchDrift: counts['search-drift'],
  unreached: counts.unreached,
  notInCorpus: counts['not-in-corpus'],
  unlabelled: counts.unlabelled,
});

/** Both columns; null for a run without judged answers. */
export const summaryCategories = (categories: Categories | null) => ({
  categories: categories === null ? null : groups(categories.counts.paper),
  categoriesRegisterBlind: categories === null ? null : groups(categories.counts['register-blind']),
});

export const summaryComparison = (comparison: RunComparison): SummaryComparison => {
  const { accuracy, fixed, left } = comparison;
  const counts = (side: 'a' | 'b') => ({
    errors: left[side].error.length,
    unjudged: left[side].unjudged.length,
    noAnswer: left[side]['no-answer'].length,
    onlyHere: comparison.onlyIn[side].length,
  });
  return {
    a: comparison.a,
    b: comparison.b,
    asked: comparison.asked,
    n: accuracy.n,
    onlyA: accuracy.lost,
    onlyB: accuracy.gained,
    both: accuracy.both,
    neither: accuracy.neither,
    mcnemarExactP: accuracy.exactP,
    mcnemarMidP: accuracy.midP,
    difference: accuracy.difference,
    low: accuracy.low,
    high: accuracy.high,
    fixed: { n: fixed.n, difference: fixed.difference, low: fixed.low, high: fixed.high },
    left: { a: counts('a'), b: counts('b') },
    sameRetriever: comparison.retriever.same,
    transitions: comparison.transitions.paper,
    transitionsRegisterBlind: comparison.transitions['register-blind'],
  };
};
