import type { Column } from '../domain/category';
import {
  ANSWER_STATES,
  type AnswerState,
  type PerRun,
  type Transition,
  type Unanswered,
} from '../domain/compare';
import type { QuestionCore } from './context';
import type { PreparedQuestion } from './prepared';

/** An answerable question in both runs. */
export interface Pair {
  a: PreparedQuestion;
  b: PreparedQuestion;
  state: Record<Column, PerRun<AnswerState>>;
  recall: PerRun<number | null>;
}

/** Right is what counts as right, by a person first; so a judge's error that a person has mended is right here. */
export const stateOf = (core: QuestionCore, column: Column): AnswerState => {
  if (core.error !== null) return 'error';
  if (core.answer === null) return 'no-answer';
  if (core.correct === true) return 'right';
  return core.category?.[column] ?? 'unjudged';
};

const UNANSWERED: readonly Unanswered[] = ['unjudged', 'no-answer', 'error'];
export const isUnanswered = (state: AnswerState): state is Unanswered =>
  UNANSWERED.some((known) => known === state);

/** Ids of the questions without a judged answer in this run, by reason. */
export const leftOf = (pairs: readonly Pair[], side: 'a' | 'b'): Record<Unanswered, string[]> => {
  const left: Record<Unanswered, string[]> = { unjudged: [], 'no-answer': [], error: [] };
  for (const { a, state } of pairs) {
    const here = state.paper[side];
    if (isUnanswered(here)) left[here].push(a.question.id);
  }
  return left;
};

/** Non-zero entries of the matrix, in the order of the states. */
export const transitionsOf = (pairs: readonly Pair[], column: Column): Transition[] => {
  const counts = new Map<string, number>();
  for (const { state } of pairs) {
    const key = `${state[column].a} ${state[column].b}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return ANSWER_STATES.flatMap((from) =>
    ANSWER_STATES.flatMap((to) => {
      const n = counts.get(`${from} ${to}`) ?? 0;
      return n === 0 ? [] : [{ from, to, n }];
    }),
  );
};
