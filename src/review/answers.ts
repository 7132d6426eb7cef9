/** What was said of the answers of a run, as its diagnosis takes it. */
import * as v from 'valibot';
import type { AnswerJudgement } from '../diagnosis';
import {
  type AnswerVerdict,
  type CombinedAnswer,
  combineAnswers,
  PERSON,
  type RecordedAnswer,
  RecordedAnswerSchema,
} from '../domain/answer-judgement';
import { HopscopeError } from '../domain/outcome';
import type { Question } from '../domain/question';
import type { WorkspaceStore } from '../domain/store';
import type { AnswerEvent, RunTrace } from '../domain/trace';

/** Null: no verdict. An unanswerable question is never right or wrong by its answer. */
const rightness = (verdict: AnswerVerdict, answerable: boolean): boolean | null =>
  answerable && (verdict === 'correct' || verdict === 'incorrect') ? verdict === 'correct' : null;

const correctness = ({ person, judge }: CombinedAnswer, answerable: boolean): AnswerJudgement => {
  // A person who could not say leaves the answer unjudged, whatever the judge said.
  if (person === 'unjudged') return { correct: null };
  const byPerson = person === null ? null : rightness(person, answerable);
  return {
    ...(judge === null ? {} : { correct: rightness(judge, answerable) }),
    ...(byPerson === null ? {} : { person: byPerson }),
  };
};

const abstention = ({ verdict }: CombinedAnswer): AnswerJudgement =>
  verdict === 'unjudged' ? {} : { abstained: verdict === 'abstained' };

/**
 * By question id. A question that is marked unanswerable is never right or wrong by its answer: whether it abstains
 * decides there (05.2).
 */
export const judgementsOf = (
  trace: RunTrace,
  questions: readonly Question[],
  records: readonly RecordedAnswer[],
): Map<string, AnswerJudgement> => {
  const found = new Map<string, AnswerJudgement>();
  if (records.length === 0) return found;
  const saidOf = combineAnswers(records);
  for (const { id, text, answers, answerable } of questions) {
    const answer = trace.questions
      .get(id)
      ?.findLast((event): event is AnswerEvent => event.event === 'answer');
    if (answer === undefined) continue;
    const said = saidOf({ question: id, asked: text, gold: answers, answer: answer.text });
    if (said === null) continue;
    found.set(id, { ...correctness(said, answerable), ...abstention(said) });
  }
  return found;
};

/** Keeps a person's words; throws `bad-input` on one that is none, because the work of a person is never half kept. */
export const keepAnswers = (
  store: WorkspaceStore,
  workspace: string,
  judgements: readonly unknown[],
): Promise<RecordedAnswer[]> => {
  const good = judgements.map((entry, index) => {
    const parsed = v.safeParse(RecordedAnswerSchema, entry);
    if (parsed.success && parsed.output.by === PERSON) return parsed.output;
    throw new HopscopeError(
      'bad-input',
      `Judgement ${index + 1} cannot be kept: ${parsed.success ? 'it is not a person’s' : parsed.issues[0].message}`,
    );
  });
  return store.keepAnswers(workspace, good);
};
