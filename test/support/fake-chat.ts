/** A chat model that says what a test tells it to, and keeps what it was asked. No network, no clock. */
import type { ChatPort, ChatReply, ChatRequest } from '../../src/domain/llm';
import type { AgentOptions } from '../../src/systems/episode';

/** A reply as a test writes it: its text, or more of it; an error is thrown. */
export type Scripted = string | Partial<ChatReply> | Error;

export interface FakeChat {
  port: ChatPort;
  /** Requests as they were when they were sent. */
  asked: ChatRequest[];
  /** The last message of each request. */
  lastWords(): string[];
}

/** About four characters a token, as good an estimate as any for a test. */
export const countTokens = (text: string): number => Math.ceil(text.length / 4);

/** `say`: replies in turn (running out of them is the test's mistake and throws), or a rule. */
export const fakeChat = (
  say: readonly Scripted[] | ((request: ChatRequest, at: number) => Scripted),
): FakeChat => {
  const asked: ChatRequest[] = [];
  const scripted = (request: ChatRequest, at: number): Scripted => {
    const said = typeof say === 'function' ? say(request, at) : say[at];
    return said ?? new Error(`The script has no reply ${at + 1}.`);
  };
  return {
    asked,
    lastWords: () => asked.map(({ messages }) => messages.at(-1)?.content ?? ''),
    port: {
      id: 'fake/model',
      tools: 'text',
      async complete(request) {
        const at = asked.push(structuredClone(request)) - 1;
        const said = scripted(request, at);
        if (said instanceof Error) throw said;
        const more = typeof said === 'string' ? { text: said } : said;
        const text = more.text ?? '';
        const input = request.messages.reduce((sum, { content }) => sum + countTokens(content), 0);
        return {
          text,
          toolCalls: [],
          truncated: false,
          usage: { input, output: countTokens(text), cachedInput: 0, counted: 'endpoint' },
          ms: 0,
          retries: 0,
          cached: false,
          cost: null,
          ...more,
        };
      },
    },
  };
};

/** What an episode needs of it. */
export const agentWith = ({ port }: FakeChat, more: Partial<AgentOptions> = {}): AgentOptions => ({
  port,
  countTokens,
  contextTokens: 128_000,
  ablation: null,
  searchTools: [],
  ...more,
});
