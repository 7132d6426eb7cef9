/** OpenAI's chat completions, as most services and all local servers speak it, each with small differences. */
import * as v from 'valibot';
import type { ChatMessage, ToolCall } from '../../domain/llm';
import { type Answered, type Asked, argumentsOf, type Provider, refused, unusable } from '../provider';
import { Count, counted, usageObject } from './usage';

const Part = v.object({ type: v.optional(v.string()), text: v.optional(v.string()) });
const Reply = v.object({
  choices: v.pipe(
    v.array(
      v.object({
        finish_reason: v.nullish(v.string()),
        message: v.object({
          content: v.nullish(v.union([v.string(), v.array(Part)])),
          refusal: v.nullish(v.string()),
          tool_calls: v.nullish(
            v.array(
              v.object({
                id: v.nullish(v.string()),
                function: v.object({ name: v.string(), arguments: v.nullish(v.unknown()) }),
              }),
            ),
          ),
        }),
      }),
    ),
    v.minLength(1),
  ),
  usage: usageObject({
    prompt_tokens: Count,
    completion_tokens: Count,
    prompt_tokens_details: usageObject({ cached_tokens: Count }),
    // DeepSeek's name for it.
    prompt_cache_hit_tokens: Count,
  }),
});
const Models = v.object({ data: v.array(v.object({ id: v.string() })) });

const messageOf = (message: ChatMessage): Record<string, unknown> => {
  if (message.role === 'tool')
    return { role: 'tool', tool_call_id: message.toolCallId, content: message.content };
  if (message.role !== 'assistant') return { role: message.role, content: message.content };
  const calls = message.toolCalls ?? [];
  if (calls.length === 0) return { role: 'assistant', content: message.content };
  return {
    role: 'assistant',
    content: message.content === '' ? null : message.content,
    tool_calls: calls.map(({ id, name, arguments: given, raw }) => ({
      id,
      type: 'function',
      // Servers parse what they are handed back, and fail on what was no JSON the first time.
      function: { name, arguments: given === null ? '{}' : raw.trim() === '' ? '{}' : raw },
    })),
  };
};

/** Calls among the messages need no declaration here, and some servers do not know `tool_choice`: what is not declared is not called. */
const body = ({ model, request, seed, dialect }: Asked): Record<string, unknown> => ({
  model,
  messages: request.messages.map(messageOf),
  [dialect.limit]: request.maxTokens,
  ...(dialect.temperature ? { temperature: request.temperature } : {}),
  ...(seed === null || dialect.seed === null ? {} : { [dialect.seed]: seed }),
  ...(request.tools === undefined || request.tools.length === 0 || request.toolChoice === 'none'
    ? {}
    : {
        tools: request.tools.map(({ name, description, parameters }) => ({
          type: 'function',
          function: { name, description, parameters },
        })),
      }),
});

const read = (answer: unknown, turn: number): Answered => {
  const parsed = v.safeParse(Reply, answer);
  if (!parsed.success) throw unusable('it is no chat completion');
  const { choices, usage } = parsed.output;
  const [choice] = choices;
  if (choice === undefined) throw unusable('it holds no reply');
  const { message } = choice;
  if (choice.finish_reason === 'content_filter') throw refused('its content filter stopped the reply');
  if (message.refusal) throw refused(message.refusal.slice(0, 200));
  const { content } = message;
  const text =
    typeof content === 'string'
      ? content
      : (content ?? []).map((part) => (part.type === 'thinking' ? '' : (part.text ?? ''))).join('');
  const toolCalls = (message.tool_calls ?? []).map((call, at): ToolCall => {
    const given = call.function.arguments;
    const raw = typeof given === 'string' ? given : JSON.stringify(given ?? {});
    return {
      id: call.id || `call_${turn}_${at}`,
      name: call.function.name,
      arguments: argumentsOf(raw),
      raw,
    };
  });
  return {
    text,
    toolCalls,
    truncated: choice.finish_reason === 'length',
    usage: counted(
      usage?.prompt_tokens ?? null,
      usage?.completion_tokens ?? null,
      usage?.prompt_tokens_details?.cached_tokens ?? usage?.prompt_cache_hit_tokens ?? null,
    ),
  };
};

export const openai: Provider = {
  id: 'openai',
  headers: (key) => ({
    'content-type': 'application/json',
    ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
  }),
  url: (base) => `${base}/chat/completions`,
  body,
  read,
  modelsUrl: (base) => `${base}/models`,
  readModels: (answer) => {
    const parsed = v.safeParse(Models, answer);
    return parsed.success ? parsed.output.data.map(({ id }) => id) : [];
  },
};
