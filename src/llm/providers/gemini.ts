/** Gemini's generateContent. The key goes into a header: in the address it would stand in logs and error texts. */
import * as v from 'valibot';
import type { ChatMessage, ToolCall } from '../../domain/llm';
import { type Answered, type Asked, joinTurns, type Provider, refused, unusable } from '../provider';
import { Count, counted, usageObject } from './usage';

const Reply = v.object({
  candidates: v.optional(
    v.array(
      v.object({
        content: v.optional(
          v.object({
            parts: v.optional(
              v.array(
                v.object({
                  text: v.optional(v.string()),
                  thought: v.optional(v.boolean()),
                  thoughtSignature: v.optional(v.string()),
                  functionCall: v.optional(
                    v.object({
                      id: v.optional(v.string()),
                      name: v.string(),
                      args: v.optional(v.record(v.string(), v.unknown())),
                    }),
                  ),
                }),
              ),
            ),
          }),
        ),
        finishReason: v.optional(v.string()),
      }),
    ),
  ),
  promptFeedback: v.optional(v.object({ blockReason: v.optional(v.string()) })),
  usageMetadata: usageObject({
    promptTokenCount: Count,
    toolUsePromptTokenCount: Count,
    candidatesTokenCount: Count,
    thoughtsTokenCount: Count,
    cachedContentTokenCount: Count,
  }),
});
const Models = v.object({
  models: v.array(
    v.object({ name: v.string(), supportedGenerationMethods: v.optional(v.array(v.string())) }),
  ),
});

const BLOCKED = /^(?:SAFETY|RECITATION|LANGUAGE|BLOCKLIST|PROHIBITED_CONTENT|SPII|OTHER|IMAGE_.*)$/;

/**
 * Ids are not always given, and thinking models want a signature back with each call, without which they refuse the
 * next turn. Both travel in our own id, so that a conversation needs no memory beside its messages.
 */
const idOf = (turn: number, at: number, given = '', signature = ''): string =>
  `call_${turn}_${at}|${given}|${signature}`;
const partsOf = (id: string): { given: string; signature: string } => {
  const [, given = '', ...rest] = id.split('|');
  return { given, signature: rest.join('|') };
};

type Part = Record<string, unknown>;
interface Turn {
  role: 'user' | 'model';
  parts: Part[];
}

const turnOf = (message: ChatMessage): Turn => {
  if (message.role === 'tool') {
    const { given } = partsOf(message.toolCallId);
    return {
      role: 'user',
      parts: [
        {
          functionResponse: {
            ...(given === '' ? {} : { id: given }),
            name: message.name,
            response: { result: message.content },
          },
        },
      ],
    };
  }
  const text = message.content === '' ? [] : [{ text: message.content }];
  if (message.role !== 'assistant') return { role: 'user', parts: text };
  return {
    role: 'model',
    parts: [
      ...text,
      ...(message.toolCalls ?? []).map((call) => {
        const { given, signature } = partsOf(call.id);
        return {
          functionCall: {
            ...(given === '' ? {} : { id: given }),
            name: call.name,
            args: call.arguments ?? {},
          },
          ...(signature === '' ? {} : { thoughtSignature: signature }),
        };
      }),
    ],
  };
};

const turnsOf = (messages: readonly ChatMessage[]): Turn[] =>
  joinTurns(messages, turnOf, ({ parts }) => parts);

/** The part of JSON Schema that it knows; a request with any other word is refused as a whole. */
const KNOWN = new Set(
  'type format title description nullable enum items properties required minItems maxItems minimum maximum anyOf'.split(
    ' ',
  ),
);
const schemaOf = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(schemaOf);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([word]) => KNOWN.has(word))
      .map(([word, value]) => [
        word,
        word === 'properties'
          ? Object.fromEntries(Object.entries(value as object).map(([name, of]) => [name, schemaOf(of)]))
          : word === 'items' || word === 'anyOf'
            ? schemaOf(value)
            : value,
      ]),
  );
};

/** Its mode NONE is documented to be the same as declaring nothing, so tools that may not be called are left out. */
const body = ({ request, seed, dialect }: Asked): Record<string, unknown> => {
  const system = request.messages.flatMap(({ role, content }) =>
    role === 'system' && content !== '' ? [{ text: content }] : [],
  );
  return {
    ...(system.length === 0 ? {} : { systemInstruction: { parts: system } }),
    contents: turnsOf(request.messages),
    generationConfig: {
      maxOutputTokens: request.maxTokens,
      ...(dialect.temperature ? { temperature: request.temperature } : {}),
      ...(seed === null || dialect.seed === null ? {} : { seed }),
    },
    ...(request.tools === undefined || request.tools.length === 0 || request.toolChoice === 'none'
      ? {}
      : {
          tools: [
            {
              functionDeclarations: request.tools.map(({ name, description, parameters }) => ({
                name,
                description,
                parameters: schemaOf(parameters),
              })),
            },
          ],
        }),
  };
};

const read = (answer: unknown, turn: number): Answered => {
  const parsed = v.safeParse(Reply, answer);
  if (!parsed.success) throw unusable('it is no reply of Gemini’s protocol');
  const { candidates = [], promptFeedback, usageMetadata: usage } = parsed.output;
  if (promptFeedback?.blockReason !== undefined)
    throw refused(`the request was blocked: ${promptFeedback.blockReason}`);
  const [candidate] = candidates;
  if (candidate === undefined) throw unusable('it holds no candidate');
  const finish = candidate.finishReason ?? 'STOP';
  if (BLOCKED.test(finish)) throw refused(`the reply was blocked: ${finish}`);
  if (/^(?:MALFORMED|UNEXPECTED)_(?:FUNCTION|TOOL)_CALL$/.test(finish))
    throw unusable(`the model wrote a tool call that is none (${finish})`);
  const parts = candidate.content?.parts ?? [];
  const calls = parts.filter(({ functionCall }) => functionCall !== undefined);
  return {
    text: parts.map(({ text, thought }) => (thought === true ? '' : (text ?? ''))).join(''),
    toolCalls: calls.map(({ functionCall, thoughtSignature }, at): ToolCall => {
      const args = functionCall?.args ?? {};
      return {
        id: idOf(turn, at, functionCall?.id, thoughtSignature),
        name: functionCall?.name ?? '',
        arguments: args,
        raw: JSON.stringify(args),
      };
    }),
    truncated: finish === 'MAX_TOKENS',
    usage: counted(
      usage?.promptTokenCount == null ? null : usage.promptTokenCount + (usage.toolUsePromptTokenCount ?? 0),
      // Thinking is billed as output, and counts towards the limit.
      usage === null ? null : (usage.candidatesTokenCount ?? 0) + (usage.thoughtsTokenCount ?? 0),
      usage?.cachedContentTokenCount ?? null,
    ),
  };
};

const nameOf = (model: string): string => model.replace(/^models\//, '');

export const gemini: Provider = {
  id: 'gemini',
  headers: (key) => ({
    'content-type': 'application/json',
    ...(key === '' ? {} : { 'x-goog-api-key': key }),
  }),
  url: (base, model) => `${base}/models/${encodeURIComponent(nameOf(model))}:generateContent`,
  body,
  read,
  modelsUrl: (base) => `${base}/models?pageSize=1000`,
  readModels: (answer) => {
    const parsed = v.safeParse(Models, answer);
    if (!parsed.success) return [];
    return parsed.output.models
      .filter(({ supportedGenerationMethods: methods }) => methods?.includes('generateContent') ?? true)
      .map(({ name }) => nameOf(name));
  },
};
