import type { ChatPort, ChatReply, ChatRequest, ToolCall } from '../../src/domain/llm';

/** What a scripted model says: words, calls, or both; an error is what its port throws. */
export type Scripted = string | ToolCall[] | Partial<ChatReply> | Error;
export type Line = Scripted | ((request: ChatRequest, turn: number) => Scripted);

let made = 0;
/** A native call, with an id of its own. */
export const call = (name: string, args: Record<string, unknown> | null, raw?: string): ToolCall => ({
  id: `call-${++made}`,
  name,
  arguments: args,
  raw: raw ?? JSON.stringify(args),
});

const replyOf = (scripted: string | ToolCall[] | Partial<ChatReply>, tokens: number): ChatReply => ({
  text: '',
  toolCalls: [],
  truncated: false,
  usage: { input: tokens, output: 0, cachedInput: 0, counted: 'endpoint' },
  ms: 0,
  retries: 0,
  cached: false,
  cost: null,
  ...(typeof scripted === 'string'
    ? { text: scripted }
    : Array.isArray(scripted)
      ? { toolCalls: scripted }
      : scripted),
});

export interface ScriptOptions {
  tools?: ChatPort['tools'];
  /** Input tokens of every reply that gives no usage of its own. */
  tokens?: number;
  /** Said when the lines are used up; absent: the port throws. */
  rest?: Line;
}

/** A chat model that says its lines in order, and keeps what it was asked. */
export const scriptedChat = (lines: readonly Line[], options: ScriptOptions = {}) => {
  const { tools = 'native', tokens = 10 } = options;
  const requests: ChatRequest[] = [];
  const port: ChatPort = {
    id: 'scripted',
    tools,
    async complete(request) {
      const turn = requests.length;
      requests.push(structuredClone(request));
      const line = lines[turn] ?? options.rest;
      if (line === undefined) throw new Error(`The script has no line ${turn + 1}.`);
      const scripted = typeof line === 'function' ? line(request, turn) : line;
      if (scripted instanceof Error) throw scripted;
      return replyOf(scripted, tokens);
    },
  };
  /** All that the model was given in a turn, as one text. */
  const asked = (turn: number): string =>
    (requests.at(turn)?.messages ?? []).map(({ content }) => content).join('\n');
  /** What it was given since its last reply. */
  const news = (turn: number): string => {
    const messages = requests.at(turn)?.messages ?? [];
    return messages
      .slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1)
      .map(({ content }) => content)
      .join('\n');
  };
  return { port, requests, asked, news };
};
