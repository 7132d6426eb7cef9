import type { AnswerMatch } from '../../domain/diagnosis';
import type { Question } from '../../domain/question';
import type { AnswerEvent, QuestionEvent } from '../../domain/trace';
import type { AnswerJudgement } from '../input';
import { matchAnswer } from './match';
import { isRefusal } from './refusals';

/** A run's answer to one question, and what can be said of it without a model. */
export interface PreparedAnswer {
  text: string;
  abstained: boolean;
  /** A budget ran out, and this answer was forced (04, "Budgets"). */
  forced: boolean;
  /** A judge was asked about it, whatever came of that. */
  judgeAsked: boolean;
  /** The judge's verdict, or contain-match where none was asked; null: it cannot be said. */
  judged: boolean | null;
  /** Null: nobody has looked. */
  person: boolean | null;
  /** What counts: a person's word, else the judge's. Null: nobody can say (no gold answer, or contain-match does not decide). */
  correct: boolean | null;
  /** Null: no gold answer to compare with. An abstention matches nothing. */
  match: AnswerMatch | null;
}

const NO_MATCH: AnswerMatch = { contain: false, exact: false, f1: 0 };

/**
 * The last answer of a run. Right is what a person has said, else a judge, else contain-match against gold answer and aliases
 * (05.8). An abstention is not right on an answerable question, whoever would judge it. A gold answer that reads like a
 * refusal ("unknown") is an answer when it is given word for word.
 */
export const answerOf = (
  question: Question,
  events: readonly QuestionEvent[],
  judgements: ReadonlyMap<string, AnswerJudgement>,
): PreparedAnswer | null => {
  const answer = events.findLast((event): event is AnswerEvent => event.event === 'answer');
  if (answer === undefined) return null;
  const compared = matchAnswer(answer.text, question.answers);
  const judgement = judgements.get(question.id);
  const abstained =
    judgement?.abstained ?? (answer.abstained || (compared?.exact !== true && isRefusal(answer.text)));
  const match = compared === null ? null : abstained ? NO_MATCH : compared;
  const asked = judgement?.correct !== undefined || judgement?.abstained !== undefined;
  // A judge that was asked and gave no verdict leaves the answer unjudged; comparing words does not stand in for it.
  const compare = (): boolean | null => {
    if (!question.answerable) return null;
    if (abstained) return false;
    return asked ? null : (match?.contain ?? null);
  };
  const judged = (question.answerable && abstained ? false : judgement?.correct) ?? compare();
  const person = judgement?.person ?? null;
  return {
    text: answer.text,
    abstained,
    forced: answer.forced && events.some((event) => event.event === 'limit'),
    judgeAsked: asked,
    judged,
    person,
    correct: person ?? judged,
    match,
  };
};
