/** The figures of a comparison in words. Pure. */

import type { Column } from '../../../domain/category';
import type {
  AnswerState,
  ChangedQuestion,
  PairedAccuracy,
  RunComparison,
  Transition,
} from '../../../domain/compare';
import { ANSWER_STATES } from '../../../domain/compare';
import type { Usage } from '../../../domain/usage';
import { count, decimal, plural } from '../../format';

/** `+4.2`, `−3.0`, in points of percent; a dash where it is not known. */
export const points = (share: number | null): string =>
  share === null ? '–' : `${share < 0 ? '−' : '+'}${Math.abs(share * 100).toFixed(1)}`;

/** `[−1.2, +9.6]`; empty where it is not known. */
export const pointsInterval = ({ low, high }: Pick<PairedAccuracy, 'low' | 'high'>): string =>
  low === null || high === null ? '' : `[${points(low)}, ${points(high)}]`;

/** Is the difference more than chance? By interval and test together, in words that claim no more than they show. */
export const headline = ({ accuracy, asked }: RunComparison): string => {
  const { n, difference, low, high, exactP, gained, lost } = accuracy;
  if (asked === 0) return 'No answerable question was asked in both runs, so there is nothing to compare.';
  if (n === 0) return 'No question has a judged answer in both runs: only retrieval can be compared.';
  if (difference === null || gained + lost === 0)
    return `Both runs answer the same ${plural(accuracy.both, 'question')} of ${count(n)} rightly.`;
  const better = difference > 0 ? 'B answers more questions rightly' : 'A answers more questions rightly';
  const size = `${points(Math.abs(difference)).slice(1)} points on ${plural(n, 'question')}`;
  if (difference === 0)
    return `Neither run is ahead on ${plural(n, 'question')}; ${count(gained + lost)} are right in one of them alone.`;
  const real = exactP !== null && exactP < 0.05 && low !== null && high !== null && low * high > 0;
  return real
    ? `${better}, by ${size}, and chance alone would rarely give that much.`
    : `${better}, by ${size}, which chance alone could give.`;
};

/** What is not in the paired figures, run by run; empty: nothing. */
export const leftWords = ({ left, onlyIn, unanswerable }: RunComparison): string[] => {
  const words: string[] = [];
  for (const side of ['a', 'b'] as const) {
    const name = side.toUpperCase();
    const { error, unjudged, 'no-answer': none } = left[side];
    if (error.length > 0) words.push(`${plural(error.length, 'question')} failed in ${name}`);
    if (unjudged.length > 0)
      words.push(
        `${plural(unjudged.length, 'answer')} of ${name} ${unjudged.length === 1 ? 'is' : 'are'} unjudged`,
      );
    if (none.length > 0)
      words.push(
        `${plural(none.length, 'question')} ${none.length === 1 ? 'has' : 'have'} no answer in ${name}`,
      );
    if (onlyIn[side].length > 0)
      words.push(
        `${plural(onlyIn[side].length, 'question')} ${onlyIn[side].length === 1 ? 'was' : 'were'} reached by ${name} alone`,
      );
  }
  if (unanswerable > 0)
    words.push(
      `${plural(unanswerable, 'question')} ${unanswerable === 1 ? 'is' : 'are'} marked unanswerable`,
    );
  return words;
};

/** The states that occur, in their order, and the matrix over them; rows are run a. */
export const matrixOf = (
  transitions: readonly Transition[],
): {
  states: AnswerState[];
  rows: { from: AnswerState; total: number; cells: { to: AnswerState; n: number }[] }[];
} => {
  const states = ANSWER_STATES.filter((state) =>
    transitions.some(({ from, to }) => from === state || to === state),
  );
  const at = (from: AnswerState, to: AnswerState): number =>
    transitions.find((one) => one.from === from && one.to === to)?.n ?? 0;
  return {
    states,
    rows: states.map((from) => {
      const cells = states.map((to) => ({ to, n: at(from, to) }));
      return { from, total: cells.reduce((sum, { n }) => sum + n, 0), cells };
    }),
  };
};

/** The questions that changed under one reading, or those of one cell of its matrix. */
export const changedIn = (
  changed: readonly ChangedQuestion[],
  column: Column,
  from: string | null,
  to: string | null,
): ChangedQuestion[] =>
  changed.filter(({ state: { [column]: state } }) =>
    from === null || to === null ? state.a !== state.b : state.a === from && state.b === to,
  );

export interface UsageRow {
  label: string;
  a: string;
  b: string;
}

/** Null: a run made elsewhere did not record it. */
const perQuestion = (sum: number | null, asked: number, digits: number): string =>
  sum === null ? 'not known' : asked === 0 ? '–' : decimal(sum / asked, digits);

/** What a question costs in each run; rows that are zero in both are left out. */
export const usageRows = ({ usage, asked }: RunComparison): UsageRow[] => {
  const row = (label: string, read: (usage: Usage) => number | null, digits: number): UsageRow[] =>
    (read(usage.a) ?? 0) === 0 && (read(usage.b) ?? 0) === 0
      ? []
      : [
          {
            label,
            a: perQuestion(read(usage.a), asked, digits),
            b: perQuestion(read(usage.b), asked, digits),
          },
        ];
  const cost = ({ cost: sum }: Usage): string => (sum === null ? 'not known' : perQuestion(sum, asked, 4));
  return [
    ...row('searches', ({ searches }) => searches, 1),
    ...row('of them repeats', ({ duplicateSearches }) => duplicateSearches, 1),
    ...row('model calls', ({ llmCalls }) => llmCalls, 1),
    ...row('tokens in', ({ inputTokens }) => inputTokens, 0),
    ...row('tokens out', ({ outputTokens }) => outputTokens, 0),
    ...((usage.a.llmCalls ?? 0) + (usage.b.llmCalls ?? 0) === 0
      ? []
      : [{ label: 'cost, as billed', a: cost(usage.a), b: cost(usage.b) }]),
    ...row('seconds', ({ seconds }) => seconds, 1),
  ];
};
