/** What a worker's guard writes down of requests elsewhere, and how the switch ends them. */
import { expect, it } from 'vitest';
import { type EgressEntry, totalsByOrigin } from '../../src/domain/egress';
import {
  allowEndpoint,
  allowReading,
  type EgressGate,
  guardEgress,
  noteReceived,
} from '../../src/seam/egress';

const BASE = 'https://app.example/assets/run.worker.js';
const CHAT = 'https://llm.example/v1/chat/completions';
const send: RequestInit = {
  method: 'POST',
  body: '{"secret":"ä"}',
  headers: { authorization: 'Bearer sk-the-key' },
  redirect: 'manual',
  credentials: 'omit',
  cache: 'no-store',
};

const makeRealm = (answer: (init?: RequestInit) => Promise<Response> = async () => new Response('four')) => {
  const entries: EgressEntry[] = [];
  const realm = { offline: false, broken: false, made: 0 };
  let turned: (offline: boolean) => void = () => {};
  const gate: EgressGate = {
    async admit(entry) {
      if (realm.broken) throw new Error('the disk is full');
      const barred = realm.offline;
      entries.push({ ...entry, outcome: barred ? 'refused' : entry.outcome });
      return { id: entries.length - 1, barred };
    },
    async amend(id, change) {
      Object.assign(entries[id] ?? {}, change);
    },
    onChange: (listener) => {
      turned = listener;
    },
  };
  const scope = {
    fetch: async (_input: unknown, init?: RequestInit) => {
      realm.made += 1;
      return answer(init);
    },
    WebSocket: class {},
  };
  guardEgress(scope as unknown as typeof globalThis, BASE, gate);
  return Object.assign(realm, {
    entries,
    fetch: scope.fetch as unknown as typeof globalThis.fetch,
    scope,
    turn: (offline: boolean) => {
      realm.offline = offline;
      turned(offline);
    },
  });
};

it('writes down what was sent where and what for, and no text, path or key of it', async () => {
  const realm = makeRealm();
  const { signal } = new AbortController();
  const forbid = allowEndpoint(CHAT, { signal, purpose: 'judging' });
  const response = await realm.fetch(CHAT, { ...send, signal });
  noteReceived(response, 4);
  forbid();
  expect(realm.entries).toEqual([
    {
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      method: 'POST',
      origin: 'https://llm.example',
      purpose: 'judging',
      sent: 15,
      received: 4,
      outcome: 'answered',
      status: 200,
    },
  ]);
  expect(JSON.stringify(realm.entries)).not.toMatch(/secret|sk-the-key|completions/);
});

it('leaves out the app’s own files, but not an endpoint beside them', async () => {
  const realm = makeRealm();
  await realm.fetch('/models/a.onnx');
  await realm.fetch('data:,x');
  expect(realm.entries).toEqual([]);
  const forbid = allowEndpoint('https://app.example/v1');
  await realm.fetch('https://app.example/v1/chat/completions', send);
  forbid();
  expect(realm.entries).toMatchObject([{ origin: 'https://app.example', outcome: 'answered' }]);
});

it('writes down what it refuses, and what came to nothing', async () => {
  const realm = makeRealm(() => Promise.reject(new TypeError('Failed to fetch')));
  await expect(realm.fetch('https://evil.example/?q=a-document')).rejects.toThrow(/was refused/);
  const Socket = realm.scope.WebSocket as unknown as new (url: string) => object;
  expect(() => new Socket('wss://evil.example/')).toThrow(/was refused/);
  allowReading('https://hub.example/model/');
  await expect(realm.fetch('https://hub.example/model/config.json')).rejects.toThrow('Failed to fetch');
  expect(realm.entries.map(({ origin, purpose, outcome }) => [origin, purpose, outcome])).toEqual([
    ['https://evil.example', 'other', 'refused'],
    ['wss://evil.example', 'other', 'refused'],
    ['https://hub.example', 'model-files', 'failed'],
  ]);
  expect(JSON.stringify(realm.entries)).not.toContain('a-document');
});

it('makes no request that cannot be written down', async () => {
  const realm = makeRealm();
  realm.broken = true;
  const forbid = allowEndpoint(CHAT);
  await expect(realm.fetch(CHAT, send)).rejects.toThrow('the disk is full');
  forbid();
  expect(realm.made).toBe(0);
});

it('lets nothing leave while the switch is on, and breaks off what is under way', async () => {
  const realm = makeRealm(
    (init) =>
      new Promise((_, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
      }),
  );
  const forbid = allowEndpoint(CHAT);
  const under = realm.fetch(CHAT, send);
  const ended = expect(under).rejects.toMatchObject({ code: 'offline', sent: true });
  // The entry is written in a turn of its own.
  await Promise.resolve();
  realm.turn(true);
  await ended;
  await expect(realm.fetch(CHAT, send)).rejects.toMatchObject({ code: 'offline', sent: false });
  forbid();
  expect(realm.made).toBe(1);
  expect(realm.entries.map(({ outcome }) => outcome)).toEqual(['failed', 'refused']);
});

it('adds up by origin; what was refused sent nothing', () => {
  const entry: EgressEntry = {
    time: '',
    method: 'POST',
    origin: 'https://a.example',
    purpose: 'run',
    sent: 10,
    received: null,
    outcome: 'answered',
    status: 200,
  };
  expect(
    totalsByOrigin([
      { ...entry, origin: 'https://b.example', outcome: 'refused' },
      { ...entry, received: 5 },
      { ...entry, sent: null, received: 7 },
    ]),
  ).toEqual([
    ['https://a.example', { requests: 2, refused: 0, sent: 10, received: 12 }],
    ['https://b.example', { requests: 1, refused: 1, sent: 0, received: 0 }],
  ]);
});
