/** The key is in the headers of what is sent, and nowhere else: not in a reply, an error, a warning, an id. */
import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PROVIDERS, type ProviderId } from '../../src/domain/chat-config';
import { createChatPort } from '../../src/llm/chat-port';
import { createSecret } from '../../src/llm/secret';
import { toFailure } from '../../src/seam/outcome';
import { ask, CONFIG, fakeParts, json, KEY } from './fake';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** Ways in which a server may echo a key. */
const FORMS: Record<string, (key: string) => string> = {
  plain: (key) => key,
  json: (key) => JSON.stringify(key),
  url: (key) => encodeURIComponent(key),
  'url, lower case': (key) => encodeURIComponent(key).replace(/%../g, (byte) => byte.toLowerCase()),
  base64: base64,
  'base64 without padding': (key) => base64(key).replace(/=+$/, ''),
  base64url: (key) => Buffer.from(key).toString('base64url'),
  'base64 of user:key': (key) => base64(`u:${key}`),
  'base64 of Bearer key': (key) => base64(`Bearer ${key} and more`),
  hex: (key) => Buffer.from(key).toString('hex'),
};

/** The key as any decoder would find it: in the text, or in what its base64 or percent signs stand for. */
const leaks = (output: string, key: string): boolean => {
  const runs = output.match(/[\w+/=-]{8,}/g) ?? [];
  const decoded = runs.flatMap((run) => [
    ...[0, 1, 2, 3].map((from) => Buffer.from(run.slice(from), 'base64').toString('latin1')),
    Buffer.from(run, 'hex').toString('latin1'),
  ]);
  let percent = output;
  try {
    percent = decodeURIComponent(output);
  } catch {
    // Not percent-encoded as a whole.
  }
  return [output, percent, output.replaceAll('\\\\', '\\').replaceAll('\\"', '"'), ...decoded].some((text) =>
    text.toLowerCase().includes(key.toLowerCase()),
  );
};

