/** The answer judge of 05.8: question, gold answers and answer to a verdict. Its words and the way its reply is read are here. */
import type { JudgedAnswer } from '../domain/answer-judgement';
import type { ChatRequest } from '../domain/llm';
import { HopscopeError } from '../domain/outcome';
import { ANSWER_JUDGE_PROMPT, answerJudgeMessages } from './answer-prompt';
import { type AnswerWord, parseAnswerReply } from './answer-reply';
import type { JudgePort, JudgeReply } from './llm-judge';

export interface AnswerJudge {
  /** Names model and prompt: equal spaces give comparable words. */
  space: string;
  /**
   * A failure is a word of its own, `unjudged` with its reason. Throws only what would befall every further answer too:
   * `cancelled`, a key that is refused, a spending limit.
   */
  judge(
    answer: Pick<JudgedAnswer, 'asked' | 'gold' | 'answer'> & { answerable: boolean },
    signal?: AbortSignal,
  ): Promise<AnswerWord>;
}

/** A verdict and a short reason; what a model thinks aloud before it is not meant to fit. */
const MAX_TOKENS = 200;

const STOPS: ReadonlySet<string> = new Set(['cancelled', 'offline', 'llm-key', 'llm-spent']);

const oneLine = (thrown: unknown): string =>
  (thrown instanceof Error ? thrown.message : String(thrown)).replace(/\s+/g, ' ').trim();

export const createAnswerJudge = (port: JudgePort): AnswerJudge => ({
  space: `llm|${ANSWER_JUDGE_PROMPT}|${port.id}`,
  async judge({ asked, gold, answer, answerable }, signal) {
    if (answer.trim() === '') return { verdict: 'abstained', reason: 'There is no answer.' };
    const wanted = gold.filter((one) => one.trim() !== '');
    // Nothing to compare with: a model would only say what it believes.
    if (answerable && wanted.length === 0)
      return { verdict: 'unjudged', reason: 'No gold answer is labelled.' };
    const request: ChatRequest = {
      messages: answerJudgeMessages({ asked, gold: answerable ? wanted : [], answer }),
      temperature: 0,
      maxTokens: MAX_TOKENS,
    };
    let reply: JudgeReply;
    try {
      reply = await (signal === undefined ? port.complete(request) : port.complete(request, signal));
    } catch (thrown) {
      if (thrown instanceof HopscopeError && STOPS.has(thrown.code)) throw thrown;
      return { verdict: 'unjudged', reason: `The judge could not be asked: ${oneLine(thrown)}` };
    }
    return parseAnswerReply(reply.text, reply.truncated);
  },
});
