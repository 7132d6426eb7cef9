/** Retries, limits, cache, spending and abort of the one chat port, over a scripted endpoint. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createChatPort } from '../../src/llm/chat-port';
import type { ReplyStore } from '../../src/llm/reply-cache';
import { createSpending } from '../../src/llm/spending';
import { holdAfter, idle, until } from '../support/waits';
import { type Answering, ask, CONFIG, completion, fakeParts, json, thrownBy } from './fake';

const open = (answering: Answering, config: Partial<typeof CONFIG> = {}, more = {}) => {
  const fake = fakeParts(answering, more);
  return { ...fake, port: createChatPort({ ...CONFIG, ...config }, fake.parts) };
};

const memoryStore = () => {
  const kept = new Map<string, unknown>();
  const store: ReplyStore = {
    get: async (hash) => kept.get(hash) ?? null,
    put: async (hash, reply) => void kept.set(hash, structuredClone(reply)),
  };
  return { kept, store };
};

describe('a reply', () => {
  it('comes with usage, cost and what it took', async () => {
    const { port, sent } = open(() =>
      completion('Velm', {
        usage: {
          prompt_tokens: 1000,
          completion_tokens: 20,
          prompt_tokens_details: { cached_tokens: 400 },
        },
      }),
    );
    expect(await port.complete(ask('Where?'))).toEqual({
      text: 'Velm',
      toolCalls: [],
      truncated: false,
      usage: { input: 1000, output: 20, cachedInput: 400, counted: 'endpoint' },
      ms: 0,
      retries: 0,
      cached: false,
      // 600 at 1, 400 at 0.5, 20 at 10, per million.
      cost: (600 + 200 + 200) / 1e6,
    });
    expect(port.id).toBe('openai|https://llm.example/v1|small');
    expect(sent).toHaveLength(1);
  });

  it('is counted here where the endpoint does not count, and says so', async () => {
    const { port } = open(() => completion('one two three', { usage: null }));
    const { usage } = await port.complete(ask('Four words are here'));
    expect(usage).toEqual({ input: 8, output: 3, cachedInput: 0, counted: 'tokenizer' });
  });

  it('has no cost where no price is known, and none on the own machine', async () => {
    const prices = { currency: 'USD', rows: [] };
    const far = open(() => completion('x'), { prices });
    expect((await far.port.complete(ask('a'))).cost).toBeNull();
    const near = open(() => completion('x'), { prices, baseUrl: 'http://localhost:11434' });
    expect((await near.port.complete(ask('a'))).cost).toBe(0);
  });
});

describe('an endpoint that is busy or fails is asked again', () => {
  it.each<[Record<string, string>, number]>([
    [{ 'retry-after': '7' }, 7000 + 350],
    [{ 'retry-after': 'Thu, 01 Jan 2026 12:00:30 GMT' }, 30_000 + 500],
    [{ 'retry-after-ms': '1500', 'retry-after': '60' }, 1500 + 75],
    [{ 'retry-after': 'Thu, 01 Jan 2026 11:00:00 GMT' }, 25],
    [{ 'retry-after': 'soon' }, 750],
    [{}, 750],
  ])('after %j', async (headers, wait) => {
    const { port, slept } = open((_, at) =>
      at === 1 ? json({ error: { message: 'slow down' } }, 429, headers) : completion('x'),
    );
    expect(await port.complete(ask('a'))).toMatchObject({ text: 'x', retries: 1 });
    // The first of them is the pause of the whole port, where one was asked for.
    expect(slept.at(-1)).toBe(wait);
  });

  it('at growing distances, so many times and no more', async () => {
    const { port, sent, slept } = open(() => json({ error: 'overloaded' }, 503));
    expect(await thrownBy(port.complete(ask('a')))).toMatchObject({
      code: 'llm-network',
      message: expect.stringMatching(/llm\.example failed \(HTTP 503\).*overloaded.*Asked 5 times/),
      retryable: true,
    });
    expect(sent).toHaveLength(5);
    expect(slept).toEqual([750, 1500, 3000, 6000]);
  });

  it('not when the wait would be longer than a call may take', async () => {
    const { port, sent } = open(() => json({}, 429, { 'retry-after': '3600' }));
    expect(await thrownBy(port.complete(ask('a')))).toMatchObject({
      code: 'llm-network',
      message: expect.stringMatching(/Asked once.*wait 3601 s/),
    });
    expect(sent).toHaveLength(1);
  });

  it('also when it breaks off, is cut, or gives no answer in time', async () => {
    const broken = () =>
      new Response(
        new ReadableStream({
          start(controller) {
            controller.error(new TypeError('terminated'));
          },
        }),
      );
    const script: (() => Response | Promise<Response>)[] = [
      () => Promise.reject(new TypeError('Failed to fetch')),
      broken,
      () => new Response('{"choices": [{"mess'),
      () => new Promise<Response>(() => {}),
      () => completion('at last'),
    ];
    const fake = fakeParts((_, at) => script[at - 1]?.() ?? completion(''), {}, { late: 4 });
    const port = createChatPort(CONFIG, fake.parts);
    expect(await port.complete(ask('a'))).toMatchObject({ text: 'at last', retries: 4 });
    expect(fake.sent[3]?.init.signal?.aborted).toBe(true);
  });

  it('within a time that begins with its first try, not with its turn', async () => {
    let clock = 0;
    const { port, sent } = open(
      (_, at) => {
        // The first call takes long, and the second waits for its slot meanwhile.
        if (at === 1) clock += 2 * CONFIG.totalMs;
        return at === 2 ? json({}, 500) : completion('x');
      },
      { concurrency: 1 },
      { now: () => clock },
    );
    const [, second] = await Promise.all([port.complete(ask('a')), port.complete(ask('b'))]);
    expect(second).toMatchObject({ text: 'x', retries: 1 });
    expect(second.ms).toBe(2 * CONFIG.totalMs);
    expect(sent).toHaveLength(3);
  });

  it('a limit of one try that is always passed is llm-timeout', async () => {
    const fake = fakeParts(() => new Promise<Response>(() => {}), { sleep: async () => {} });
    const port = createChatPort({ ...CONFIG, maxTries: 2 }, fake.parts);
    expect(await thrownBy(port.complete(ask('a')))).toMatchObject({
      code: 'llm-timeout',
      message: expect.stringMatching(/within 60 s/),
    });
    expect(fake.sent).toHaveLength(2);
  });
});

describe('what no further try can mend ends at once', () => {
  it.each<[number, unknown, string, RegExp]>([
    [401, { error: { message: 'Incorrect API key' } }, 'llm-key', /does not accept the key/],
    [403, {}, 'llm-key', /does not accept the key \(HTTP 403\)/],
    [400, { error: { message: 'API key not valid.', status: 'INVALID_ARGUMENT' } }, 'llm-key', /the key/],
    [402, { error: { message: 'Insufficient Balance' } }, 'llm-spent', /top it up/],
    [429, { error: { message: 'no', code: 'insufficient_quota' } }, 'llm-spent', /top it up/],
    [404, { error: { message: 'model "small" not found, try pulling it first' } }, 'llm-model', /no model/],
    [400, { error: { code: 'model_not_found', message: 'x' } }, 'llm-model', /no model/],
    [404, 'Not Found', 'llm-model', /Nothing answers chats at/],
    [307, '', 'llm-model', /follows no redirects/],
    [
      400,
      { error: { message: "This model's maximum context length is 8192 tokens." } },
      'llm-limit',
      /longer than “small”/,
    ],
    [400, { error: { code: 400, type: 'exceed_context_size_error', message: 'x' } }, 'llm-limit', /lower k/],
    [400, { type: 'error', error: { message: 'prompt is too long: 9 tokens' } }, 'llm-limit', /lower k/],
    [413, '', 'llm-limit', /lower k/],
    [400, { error: { code: 'content_filter', message: 'x' } }, 'llm-refused', /would not take/],
    [400, { error: { message: 'does not support tools' } }, 'llm-reply', /such as tools/],
    [422, { detail: [{ loc: ['body', 'top'], msg: 'extra' }] }, 'llm-reply', /did not accept/],
  ])('HTTP %i %j', async (status, body, code, message) => {
    const { port, sent, slept } = open(() =>
      typeof body === 'string' ? new Response(body, { status }) : json(body, status),
    );
    expect(await thrownBy(port.complete(ask('a')))).toMatchObject({
      code,
      message: expect.stringMatching(message),
    });
    expect([sent.length, slept]).toEqual([1, []]);
  });

  it('a web page in place of an endpoint is named', async () => {
    const { port, sent } = open(() => new Response('<!doctype html><title>Welcome</title>'));
    expect(await thrownBy(port.complete(ask('a')))).toMatchObject({
      code: 'llm-model',
      message: expect.stringMatching(/web page/),
    });
    expect(sent).toHaveLength(1);
  });

  it('an error inside an answer of success is that error', async () => {
    const { port } = open((_, at) =>
      at === 1 ? json({ error: { code: 429, message: 'later' } }) : completion('x'),
    );
    expect(await port.complete(ask('a'))).toMatchObject({ text: 'x', retries: 1 });
  });
});

describe('parameters that a model does not take', () => {
  it('are corrected by its own words, once for the whole port', async () => {
    const { port, sent, slept } = open(
      ({ body }) => {
        if ('max_tokens' in body)
          return json(
            {
              error: {
                message:
                  "'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
              },
            },
            400,
          );
        if ('temperature' in body)
          return json({ error: { message: "Unsupported value: 'temperature' must be 1" } }, 400);
        if ('seed' in body)
          return json({ detail: [{ type: 'extra_forbidden', loc: ['body', 'seed'] }] }, 422);
        return completion('x');
      },
      { seed: 7 },
    );
    expect(await port.complete(ask('a'))).toMatchObject({ text: 'x', retries: 3 });
    expect(await port.complete(ask('b'))).toMatchObject({ text: 'x', retries: 0 });
    expect(sent.at(-1)?.body).toEqual({
      model: 'small',
      messages: [{ role: 'user', content: 'b' }],
      max_completion_tokens: 50,
    });
    expect(slept).toEqual([]);
  });
});

it('a limit of tokens that is too high, or a request too long, is no parameter to leave out', async () => {
  for (const [message, code] of [
    ['max_tokens is too large: 50. This model supports at most 40 completion tokens', 'llm-reply'],
    [
      "'max_tokens' is not supported above the maximum context length, use max_completion_tokens instead",
      'llm-limit',
    ],
  ]) {
    const { port, sent } = open(() => json({ error: { message } }, 400));
    expect(await thrownBy(port.complete(ask('a')))).toMatchObject({ code });
    expect(sent).toHaveLength(1);
  }
});

describe('replies are kept', () => {
  it('so that an equal request is sent once, also by a later port', async () => {
    const { store } = memoryStore();
    const first = open(() => completion('x'), {}, { store });
    expect((await first.port.complete(ask('a'))).cached).toBe(false);
    const later = open(() => completion('y'), {}, { store });
    expect(await later.port.complete(ask('a'))).toMatchObject({
      text: 'x',
      cached: true,
      cost: 0,
      ms: 0,
      usage: { input: 100, output: 10 },
    });
    expect((await later.port.complete(ask('b'))).text).toBe('y');
    expect((await later.port.complete(ask('a', { maxTokens: 51 }))).text).toBe('y');
    const other = open(() => completion('z'), { model: 'other' }, { store });
    expect((await other.port.complete(ask('a'))).text).toBe('z');
  });

  it.each<[string, () => Response]>([
    ['cut off', () => completion('x', { choices: [{ message: { content: 'x' }, finish_reason: 'length' }] })],
    ['empty', () => completion('  ')],
    [
      'with arguments that are no JSON',
      () =>
        json({
          choices: [{ message: { tool_calls: [{ id: '1', function: { name: 'f', arguments: '{"a' } }] } }],
        }),
    ],
  ])('but none that is %s', async (_, answer) => {
    const { store, kept } = memoryStore();
    const { port } = open(answer, {}, { store });
    await port.complete(ask('a'));
    expect(kept.size).toBe(0);
  });

  it('a failure is not kept, and a store that fails or lies loses no reply', async () => {
    const { store, kept } = memoryStore();
    const failing = open((_, at) => (at === 1 ? json({}, 401) : completion('x')), {}, { store });
    await thrownBy(failing.port.complete(ask('a')));
    expect(kept.size).toBe(0);
    const bad: ReplyStore = {
      get: () => Promise.reject(new Error('gone')),
      put: () => Promise.reject(new Error('full')),
    };
    const broken = open(() => completion('x'), {}, { store: bad });
    expect((await broken.port.complete(ask('a'))).text).toBe('x');
    expect(broken.warnings).toEqual([expect.stringMatching(/gone/), expect.stringMatching(/full/)]);
    const lying: ReplyStore = { get: async () => ({ text: 5 }), put: async () => {} };
    expect((await open(() => completion('x'), {}, { store: lying }).port.complete(ask('a'))).text).toBe('x');
  });

  it('equal requests under way share one call; one that leaves does not take it from the other', async () => {
    const hold = holdAfter(0);
    const { port, sent } = open(async () => {
      await hold.wait();
      return completion('x');
    });
    const leaving = new AbortController();
    const first = port.complete(ask('a'), leaving.signal);
    const second = port.complete(ask('a'));
    await hold.reached;
    leaving.abort();
    await expect(first).rejects.toMatchObject({ code: 'cancelled' });
    expect(sent[0]?.init.signal?.aborted).toBe(false);
    hold.release();
    expect(await second).toMatchObject({ text: 'x', cached: true, cost: 0 });
    expect(sent).toHaveLength(1);
  });
});

describe('a call that is called off', () => {
  it('ends at once, though the endpoint and the clock do nothing', async () => {
    const fake = fakeParts(() => new Promise<Response>(() => {}), { sleep: () => new Promise(() => {}) });
    const port = createChatPort({ ...CONFIG, concurrency: 1 }, fake.parts);
    const stop = new AbortController();
    const running = port.complete(ask('a'), stop.signal);
    const queued = port.complete(ask('b'), stop.signal);
    await until(() => fake.sent.length).toBe(1);
    stop.abort();
    await expect(running).rejects.toMatchObject({ code: 'cancelled' });
    await expect(queued).rejects.toMatchObject({ code: 'cancelled' });
    expect(fake.sent[0]?.init.signal?.aborted).toBe(true);
    await expect(port.complete(ask('c'), stop.signal)).rejects.toMatchObject({ code: 'cancelled' });
    await idle();
    expect(fake.sent).toHaveLength(1);
  });

  it('ends while it waits to try again, and leaves the slot to others', async () => {
    const fake = fakeParts(
      ({ body }) => (JSON.stringify(body).includes('"b"') ? completion('x') : json({}, 500)),
      {},
      { stuck: true },
    );
    const port = createChatPort({ ...CONFIG, concurrency: 1 }, fake.parts);
    const stop = new AbortController();
    const waiting = port.complete(ask('a'), stop.signal);
    expect((await port.complete(ask('b'))).text).toBe('x');
    stop.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'cancelled' });
  });
});

describe('the spending limit', () => {
  // 1 per million of input, 10 of output: `ask` may cost (bytes · 1.1 + 64 · 5) + 50 · 10 millionths at most.
  const calls = Array.from({ length: 40 }, (_, at) => ask(`question ${at}`));

  it('holds under concurrency: what is billed never goes beyond it, and it is used up', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 500, max: 20_000 }),
        fc.integer({ min: 1, max: 16 }),
        fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 40, maxLength: 40 }),
        async (millionths, concurrency, outputs) => {
          let billed = 0;
          const spending = createSpending(millionths / 1e6);
          const { port } = open(
            (_, at) => {
              const output = outputs[at - 1] ?? 0;
              billed += 10 + output * 10;
              return completion('x', { usage: { prompt_tokens: 10, completion_tokens: output } });
            },
            { concurrency },
            { spending },
          );
          const settled = await Promise.allSettled(calls.map((call) => port.complete(call)));
          const refused = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
          expect(billed).toBeLessThanOrEqual(millionths);
          expect(spending.spent * 1e6).toBeCloseTo(billed, 3);
          expect(spending.reserved).toBe(0);
          expect(refused.every(({ code }: { code: string }) => code === 'llm-spent')).toBe(true);
          // Refused only when the worst case of one more call would not fit.
          if (refused.length > 0) expect(billed + 900).toBeGreaterThan(millionths);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('counts what may have been billed: a try without an answer, a call called off', async () => {
    const spending = createSpending(1);
    const fake = fakeParts(() => new Promise<Response>(() => {}), { spending, sleep: async () => {} });
    const port = createChatPort({ ...CONFIG, maxTries: 1 }, fake.parts);
    await thrownBy(port.complete(ask('a')));
    expect(spending.spent).toBeGreaterThan((50 * 10) / 1e6);
    const free = createSpending(1);
    const busy = open(() => json({}, 503), {}, { spending: free });
    await thrownBy(busy.port.complete(ask('a')));
    expect(free.spent).toBe(0);
  });

  it('goes on where an earlier run had stopped, and wants a price', async () => {
    const { port, sent } = open(() => completion('x'), {}, { spending: createSpending(1, 0.9999) });
    expect(await thrownBy(port.complete(ask('a')))).toMatchObject({
      code: 'llm-spent',
      message: expect.stringMatching(/0\.9999 of 1 is spent/),
    });
    expect(sent).toHaveLength(0);
    const unpriced = { prices: { currency: 'USD', rows: [] } };
    expect(() => open(() => completion('x'), unpriced, { spending: createSpending(1) })).toThrow(/no price/);
  });
});

describe('many calls over a bad endpoint', () => {
  it.each([
    // A browser opens six connections to one host over HTTP/1.1, and speaks HTTP/2 with none that has no TLS.
    ['http://gpu.example:8000/v1', 6],
    ['http://localhost:11434/v1', 6],
    ['https://llm.example/v1', 12],
  ])(
    '%s: %i of 12 calls are under way, the others wait outside of their time limit',
    async (baseUrl, most) => {
      const hold = holdAfter(0);
      const { port, sent } = open(
        async () => {
          await hold.wait();
          return completion('x');
        },
        { baseUrl, concurrency: 32 },
      );
      const calls = Array.from({ length: 12 }, (_, i) => port.complete(ask(`Question ${i}`)));
      await idle();
      expect(sent).toHaveLength(most);
      hold.release();
      await Promise.all(calls);
      expect(sent).toHaveLength(12);
    },
  );

  it('each ends once: replied or failed; none is lost, none sent after its reply; never more at a time than set', async () => {
    const kind = fc.constantFrom('good', 'good', 'good', '429', '500', 'cut', 'lost', '400');
    await fc.assert(
      fc.asyncProperty(
        fc.array(kind, { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 1, max: 30 }),
        async (script, concurrency, count) => {
          let running = 0;
          let highest = 0;
          const repliedTo: string[] = [];
          const failedFor: string[] = [];
          const sentAfterReply: string[] = [];
          const { port, sent } = open(
            async ({ body }, at) => {
              highest = Math.max(highest, ++running);
              const [{ content = '' } = {}] = body.messages as { content?: string }[];
              if (repliedTo.includes(content)) sentAfterReply.push(content);
              await Promise.resolve();
              running--;
              const what = script[at % script.length];
              if (what === 'good') {
                repliedTo.push(content);
                return completion(`to ${content}`);
              }
              if (what === 'lost') throw new TypeError('Failed to fetch');
              if (what === 'cut') return new Response('{"choices": [');
              if (what === '400') failedFor.push(content);
              return json({ error: { message: 'no' } }, Number(what), { 'retry-after': '1' });
            },
            { concurrency },
          );
          const settled = await Promise.allSettled(
            Array.from({ length: count }, (_, at) => port.complete(ask(`q${at}`))),
          );
          expect(highest).toBeLessThanOrEqual(concurrency);
          expect(sentAfterReply).toEqual([]);
          expect(sent.length).toBeLessThanOrEqual(count * CONFIG.maxTries);
          settled.forEach((one, at) => {
            if (one.status === 'fulfilled') expect(one.value.text).toBe(`to q${at}`);
            else expect(one.reason.code).toMatch(/^llm-(?:network|reply)$/);
          });
          const answered = settled.filter(({ status }) => status === 'fulfilled').length;
          expect(new Set(repliedTo).size).toBe(answered);
          expect(repliedTo).toHaveLength(answered);
          expect(new Set(failedFor).size).toBe(failedFor.length);
        },
      ),
      { numRuns: 60 },
    );
  });
});