describe('a text is redacted', () => {
  it.each(Object.entries(FORMS))('%s', (_, form) => {
    const { redact, holdsKey } = createSecret(KEY);
    const text = `Incorrect key: ${form(KEY)} (see the docs)`;
    expect(leaks(text, KEY)).toBe(true);
    expect(leaks(redact(text), KEY)).toBe(false);
    expect(holdsKey(text)).toBe(true);
    expect(redact(text)).toMatch(/^Incorrect key: /);
  });

  it('for any key, in any of these forms', () => {
    fc.assert(
      fc.property(
        fc
          .string({ unit: 'grapheme-ascii', minLength: 8, maxLength: 60 })
          .map((key) => key.replace(/[\s'"“”‘’]/g, 'q')),
        fc.constantFrom(...Object.values(FORMS)),
        (key, form) => {
          fc.pre(!/^Bearer/i.test(key));
          expect(leaks(createSecret(key).redact(`a ${form(key)} b`), key)).toBe(false);
        },
      ),
    );
  });

  it('masked keys and other people’s keys go too; words stay', () => {
    const { redact } = createSecret('');
    expect(redact('Incorrect API key provided: sk-proj-ab********yz9. Ask.')).toBe(
      'Incorrect API key provided: [key]. Ask.',
    );
    expect(redact('AIzaSyA1234567890 and Bearer abc.def-ghi')).toBe('[key] and [key]');
    expect(redact('a task-oriented bearer of news, 5 sk-is')).toBe('a task-oriented bearer of news, 5 sk-is');
  });

  it.each(['x', 'none', 'EMPTY', 'ollama', 'test', 'lm-studio', 'not-needed', 'content', '1234'])(
    '%s is typed where no key is wanted: a reply keeps it, in names and texts',
    (key) => {
      const reply = { [key]: `The answer is ${key}.`, list: [key] };
      expect(createSecret(key).redactDeep(reply)).toEqual(reply);
    },
  );

  it.each(['hunter2', 'k3y-9', 'sk-live-4f9a8b', 'abcdefghijklmnopqrstuvwxyzabcd'])(
    '%s may be a key: no reply keeps it',
    (key) => {
      expect(JSON.stringify(createSecret(key).redactDeep({ [key]: `It is ${key}.` }))).not.toContain(key);
    },
  );

  it('a short key is a word of its own', () => {
    const { redact, holdsKey } = createSecret('none');
    expect(redact('key none, not nonesuch')).toBe('key [key], not nonesuch');
    expect(holdsKey('none')).toBe(false);
  });

  it('pasted into the field of the address, while its own is empty, it is not quoted back', () => {
    for (const pasted of ['sk-proj-abcdefghij0123456789', 'AIzaSyA1234567890abcdefghij']) {
      const { parts } = fakeParts(() => json({}), { key: '' });
      expect(() => createChatPort({ ...CONFIG, baseUrl: pasted }, parts)).toThrow(/“\[key\]” is no address/);
    }
  });

  it('as it is pasted', () => {
    const header = (pasted: string) => createSecret(pasted).headers((key) => ({ key })).key;
    expect(header(' "sk-abc"\n')).toBe('sk-abc');
    expect(header('Bearer sk-abc')).toBe('sk-abc');
    for (const bad of ['sk-abc def', 'sk-äbc', 'sk-a\nb', 'sk–abc'])
      expect(() => createSecret(bad)).toThrow(expect.objectContaining({ code: 'llm-key' }));
    try {
      createSecret('my secret key');
    } catch (thrown) {
      expect(inspect(thrown, { depth: 9 })).not.toContain('my secret');
    }
  });
});

const BASES: Record<ProviderId, string> = {
  openai: 'https://llm.example/v1',
  anthropic: 'https://api.anthropic.com',
  gemini: 'https://generativelanguage.googleapis.com',
};
const good: Record<ProviderId, (text: string) => unknown> = {
  openai: (text) => ({
    choices: [
      {
        message: {
          content: text,
          tool_calls: [{ id: text, function: { name: 'f', arguments: JSON.stringify({ [text]: text }) } }],
        },
      },
    ],
  }),
  anthropic: (text) => ({
    content: [
      { type: 'text', text },
      { type: 'tool_use', id: text, name: text, input: { [text]: [text] } },
    ],
    stop_reason: 'end_turn',
  }),
  gemini: (text) => ({
    candidates: [
      { content: { parts: [{ text }, { functionCall: { name: text, args: { [text]: text } } }] } },
    ],
  }),
};

describe.each(PROVIDERS)('%s', (provider) => {
  const outputs = async (answering: (echo: string) => Response | Promise<Response>, form: string) => {
    const out: unknown[] = [];
    const echo = FORMS[form]?.(KEY) ?? '';
    const fake = fakeParts(() => answering(echo), {
      warn: (message) => void out.push(message),
      store: {
        get: () => Promise.reject(new Error(`no ${echo}`)),
        put: async (hash, reply) => void out.push(hash, reply),
      },
    });
    const config = { ...CONFIG, provider, baseUrl: BASES[provider], maxTries: 2 };
    const port = createChatPort(config, fake.parts);
    out.push(port.id, port, JSON.stringify(port), config);
    try {
      out.push(await port.complete(ask('a')));
    } catch (thrown) {
      out.push(thrown, toFailure(thrown), (thrown as Error).stack, String(thrown));
    }
    expect(out.length).toBeGreaterThan(4);
    for (const { url, body } of fake.sent) out.push(url, body);
    return { text: out.map((one) => inspect(one, { depth: 20, showHidden: true })).join('\n'), fake };
  };

  const cases: [string, (echo: string) => Response | Promise<Response>][] = [
    ...[400, 401, 403, 404, 413, 429, 500].map((status): [string, (echo: string) => Response] => [
      `HTTP ${status}`,
      (echo) => json({ error: { message: `Bad key ${echo}.`, code: echo } }, status, { 'retry-after': '1' }),
    ]),
    ['an error in plain text', (echo) => new Response(`no: ${echo}`, { status: 502 })],
    ['an error in a list', (echo) => json({ detail: [{ msg: echo, input: echo }] }, 422)],
    ['a cut answer', (echo) => new Response(`{"${echo}`)],
    ['a web page', (echo) => new Response(`<p>${echo}</p>`)],
    ['a failing fetch', (echo) => Promise.reject(new TypeError(`header ${echo} is bad`))],
    ['a failing fetch with a cause', (echo) => Promise.reject(new TypeError('x', { cause: echo }))],
    [
      'a refusal',
      (echo) => json({ choices: [{ message: { refusal: echo } }], promptFeedback: { blockReason: echo } }),
    ],
    ['a reply', (echo) => json(good[provider](echo))],
  ];

  it.each(cases)('keeps the key out of everything: %s', async (_, answering) => {
    for (const form of Object.keys(FORMS)) {
      const { text, fake } = await outputs(answering, form);
      expect(leaks(text, KEY), form).toBe(false);
      expect(fake.sent.length).toBeGreaterThan(0);
      expect(Object.values(fake.sent[0]?.headers ?? {}).join()).toContain(KEY);
    }
  });

  it('keeps part of it out where words are shortened', async () => {
    for (const make of [
      (text: string) => json({ error: { message: text } }, 400),
      (text: string) => new Response(text, { status: 500 }),
      (text: string) => new Response(text),
      (text: string) => json({ choices: [{ message: { refusal: text } }] }),
    ])
      for (const length of [50, 60, 65, 70, 75, 185, 190, 195, 280, 285, 290, 295, 299]) {
        const { text } = await outputs((echo) => make(`${'.'.repeat(length)}${echo}`), 'plain');
        // Twelve characters of it are too many already.
        expect(leaks(text, KEY.slice(0, 12)), `${length}`).toBe(false);
      }
  });

  it('refuses it in the address or the model, without quoting it', () => {
    for (const config of [
      { baseUrl: `https://llm.example/${KEY.slice(0, 8)}/${KEY}` },
      { model: KEY },
      { baseUrl: KEY },
    ])
      try {
        createChatPort({ ...CONFIG, provider, ...config }, fakeParts(() => json({})).parts);
        expect.unreachable();
      } catch (thrown) {
        expect(thrown).toMatchObject({ code: 'bad-input' });
        expect(leaks(inspect(thrown, { depth: 9, showHidden: true }), KEY)).toBe(false);
      }
  });
});
