/** Calls of a model pass the guard of a worker, to the configured endpoint and only while they last. */
import { expect, it } from 'vitest';
import { createChatPort } from '../../src/llm/chat-port';
import { testConnection } from '../../src/llm/connection';
import { type OfflineScope, startOffline } from '../../src/offline/service-worker';
import { guardEgress } from '../../src/seam/egress';
import { holdAfter } from '../support/waits';
import { ask, CONFIG, completion, fakeParts, thrownBy } from './fake';

const PAGE = { origin: 'https://app.example', isolated: false };

/** The parts of a port whose fetch goes through the guard of a realm. */
const guarded = (answering: Parameters<typeof fakeParts>[0]) => {
  const fake = fakeParts(answering);
  const scope = { fetch: fake.parts.fetch };
  guardEgress(scope as unknown as typeof globalThis, 'https://app.example/assets/run.worker.js');
  return { ...fake, parts: { ...fake.parts, fetch: scope.fetch } };
};

it('a call opens its endpoint, and nothing else, until it ends', async () => {
  const hold = holdAfter(0);
  const { parts, sent } = guarded(async () => {
    await hold.wait();
    return completion('x');
  });
  const init: RequestInit = { method: 'POST', body: 'x', redirect: 'manual', credentials: 'omit' };
  const port = createChatPort(CONFIG, parts);
  await expect(parts.fetch('https://llm.example/v1/x', init)).rejects.toThrow(/was refused/);
  const running = port.complete(ask('a'));
  await hold.reached;
  await expect(parts.fetch('https://elsewhere.example/', init)).rejects.toThrow(/was refused/);
  hold.release();
  expect((await running).text).toBe('x');
  await expect(parts.fetch('https://llm.example/v1/x', init)).rejects.toThrow(/was refused/);
  expect(sent).toHaveLength(1);
});

it('an endpoint that redirects is not followed: no key and no text goes where it leads', async () => {
  const { parts, sent } = guarded(
    () => new Response(null, { status: 302, headers: { location: 'https://elsewhere.example/' } }),
  );
  expect(await thrownBy(createChatPort(CONFIG, parts).complete(ask('a')))).toMatchObject({
    code: 'llm-model',
    message: expect.stringMatching(/follows no redirects/),
  });
  expect(sent).toHaveLength(1);
});

it('a test of the connection passes too, its question whether anything is there included', async () => {
  const { parts, sent } = guarded(({ init }) => {
    if (init.mode === 'no-cors') return new Response();
    throw new TypeError('Failed to fetch');
  });
  const { state } = await testConnection(CONFIG, { ...parts, page: PAGE }, new AbortController().signal);
  expect(state).toBe('cors');
  expect(sent.map(({ url }) => url)).toEqual([
    'https://llm.example/v1/models',
    'https://llm.example/v1/chat/completions',
    'https://llm.example/',
  ]);
});

it('the service worker answers none of the calls, also not where the endpoint is served beside the app', async () => {
  const heard: ((event: unknown) => void)[] = [];
  startOffline({
    registration: { scope: 'https://app.example/' },
    addEventListener: (type: string, listener: (event: unknown) => void) => {
      if (type === 'fetch') heard.push(listener);
    },
  } as unknown as OfflineScope);
  const answered: string[] = [];
  const pass = async (baseUrl: string): Promise<void> => {
    const { parts, sent } = fakeParts(() => completion('x'));
    await testConnection({ ...CONFIG, baseUrl }, { ...parts, page: PAGE }, new AbortController().signal);
    expect(sent.length).toBeGreaterThan(1);
    for (const { url, init } of sent)
      for (const listener of heard)
        listener({ request: new Request(url, init), respondWith: () => void answered.push(url) });
  };
  await pass('https://llm.example/v1');
  await pass('https://app.example/v1');
  expect(heard).toHaveLength(1);
  expect(answered).toEqual([]);
});
