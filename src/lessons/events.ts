/** Events of a story's run, from searches that were really made. */
import { placeholders, type Question } from '../domain/question';
import type { Hit } from '../domain/retriever';
import type { QuestionEvent, SearchEvent, SearchPurpose } from '../domain/trace';
import { queryKey } from '../systems/query-key';
import { fillSubQuestion, goldAnswer } from '../systems/sub-questions';

export interface Asked {
  query: string;
  purpose: SearchPurpose;
  hop: number | null;
}

export const wholeQuestion = (question: Question): Asked => ({
  query: question.text,
  purpose: 'question',
  hop: null,
});

/** A hop's sub-question with the gold bridge answers filled in, as a system asks it or as the oracle probe does. */
export const subQuestion = (
  question: Question,
  hop: number,
  purpose: SearchPurpose = 'sub-question',
): Asked => {
  const own = question.hops.find(({ id }) => id === hop);
  if (own === undefined) return wholeQuestion(question);
  const { query } = fillSubQuestion(question, own, (id) => goldAnswer(question, id));
  return { query, purpose, hop };
};

/** Gold bridge answers that a hop's sub-question is filled with. */
export const bridgesOf = (question: Question, hop: number): string[] =>
  placeholders(question.hops.find(({ id }) => id === hop)?.question ?? '').flatMap(
    (id) => goldAnswer(question, id) ?? [],
  );

export const searched = (question: Question, asked: Asked, hits: Hit[], step: number): SearchEvent => ({
  event: 'search',
  question: question.id,
  step,
  hop: asked.hop,
  purpose: asked.purpose,
  tool: 'search',
  query: asked.query,
  key: queryKey(asked.query),
  duplicateOf: null,
  unresolved: [],
  hits,
});

export const answered = (
  question: Question,
  text: string,
  step: number,
  more: { abstained?: boolean; forced?: boolean } = {},
): QuestionEvent => ({
  event: 'answer',
  question: question.id,
  step,
  text,
  abstained: more.abstained ?? false,
  forced: more.forced ?? false,
});
