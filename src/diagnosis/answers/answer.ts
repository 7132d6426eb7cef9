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
  /** Null: nobody can say (no gold answer, or contain-match does not decide). */
  correct: boolean | null;
  /** Null: no gold answer to compare with. An abstention matches nothing. */
  match: AnswerMatch | null;
}

const NO_MATCH: AnswerMatch = { contain: false, exact: false, f1: 0 };

/**
 * The last answer of a run. Right is what a judge or a person has said, else contain-match against gold answer and aliases
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
  // A judge that was asked and gave no verdict leaves the answer unjudged; comparing words does not stand in for it.
  const compare = (): boolean | null => {
    if (!question.answerable) return null;
    if (abstained) return false;
    return judgement === undefined ? (match?.contain ?? null) : null;
  };
  return { text: answer.text, abstained, correct: judgement?.correct ?? compare(), match };
};
