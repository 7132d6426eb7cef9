/** Whether a run asked the questions as they are now, question by question (what its trace recorded of them). */
import { type Given, type RunAge, sinceGiven } from '../domain/given';
import type { Question } from '../domain/question';
import type { QuestionEvent } from '../domain/trace';

export const givenIn = (events: readonly QuestionEvent[]): Given | null =>
  events.reduce<Given | null>(
    (found, event) => (event.event === 'done' || event.event === 'error' ? (event.given ?? found) : found),
    null,
  );

/** `wanted`: ids that the run was to ask; null: the whole set. `givenOf`: undefined where it has asked nothing. */
export const ageOf = (
  questions: readonly Question[],
  givenOf: (id: string) => Given | null | undefined,
  wanted: readonly string[] | null,
  gone: readonly string[],
): RunAge => {
  const age: RunAge = { words: [], labels: [], unknown: [], unasked: [], gone: [...gone] };
  const asked = wanted === null ? null : new Set(wanted);
  for (const question of questions) {
    const given = givenOf(question.id);
    if (given === undefined) {
      if (asked === null || asked.has(question.id)) age.unasked.push(question.id);
    } else if (given === null) age.unknown.push(question.id);
    else {
      const since = sinceGiven(given, question);
      if (since !== null) age[since].push(question.id);
    }
  }
  return age;
};
