/** What goes over the wire in each protocol, and how its replies are read. Shapes: the providers' public references. */
import { describe, expect, it } from 'vitest';
import type { ProviderId } from '../../src/domain/chat-config';
import type { ChatMessage, ToolSpec } from '../../src/domain/llm';
import { createChatPort } from '../../src/llm/chat-port';
import { ask, CONFIG, fakeParts, json, thrownBy } from './fake';

const SEARCH: ToolSpec = {
  name: 'search',
  description: 'Finds passages.',
  parameters: {
    type: 'object',
    additionalProperties: false,
    properties: { query: { type: 'string' }, title: { type: 'array', items: { type: 'string', $id: 'x' } } },
    required: ['query'],
  },
};

const CALLS = [
  { id: 'c1|x|sig', name: 'search', arguments: { query: 'mill' }, raw: '{"query": "mill"}' },
  { id: 'c2', name: 'search', arguments: null, raw: '{"query": "mi' },
];
const TALK: ChatMessage[] = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Who?' },
  { role: 'assistant', content: '', toolCalls: CALLS },
  { role: 'tool', toolCallId: 'c1|x|sig', name: 'search', content: 'Ann built it.' },
  { role: 'tool', toolCallId: 'c2', name: 'search', content: 'No JSON.' },
  { role: 'user', content: 'Go on.' },
];

const asked = async (provider: ProviderId, baseUrl: string, answer: unknown, more = {}) => {
  const fake = fakeParts(() => json(answer), { key: 'the-key-itself' });
  const port = createChatPort({ ...CONFIG, provider, baseUrl, seed: 7 }, fake.parts);
  const reply = await port.complete({ ...ask('a'), messages: TALK, tools: [SEARCH], ...more });
  const [sent] = fake.sent;
  if (sent === undefined) throw new Error('nothing was sent');
  return { reply, sent, port };
};

const common = {
  method: 'POST',
  redirect: 'manual',
  credentials: 'omit',
  referrerPolicy: 'no-referrer',
  cache: 'no-store',
};

const ANTHROPIC_ANSWER = {
  type: 'message',
  content: [
    { type: 'text', text: 'I look. ' },
    { type: 'tool_use', id: 'toolu_1', name: 'search', input: { query: 'x' } },
  ],
  stop_reason: 'tool_use',
  usage: {
    input_tokens: 10,
    output_tokens: 5,
    cache_read_input_tokens: 90,
    cache_creation_input_tokens: 7,
  },
};

describe('tools that were called and may not be any more', () => {
  const more = { toolChoice: 'none' as const };
  it('are declared to Anthropic, which refuses calls of undeclared ones among the messages', async () => {
    const { sent } = await asked('anthropic', 'https://api.anthropic.com', ANTHROPIC_ANSWER, more);
    expect(sent.body).toMatchObject({
      tools: [{ name: 'search', description: 'Finds passages.', input_schema: SEARCH.parameters }],
      tool_choice: { type: 'none' },
    });
  });

  it('are left out where the protocol wants no declaration; the calls stay among the messages', async () => {
    const openai = await asked(
      'openai',
      'https://llm.example',
      { choices: [{ message: { content: 'x' } }] },
      more,
    );
    expect(openai.sent.body).not.toHaveProperty('tools');
    expect(openai.sent.body).not.toHaveProperty('tool_choice');
    expect(JSON.stringify(openai.sent.body)).toContain('"tool_call_id":"c2"');
    const gemini = await asked('gemini', 'https://llm.example', { candidates: [{}] }, more);
    expect(gemini.sent.body).not.toHaveProperty('tools');
    expect(gemini.sent.body).not.toHaveProperty('toolConfig');
    expect(JSON.stringify(gemini.sent.body)).toContain('functionResponse');
  });

  it('a choice is said only beside tools', async () => {
    const { sent } = await asked('anthropic', 'https://api.anthropic.com', ANTHROPIC_ANSWER);
    expect(sent.body).not.toHaveProperty('tool_choice');
  });
});

