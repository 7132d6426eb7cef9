/** The chat model as one question sees it: every reply is an event of the trace. */
import type { ChatMessage, ChatPort } from '../domain/llm';
import type { QuestionEvent } from '../domain/trace';
import type { EpisodeLlm, LlmAsk } from './system';

/** Tokens of a text, exactly where a tokenizer of the model is at hand, else by an estimate. */
export type CountTokens = (text: string) => number;

interface Parts {
  agent: { port: ChatPort; countTokens: CountTokens };
  question: string;
  nextStep: () => number;
  events: QuestionEvent[];
  signal: AbortSignal;
}

/** What the model has not been shown in an earlier event: the messages after its last reply. */
const sinceLastReply = (messages: readonly ChatMessage[]): ChatMessage[] => {
  const last = messages.findLastIndex(({ role }) => role === 'assistant');
  return messages.slice(last + 1);
};

export const episodeLlm = ({ agent, question, nextStep, events, signal }: Parts): EpisodeLlm => ({
  tools: agent.port.tools,
  countTokens: agent.countTokens,
  async ask({ purpose, prompt, messages, maxTokens, tools = [], toolChoice }: LlmAsk) {
    const reply = await agent.port.complete(
      {
        messages,
        temperature: 0,
        maxTokens,
        ...(tools.length === 0 ? {} : { tools }),
        ...(toolChoice === undefined ? {} : { toolChoice }),
      },
      signal,
    );
    events.push({
      event: 'llm',
      question,
      step: nextStep(),
      purpose,
      prompt,
      usage: reply.usage,
      cost: reply.cost,
      ms: reply.ms,
      retries: reply.retries,
      cached: reply.cached,
      truncated: reply.truncated,
      asked: sinceLastReply(messages).map(({ role, content }) => ({ role, content })),
      reply: reply.text,
      calls: reply.toolCalls.map(({ name }) => name),
    });
    return reply;
  },
});
