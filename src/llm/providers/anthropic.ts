/** Anthropic's messages. It takes no seed; what a system says stands apart; turns of user and assistant alternate. */
import * as v from 'valibot';
import type { ChatMessage, ToolCall } from '../../domain/llm';
import { type Answered, type Asked, joinTurns, type Provider, refused, unusable } from '../provider';
import { Count, counted, usageObject } from './usage';

const Reply = v.object({
  content: v.array(
    v.object({
      type: v.string(),
      text: v.optional(v.string()),
      id: v.optional(v.string()),
      name: v.optional(v.string()),
      input: v.optional(v.unknown()),
    }),
  ),
  stop_reason: v.nullish(v.string()),
  usage: usageObject({
    input_tokens: Count,
    output_tokens: Count,
    cache_creation_input_tokens: Count,
    cache_read_input_tokens: Count,
  }),
});
const Models = v.object({ data: v.array(v.object({ id: v.string() })) });

type Block = Record<string, unknown>;
interface Turn {
  role: 'user' | 'assistant';
  content: Block[];
}

/** Empty text is refused by the endpoint. */
const textBlocks = (text: string): Block[] => (text.trim() === '' ? [] : [{ type: 'text', text }]);

const turnOf = (message: ChatMessage): Turn => {
  if (message.role === 'tool')
    return {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: message.toolCallId, content: message.content }],
    };
  if (message.role !== 'assistant') return { role: 'user', content: textBlocks(message.content) };
  return {
    role: 'assistant',
    content: [
      ...textBlocks(message.content),
      ...(message.toolCalls ?? []).map(({ id, name, arguments: given }) => ({
        type: 'tool_use',
        id,
        name,
        input: given ?? {},
      })),
    ],
  };
};

/** Messages of one side that follow each other become one: results of several calls belong into one turn. */
const turnsOf = (messages: readonly ChatMessage[]): Turn[] =>
  joinTurns(messages, turnOf, ({ content }) => content);

const body = ({ model, request, dialect }: Asked): Record<string, unknown> => {
  const system = request.messages
    .flatMap(({ role, content }) => (role === 'system' && content.trim() !== '' ? [content] : []))
    .join('\n\n');
  return {
    model,
    max_tokens: request.maxTokens,
    ...(dialect.temperature ? { temperature: request.temperature } : {}),
    ...(system === '' ? {} : { system }),
    messages: turnsOf(request.messages),
    ...(request.tools === undefined || request.tools.length === 0
      ? {}
      : {
          tools: request.tools.map(({ name, description, parameters }) => ({
            name,
            description,
            input_schema: parameters,
          })),
          // It refuses calls among the messages whose tools are not declared, so that they are also where none may be called.
          ...(request.toolChoice === undefined ? {} : { tool_choice: { type: request.toolChoice } }),
        }),
  };
};

const read = (answer: unknown, turn: number): Answered => {
  const parsed = v.safeParse(Reply, answer);
  if (!parsed.success) throw unusable('it is no message of Anthropic’s protocol');
  const { content, stop_reason: stop, usage } = parsed.output;
  if (stop === 'refusal') throw refused('it stopped with a refusal');
  const toolCalls = content
    .filter(({ type }) => type === 'tool_use')
    .map(({ id, name, input }, at): ToolCall => {
      const object = typeof input === 'object' && input !== null && !Array.isArray(input);
      return {
        id: id ?? `call_${turn}_${at}`,
        name: name ?? '',
        arguments: object ? (input as Record<string, unknown>) : null,
        raw: JSON.stringify(input ?? {}),
      };
    });
  const cached = usage?.cache_read_input_tokens ?? 0;
  // Its own count leaves out what was read from or written to the cache.
  const input =
    usage?.input_tokens == null
      ? null
      : usage.input_tokens + cached + (usage.cache_creation_input_tokens ?? 0);
  return {
    text: content.map(({ type, text }) => (type === 'text' ? (text ?? '') : '')).join(''),
    toolCalls,
    truncated: stop === 'max_tokens' || stop === 'model_context_window_exceeded',
    usage: counted(input, usage?.output_tokens ?? null, cached),
  };
};

export const anthropic: Provider = {
  id: 'anthropic',
  headers: (key) => ({
    'content-type': 'application/json',
    'anthropic-version': '2023-06-01',
    // Without it Anthropic answers no page; it says that the user knows whose key is in the browser.
    'anthropic-dangerous-direct-browser-access': 'true',
    ...(key === '' ? {} : { 'x-api-key': key }),
  }),
  url: (base) => `${base}/messages`,
  body,
  read,
  modelsUrl: (base) => `${base}/models?limit=1000`,
  readModels: (answer) => {
    const parsed = v.safeParse(Models, answer);
    return parsed.success ? parsed.output.data.map(({ id }) => id) : [];
  },
};
