/** What was said of the answers of a run, as its diagnosis takes it. */
import * as v from 'valibot';
import type { AnswerJudgement } from '../diagnosis';
import {
  combineAnswers,
  PERSON,
  type RecordedAnswer,
  RecordedAnswerSchema,
} from '../domain/answer-judgement';
import { HopscopeError } from '../domain/outcome';
import type { Question } from '../domain/question';
import type { WorkspaceStore } from '../domain/store';
import type { AnswerEvent, RunTrace } from '../domain/trace';

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
    const { verdict, person, judge } = said;
    const decided = verdict === 'correct' || verdict === 'incorrect';
    found.set(id, {
      correct: decided && answerable ? verdict === 'correct' : null,
      ...(verdict === 'unjudged' ? {} : { abstained: verdict === 'abstained' }),
      said: { person, judge },
    });
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
