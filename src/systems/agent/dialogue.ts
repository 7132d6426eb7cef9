/** The conversation of one question: every word to the model goes through here, and every reply is counted. */
import type { ChatMessage, ChatReply, ToolCall, ToolSpec } from '../../domain/llm';
import { withoutReasoning } from '../../domain/reply-text';
import type { EpisodeLlm } from '../system';
import type { Budget } from './budget';

/** Room for the reasoning of a model that reasons; what is asked for is a line or a short list. */
const MAX_TOKENS = 2048;

export interface Dialogue {
  /** Adds to what the model reads next. */
  say(words: string): void;
  /** The results of native calls, in their order; of calls in text: `say`. */
  results(calls: readonly ToolCall[], contents: readonly string[]): void;
  ask(purpose: string, tools?: ToolSpec[]): Promise<ChatReply>;
}

export const createDialogue = (parts: {
  llm: EpisodeLlm;
  budget: Budget;
  prompt: string;
  system: string;
}): Dialogue => {
  const { llm, budget, prompt } = parts;
  const messages: ChatMessage[] = [{ role: 'system', content: parts.system }];
  /** Those whose calls stand in the messages. */
  let called: readonly ToolSpec[] = [];
  return {
    say(words) {
      const last = messages.at(-1);
      // Many chat templates refuse two messages of a user in a row.
      if (last?.role === 'user')
        messages[messages.length - 1] = { role: 'user', content: `${last.content}\n\n${words}` };
      else messages.push({ role: 'user', content: words });
    },
    results(calls, contents) {
      for (const [at, { id, name }] of calls.entries())
        messages.push({ role: 'tool', toolCallId: id, name, content: contents[at] ?? '' });
    },
    async ask(purpose, tools = []) {
      const native = llm.tools === 'native' && tools.length > 0;
      const reply = await llm.ask({
        purpose,
        prompt,
        messages: [...messages],
        maxTokens: MAX_TOKENS,
        ...(native ? { tools } : called.length > 0 ? { tools: [...called], toolChoice: 'none' } : {}),
      });
      budget.spend(reply.usage);
      const calls = native ? reply.toolCalls : [];
      if (calls.length > 0) called = tools;
      // Reasoning is not sent back, and no endpoint takes an empty message.
      const text = withoutReasoning(reply.text) ?? '';
      messages.push({
        role: 'assistant',
        content: text === '' && calls.length === 0 ? '(nothing)' : text,
        ...(calls.length === 0 ? {} : { toolCalls: calls }),
      });
      return reply;
    },
  };
};
