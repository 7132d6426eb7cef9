/** The reasons why an endpoint cannot be used are told apart, and each names what to change. */
import { describe, expect, it } from 'vitest';
import type { ChatConfig } from '../../src/domain/chat-config';
import { type Page, testConnection } from '../../src/llm/connection';
import { type Answering, CONFIG, completion, fakeParts, json, KEY, type Sent } from './fake';

const PAGE: Page = { origin: 'https://app.example', isolated: false };
const HERE: Page = { origin: 'http://localhost:5173', isolated: false };
const LIST = json({ data: [{ id: 'small' }, { id: 'large-instruct' }, { id: 'small' }] });

const test = async (answering: Answering, config: Partial<ChatConfig> = {}, page = PAGE, key = KEY) => {
  const fake = fakeParts(answering, { key });
  const parts = { ...fake.parts, page };
  const connection = await testConnection({ ...CONFIG, ...config }, parts, new AbortController().signal);
  return { ...connection, sent: fake.sent };
};

const isList = ({ url }: Sent): boolean => /\/models/.test(url);
const isProbe = ({ init }: Sent): boolean => init.mode === 'no-cors';
/** What a browser gives when nothing answers, and when it keeps an answer from the page. */
const blocked = (): Promise<Response> => Promise.reject(new TypeError('Failed to fetch'));
/** The list as said, the chat as said. */
const chatting =
  (chat: Answering, list: () => Response = () => LIST.clone()): Answering =>
  (sent, at) =>
    isList(sent) ? list() : chat(sent, at);

const called = () =>
  json({
    choices: [
      {
        message: {
          content: null,
          tool_calls: [{ id: '1', function: { name: 'report_ready', arguments: '{"ready":true}' } }],
        },
      },
    ],
  });

describe('a good connection', () => {
  it('is one, with the list of models and the way tools are called', async () => {
    const { sent, ...connection } = await test(chatting(called));
    expect(connection).toEqual({
      state: 'ok',
      message: '“small” answers. It calls tools by itself.',
      models: ['large-instruct', 'small'],
      tools: 'native',
    });
    expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET https://llm.example/v1/models',
      'POST https://llm.example/v1/chat/completions',
    ]);
    expect(sent[0]?.headers).toEqual({ authorization: `Bearer ${KEY}` });
    expect(JSON.stringify(sent[1]?.body).length).toBeLessThan(500);
  });

  it('without tools says so: refused, or not called', async () => {
    const refusing = await test(
      chatting(({ body }) =>
        'tools' in body
          ? json({ error: { message: 'small does not support tools' } }, 400)
          : completion('ready'),
      ),
    );
    expect(refusing).toMatchObject({
      state: 'ok',
      tools: 'text',
      message: expect.stringMatching(/JSON in text/),
    });
    const ignoring = await test(chatting(() => completion('ready')));
    expect(ignoring).toMatchObject({
      state: 'ok',
      tools: null,
      message: expect.stringMatching(/did not call/),
    });
    const text = await test(
      chatting(({ body }) => ('tools' in body ? json({}, 500) : completion('ready'))),
      { tools: 'text' },
    );
    expect(text).toMatchObject({ state: 'ok', tools: null, message: '“small” answers.' });
  });

  it('needs no list', async () => {
    expect(await test(chatting(called, () => json({}, 404)))).toMatchObject({ state: 'ok', models: [] });
  });

  it('without a model yet lists what there is', async () => {
    expect(await test(() => LIST.clone(), { model: '' })).toMatchObject({
      state: 'ok',
      models: ['large-instruct', 'small'],
      message: expect.stringMatching(/offers 2 models/),
    });
    expect(await test(() => json({}, 401), { model: '' })).toMatchObject({ state: 'wrong-key' });
    expect(await test(() => json({}, 404), { model: '' })).toMatchObject({
      state: 'wrong-model',
      message: expect.stringMatching(/type the name/),
    });
  });

  it('corrects parameters, and ends when none is right', async () => {
    const { state } = await test(
      chatting(({ body }) =>
        'temperature' in body
          ? json({ error: { message: "'temperature' is not supported" } }, 400)
          : completion('ready'),
      ),
    );
    expect(state).toBe('ok');
    const never = await test(
      chatting(() =>
        json({ error: { message: "'max_tokens' and 'max_completion_tokens' are not supported" } }, 400),
      ),
    );
    expect(never.state).toBe('failed');
    expect(never.sent.length).toBeLessThan(10);
  });
});