describe('OpenAI’s chat completions', () => {
  const ANSWER = {
    choices: [
      {
        finish_reason: 'tool_calls',
        message: {
          content: null,
          tool_calls: [
            { id: 'call_a', type: 'function', function: { name: 'search', arguments: '{"query":"x"}' } },
            { function: { name: 'search', arguments: { query: 'y' } } },
            { id: '', function: { name: 'search', arguments: '{"query":' } },
          ],
        },
      },
    ],
    usage: { prompt_tokens: 9, completion_tokens: 3, prompt_cache_hit_tokens: 4 },
  };

  it('are asked with no header but those needed, and calls in its form', async () => {
    const { sent } = await asked('openai', 'https://llm.example', ANSWER);
    expect(sent.url).toBe('https://llm.example/v1/chat/completions');
    expect(sent.headers).toEqual({
      'content-type': 'application/json',
      authorization: 'Bearer the-key-itself',
    });
    expect(sent.init).toMatchObject(common);
    expect(sent.body).toEqual({
      model: 'small',
      max_tokens: 50,
      temperature: 0,
      seed: 7,
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Who?' },
        {
          role: 'assistant',
          content: null,
          tool_calls: [
            {
              id: 'c1|x|sig',
              type: 'function',
              function: { name: 'search', arguments: '{"query": "mill"}' },
            },
            { id: 'c2', type: 'function', function: { name: 'search', arguments: '{}' } },
          ],
        },
        { role: 'tool', tool_call_id: 'c1|x|sig', content: 'Ann built it.' },
        { role: 'tool', tool_call_id: 'c2', content: 'No JSON.' },
        { role: 'user', content: 'Go on.' },
      ],
      tools: [{ type: 'function', function: SEARCH }],
    });
  });

  it('carry no key, tools or seed where there are none', async () => {
    const fake = fakeParts(() => json(ANSWER), { key: '' });
    const port = createChatPort({ ...CONFIG, baseUrl: 'http://localhost:8080' }, fake.parts);
    await port.complete(ask('a', { tools: [] }));
    expect(fake.sent[0]?.headers).toEqual({ 'content-type': 'application/json' });
    expect(Object.keys(fake.sent[0]?.body ?? {}).sort()).toEqual([
      'max_tokens',
      'messages',
      'model',
      'temperature',
    ]);
  });

  it('are read with every call, ids where they lack, and what was no JSON as null', async () => {
    const { reply } = await asked('openai', 'https://llm.example', ANSWER);
    expect(reply).toMatchObject({
      text: '',
      truncated: false,
      usage: { input: 9, output: 3, cachedInput: 4, counted: 'endpoint' },
      toolCalls: [
        { id: 'call_a', arguments: { query: 'x' }, raw: '{"query":"x"}' },
        { id: 'call_6_1', arguments: { query: 'y' } },
        { id: 'call_6_2', arguments: null, raw: '{"query":' },
      ],
    });
  });

  it('with content in parts, thinking left out; cut by the limit', async () => {
    const { reply } = await asked('openai', 'https://llm.example', {
      choices: [
        {
          finish_reason: 'length',
          message: {
            content: [
              { type: 'thinking', text: 'hm' },
              { type: 'text', text: 'Ann' },
            ],
          },
        },
      ],
    });
    expect(reply).toMatchObject({ text: 'Ann', truncated: true });
  });

  it.each<[unknown, string]>([
    [{ choices: [{ message: { content: null, refusal: 'I will not.' } }] }, 'llm-refused'],
    [{ choices: [{ message: { content: '' }, finish_reason: 'content_filter' }] }, 'llm-refused'],
    [{ choices: [] }, 'llm-reply'],
    [{ hello: 1 }, 'llm-reply'],
    [[], 'llm-reply'],
    [null, 'llm-reply'],
  ])('%j is %s', async (answer, code) => {
    expect(await thrownBy(asked('openai', 'https://llm.example', answer))).toMatchObject({ code });
  });
});

