/** The LLM judge of 06: its words and how its reply is read are here, the way to a model is a port. */
import type { ChatReply, ChatRequest } from '../domain/llm';
import { placeholders } from '../domain/question';
import type { FactJudge, JudgedPassage, JudgeVerdict } from './judge';
import { judgeMessages, LLM_JUDGE_PROMPT } from './llm-prompt';
import { parseReply } from './llm-reply';

/** What the judge needs of a chat model; every `ChatPort` is one. */
export interface JudgePort {
  /** Names endpoint and model. */
  id: string;
  complete(request: ChatRequest, signal?: AbortSignal): Promise<JudgeReply>;
}
export type JudgeReply = Pick<ChatReply, 'text' | 'truncated'>;

/** A verdict and a short reason; what a model thinks aloud before it is not meant to fit. */
const MAX_TOKENS = 200;

const without = (state: 'inconclusive' | 'errored', reason: string): JudgeVerdict => ({
  state,
  present: null,
  passage: null,
  reason,
});

const oneLine = (thrown: unknown): string =>
  (thrown instanceof Error ? thrown.message : String(thrown)).replace(/\s+/g, ' ').trim();

/**
 * Judges all passages of a hop in one call. What cannot be judged (an open `#1`) is not sent; nothing retrieved states
 * nothing, and needs no call either.
 */
export const createLlmJudge = (port: JudgePort): FactJudge => ({
  space: `llm|${LLM_JUDGE_PROMPT}|${port.id}`,
  async judge(subQuestion: string, passages: readonly JudgedPassage[], signal?: AbortSignal) {
    const open = placeholders(subQuestion);
    if (open.length > 0)
      return without('inconclusive', `The sub-question still holds #${open[0]}, an answer nobody has given.`);
    const texts = passages.filter(({ text }) => text.trim() !== '');
    if (texts.length === 0)
      return { state: 'scored', present: 0, passage: null, reason: 'There is no text to read.' };
    let reply: JudgeReply;
    try {
      const request: ChatRequest = {
        messages: judgeMessages(subQuestion, texts),
        temperature: 0,
        maxTokens: MAX_TOKENS,
      };
      reply = await (signal === undefined ? port.complete(request) : port.complete(request, signal));
    } catch (thrown) {
      return without('errored', oneLine(thrown));
    }
    const verdict = parseReply(reply.text, reply.truncated);
    if (verdict.state === 'inconclusive') return without('inconclusive', verdict.reason);
    const at = verdict.passage === null ? undefined : texts[verdict.passage - 1];
    return {
      state: 'scored',
      present: verdict.answerable ? 1 : 0,
      passage: verdict.answerable ? (at?.id ?? null) : null,
      reason: verdict.reason,
    };
  },
});