describe('what is wrong is told apart', () => {
  it.each<[string, number, unknown, string, RegExp]>([
    ['wrong key', 401, { error: { message: `Bad key ${KEY}` } }, 'wrong-key', /does not accept the key/],
    ['no credit', 402, {}, 'no-credit', /top it up/],
    ['too many calls', 429, {}, 'busy', /takes no more calls/],
    [
      'no such model',
      404,
      { error: { message: 'model not found' } },
      'wrong-model',
      /offers large-instruct, small/,
    ],
    ['no such path', 404, 'nope', 'wrong-model', /Nothing answers chats at/],
    ['down', 503, {}, 'failed', /look at its status page/],
    ['a web page', 200, '<!doctype html>', 'wrong-model', /web page/],
    ['no chat', 200, {}, 'failed', /no chat completion/],
    ['a refusal', 200, { choices: [{ message: { refusal: 'no' } }] }, 'failed', /would not answer/],
  ])('%s', async (_, status, body, state, message) => {
    const answer = () => (typeof body === 'string' ? new Response(body, { status }) : json(body, status));
    const connection = await test(chatting(answer));
    expect(connection).toMatchObject({ state, message: expect.stringMatching(message) });
    expect(JSON.stringify({ ...connection, sent: null })).not.toContain('Zr+4');
  });

  it('a missing key is not a wrong one', async () => {
    expect(
      await test(
        chatting(() => json({}, 401)),
        {},
        PAGE,
        '',
      ),
    ).toMatchObject({
      state: 'wrong-key',
      message: expect.stringMatching(/asks for a key/),
    });
  });

  it.each<[string, string, RegExp]>([
    [
      'http://localhost:11434',
      'cors',
      /Ollama runs at localhost:11434.*OLLAMA_ORIGINS=https:\/\/app\.example/,
    ],
    ['http://localhost:1234', 'cors', /LM Studio.*Enable CORS/],
    ['http://localhost:8080', 'cors', /llama-server.*Access-Control-Allow-Origin: https:\/\/app\.example/],
    ['http://127.0.0.1:8000', 'cors', /vLLM with --allowed-origins '\["https:\/\/app\.example"\]'/],
    ['http://localhost:9999', 'cors', /Something runs.*Access-Control-Allow-Origin: https:\/\/app\.example/],
    ['https://api.openai.com', 'cors', /check the key first/],
  ])('%s that keeps its answers from the page: %s', async (baseUrl, state, message) => {
    const connection = await test((sent) => (isProbe(sent) ? new Response() : blocked()), { baseUrl });
    expect(connection).toMatchObject({ state, message: expect.stringMatching(message) });
    const probe = connection.sent.find(isProbe);
    expect(probe).toMatchObject({ method: 'GET', headers: {}, body: {} });
    expect(probe?.url).toBe(`${new URL(baseUrl).origin}/`);
    expect(probe?.init).toMatchObject({ redirect: 'follow', credentials: 'omit' });
  });

  it.each<[string, Page, RegExp]>([
    ['http://localhost:11434', HERE, /Nothing answers at localhost:11434\. Start it with “ollama serve”/],
    ['http://localhost:11434', PAGE, /may reach devices of your network/],
    ['http://localhost:1234', HERE, /lms server start/],
    ['https://llm.example', PAGE, /Nothing answers at llm\.example: check the address/],
  ])('%s where nothing runs', async (baseUrl, page, message) => {
    expect(await test(blocked, { baseUrl }, page)).toMatchObject({
      state: 'not-running',
      message: expect.stringMatching(message),
    });
  });

  it('an isolated page cannot tell the two apart, and says both', async () => {
    const page = { ...HERE, isolated: true };
    expect(await test(blocked, { baseUrl: 'http://localhost:11434' }, page)).toMatchObject({
      state: 'cors-or-not-running',
      message: expect.stringMatching(/ollama serve.*OLLAMA_ORIGINS=http:\/\/localhost:5173/),
    });
    const answering: Answering = (sent) => (isProbe(sent) ? new Response() : blocked());
    expect((await test(answering, {}, page)).state).toBe('cors');
  });

  it.each<[string, Page, boolean]>([
    ['http://192.168.1.9:11434', PAGE, true],
    ['http://llm.example', PAGE, true],
    ['http://localhost:11434', PAGE, false],
    ['http://127.0.0.1:11434', PAGE, false],
    ['http://192.168.1.9:11434', HERE, false],
    ['https://llm.example', PAGE, false],
  ])('%s from %o: mixed content %s', async (baseUrl, page, mixed) => {
    const { state, sent, message } = await test(chatting(called), { baseUrl }, page);
    expect(state === 'mixed-content').toBe(mixed);
    expect(sent.length === 0).toBe(mixed);
    if (mixed) expect(message).toMatch(/https address/);
  });

  it('an address that is none, a key that is none: before anything is sent', async () => {
    for (const [config, key, state] of [
      [{ baseUrl: 'gpt-4o' }, KEY, 'bad-address'],
      [{ model: KEY }, KEY, 'bad-address'],
      [{}, 'two words', 'wrong-key'],
    ] as const) {
      const connection = await test(blocked, config, PAGE, key);
      expect(connection).toMatchObject({ state, sent: [] });
      expect(connection.message).not.toContain(key);
    }
  });

  it('one that takes too long is named; one that is called off ends', async () => {
    const fake = fakeParts(
      (sent) => (isList(sent) ? LIST.clone() : new Promise<Response>(() => {})),
      {},
      { late: 2 },
    );
    const parts = { ...fake.parts, page: PAGE };
    expect(await testConnection(CONFIG, parts, new AbortController().signal)).toMatchObject({
      state: 'too-slow',
    });
    const stop = new AbortController();
    const running = testConnection(CONFIG, parts, stop.signal);
    stop.abort();
    await expect(running).rejects.toMatchObject({ code: 'cancelled' });
  });
});