describe('Anthropic’s messages', () => {
  const ANSWER = ANTHROPIC_ANSWER;

  it('are asked from a page, with the system apart and results of calls in one turn', async () => {
    const { sent } = await asked('anthropic', 'https://api.anthropic.com', ANSWER);
    expect(sent.url).toBe('https://api.anthropic.com/v1/messages');
    expect(sent.headers).toEqual({
      'content-type': 'application/json',
      'x-api-key': 'the-key-itself',
      'anthropic-version': '2023-06-01',
      'anthropic-dangerous-direct-browser-access': 'true',
    });
    expect(sent.init).toMatchObject(common);
    expect(sent.body).toEqual({
      model: 'small',
      max_tokens: 50,
      temperature: 0,
      system: 'Be brief.',
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'Who?' }] },
        {
          role: 'assistant',
          content: [
            { type: 'tool_use', id: 'c1|x|sig', name: 'search', input: { query: 'mill' } },
            { type: 'tool_use', id: 'c2', name: 'search', input: {} },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'c1|x|sig', content: 'Ann built it.' },
            { type: 'tool_result', tool_use_id: 'c2', content: 'No JSON.' },
            { type: 'text', text: 'Go on.' },
          ],
        },
      ],
      tools: [{ name: 'search', description: 'Finds passages.', input_schema: SEARCH.parameters }],
    });
  });

  it('are read: text, calls, and cached tokens as part of the input', async () => {
    const { reply } = await asked('anthropic', 'https://api.anthropic.com', ANSWER);
    expect(reply).toMatchObject({
      text: 'I look. ',
      toolCalls: [{ id: 'toolu_1', name: 'search', arguments: { query: 'x' }, raw: '{"query":"x"}' }],
      usage: { input: 107, output: 5, cachedInput: 90 },
    });
  });

  it.each<[string, object]>([
    ['max_tokens', { truncated: true }],
    ['model_context_window_exceeded', { truncated: true }],
    ['end_turn', { truncated: false }],
  ])('stop reason %s', async (stop, what) => {
    const { reply } = await asked('anthropic', 'https://api.anthropic.com', { ...ANSWER, stop_reason: stop });
    expect(reply).toMatchObject(what);
  });

  it('a refusal is one, and an overloaded endpoint is asked again', async () => {
    const refusing = asked('anthropic', 'https://api.anthropic.com', { ...ANSWER, stop_reason: 'refusal' });
    expect(await thrownBy(refusing)).toMatchObject({ code: 'llm-refused' });
    const fake = fakeParts((_, at) =>
      at === 1 ? json({ type: 'error', error: { type: 'overloaded_error' } }, 529) : json(ANSWER),
    );
    const port = createChatPort(
      { ...CONFIG, provider: 'anthropic', baseUrl: 'https://api.anthropic.com' },
      fake.parts,
    );
    expect(await port.complete(ask('a'))).toMatchObject({ retries: 1 });
  });
});

describe('Gemini’s generateContent', () => {
  const ANSWER = {
    candidates: [
      {
        content: {
          role: 'model',
          parts: [
            { text: 'thinking', thought: true },
            { text: 'I look.' },
            { functionCall: { name: 'search', args: { query: 'x' } }, thoughtSignature: 'si|g' },
            { functionCall: { id: 'f2', name: 'search' } },
          ],
        },
        finishReason: 'STOP',
      },
    ],
    usageMetadata: {
      promptTokenCount: 100,
      cachedContentTokenCount: 60,
      candidatesTokenCount: 5,
      thoughtsTokenCount: 20,
    },
  };
  const BASE = 'https://generativelanguage.googleapis.com';

  it('is asked with the key in a header, never in the address, and the schema it knows', async () => {
    const { sent } = await asked('gemini', BASE, ANSWER);
    expect(sent.url).toBe(`${BASE}/v1beta/models/small:generateContent`);
    expect(sent.headers).toEqual({ 'content-type': 'application/json', 'x-goog-api-key': 'the-key-itself' });
    expect(sent.init).toMatchObject(common);
    expect(sent.body).toEqual({
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      contents: [
        { role: 'user', parts: [{ text: 'Who?' }] },
        {
          role: 'model',
          parts: [
            {
              functionCall: { id: 'x', name: 'search', args: { query: 'mill' } },
              thoughtSignature: 'sig',
            },
            { functionCall: { name: 'search', args: {} } },
          ],
        },
        {
          role: 'user',
          parts: [
            { functionResponse: { id: 'x', name: 'search', response: { result: 'Ann built it.' } } },
            { functionResponse: { name: 'search', response: { result: 'No JSON.' } } },
            { text: 'Go on.' },
          ],
        },
      ],
      generationConfig: { maxOutputTokens: 50, temperature: 0, seed: 7 },
      tools: [
        {
          functionDeclarations: [
            {
              name: 'search',
              description: 'Finds passages.',
              parameters: {
                type: 'object',
                properties: {
                  query: { type: 'string' },
                  title: { type: 'array', items: { type: 'string' } },
                },
                required: ['query'],
              },
            },
          ],
        },
      ],
    });
  });

  it('is read: thoughts left out but billed, and what a call needs to be answered comes back with it', async () => {
    const { reply, port } = await asked('gemini', BASE, ANSWER);
    expect(reply).toMatchObject({
      text: 'I look.',
      usage: { input: 100, output: 25, cachedInput: 60 },
      toolCalls: [
        { id: 'call_6_0||si|g', name: 'search', arguments: { query: 'x' } },
        { id: 'call_6_1|f2|', name: 'search', arguments: {} },
      ],
    });
    const fake = fakeParts(() => json(ANSWER));
    const next = createChatPort({ ...CONFIG, provider: 'gemini', baseUrl: BASE }, fake.parts);
    await next.complete({
      ...ask('a'),
      messages: [{ role: 'assistant', content: '', toolCalls: reply.toolCalls }],
    });
    expect(fake.sent[0]?.body.contents).toEqual([
      {
        role: 'model',
        parts: [
          { functionCall: { name: 'search', args: { query: 'x' } }, thoughtSignature: 'si|g' },
          { functionCall: { id: 'f2', name: 'search', args: {} } },
        ],
      },
    ]);
    expect(port.id).toBe(`gemini|${BASE}/v1beta|small|seed 7`);
  });

  it.each<[unknown, string]>([
    [{ promptFeedback: { blockReason: 'SAFETY' } }, 'llm-refused'],
    [{ candidates: [{ finishReason: 'SAFETY' }] }, 'llm-refused'],
    [{ candidates: [{ finishReason: 'PROHIBITED_CONTENT' }] }, 'llm-refused'],
    [{ candidates: [{ finishReason: 'MALFORMED_FUNCTION_CALL' }] }, 'llm-reply'],
    [{ candidates: [] }, 'llm-reply'],
    [{}, 'llm-reply'],
  ])('%j is %s', async (answer, code) => {
    expect(await thrownBy(asked('gemini', BASE, answer))).toMatchObject({ code });
  });

  it('the limit of tokens may leave nothing at all', async () => {
    const { reply } = await asked('gemini', BASE, { candidates: [{ finishReason: 'MAX_TOKENS' }] });
    expect(reply).toMatchObject({ text: '', truncated: true });
  });
});

it('a port that calls tools in text refuses native ones', async () => {
  const fake = fakeParts(() => json({}));
  const port = createChatPort({ ...CONFIG, tools: 'text' }, fake.parts);
  expect(await thrownBy(port.complete(ask('a', { tools: [SEARCH] })))).toMatchObject({ code: 'internal' });
  expect(fake.sent).toHaveLength(0);
});

describe('usage that cannot be', () => {
  const openai = (usage: unknown) => ({
    choices: [{ message: { role: 'assistant', content: 'Velm' }, finish_reason: 'stop' }],
    usage,
  });
  const anthropic = (usage: unknown) => ({
    type: 'message',
    content: [{ type: 'text', text: 'Velm' }],
    stop_reason: 'end_turn',
    usage,
  });
  const gemini = (usageMetadata: unknown) => ({
    candidates: [{ content: { parts: [{ text: 'Velm' }] }, finishReason: 'STOP' }],
    usageMetadata,
  });
  const bad = [-1e9, 1e300, Number.POSITIVE_INFINITY, 1.5, '7', null, {}, undefined];

  it.each(bad)('%s tokens are counted here instead, and the reply is kept', async (count) => {
    for (const [provider, base, answer] of [
      ['openai', 'https://a.example/v1', openai({ prompt_tokens: count, completion_tokens: 1 })],
      ['openai', 'https://a.example/v1', openai({ prompt_tokens: 1, completion_tokens: count })],
      ['anthropic', 'https://b.example', anthropic({ input_tokens: count, output_tokens: 1 })],
      ['gemini', 'https://c.example/v1beta', gemini({ promptTokenCount: count, candidatesTokenCount: 1 })],
    ] as const) {
      const { reply } = await asked(provider, base, answer);
      expect(reply.text).toBe('Velm');
      expect(reply.usage.counted).toBe('tokenizer');
      expect(reply.cost).toBeGreaterThan(0);
    }
  });

  it('an object of counts that is none, and more cached than was sent', async () => {
    const { reply } = await asked('openai', 'https://a.example/v1', openai('many'));
    expect(reply).toMatchObject({ text: 'Velm', usage: { counted: 'tokenizer' } });
    const odd = openai({ prompt_tokens: 10, completion_tokens: 2, prompt_tokens_details: 'none' });
    expect((await asked('openai', 'https://a.example/v1', odd)).reply.usage).toMatchObject({
      input: 10,
      cachedInput: 0,
      counted: 'endpoint',
    });
    const cached = gemini({ promptTokenCount: 10, candidatesTokenCount: 2, cachedContentTokenCount: 1e6 });
    const { reply: paid } = await asked('gemini', 'https://c.example/v1beta', cached);
    expect(paid.usage).toMatchObject({ input: 10, cachedInput: 10 });
    expect(paid.cost).toBeGreaterThan(0);
  });
});