describe('lists of models', () => {
  it.each<[ChatConfig['provider'], string, string, unknown, string[]]>([
    [
      'openai',
      'https://llm.example',
      'https://llm.example/v1/models',
      { data: [{ id: 'b' }, { id: 'a' }] },
      ['a', 'b'],
    ],
    [
      'anthropic',
      'https://api.anthropic.com',
      'https://api.anthropic.com/v1/models?limit=1000',
      { data: [{ id: 'claude-x', type: 'model' }] },
      ['claude-x'],
    ],
    [
      'gemini',
      'https://generativelanguage.googleapis.com',
      'https://generativelanguage.googleapis.com/v1beta/models?pageSize=1000',
      {
        models: [
          { name: 'models/gemini-x', supportedGenerationMethods: ['generateContent'] },
          { name: 'models/embedding-x', supportedGenerationMethods: ['embedContent'] },
        ],
      },
      ['gemini-x'],
    ],
  ])('%s', async (provider, baseUrl, url, answer, models) => {
    const connection = await test(() => json(answer), { provider, baseUrl, model: '' });
    expect(connection).toMatchObject({ state: 'ok', models });
    expect(connection.sent.map((sent) => sent.url)).toEqual([url]);
    expect(Object.keys(connection.sent[0]?.headers ?? {})).not.toContain('content-type');
  });
});
