/** The guard of a worker: its own origin, and files of what the user chose; nothing else by any way out. */
import { beforeEach, describe, expect, it } from 'vitest';
import { allowEndpoint, allowReading, guardEgress } from '../../src/seam/egress';

const BASE = 'https://app.example/tools/hopscope/assets/encoder.worker.js';

const makeRealm = () => {
  const asked: string[] = [];
  class Socket {
    constructor(readonly url: string) {
      asked.push(url);
    }
  }
  class Request {
    open(_method: string, url: string): void {
      asked.push(url);
    }
  }
  const scope = {
    fetch: async (input: string | URL | globalThis.Request, _init?: RequestInit) => {
      asked.push(input instanceof globalThis.Request ? input.url : String(input));
      return new Response('');
    },
    WebSocket: Socket,
    EventSource: class extends Socket {},
    XMLHttpRequest: Request,
    importScripts: (...urls: string[]) => void asked.push(...urls),
  };
  guardEgress(scope as unknown as typeof globalThis, BASE);
  return { scope, asked };
};

let realm: ReturnType<typeof makeRealm>;
beforeEach(() => {
  realm = makeRealm();
});

describe('the own origin', () => {
  it('is open: relative, absolute, blobs of its own, data', async () => {
    const open = ['../models/a.onnx', 'https://app.example/x', 'blob:https://app.example/1', 'data:,x'];
    for (const address of open) await realm.scope.fetch(address);
    await realm.scope.fetch(new URL('https://app.example/y?q=1'));
    await realm.scope.fetch(new Request('https://app.example/z'));
    new realm.scope.WebSocket('wss://app.example/hmr');
    expect(realm.asked).toHaveLength(7);
  });
});

describe('any other origin', () => {
  const foreign = [
    'https://elsewhere.example/',
    '//elsewhere.example/x',
    'http://app.example/',
    'https://app.example:8443/',
    'https://app.example.evil.example/',
    'https://app.example@evil.example/',
    'blob:https://elsewhere.example/1',
    'file:///etc/passwd',
  ];
  it.each(foreign)('%s is refused by name, and nothing goes out', async (address) => {
    await expect(realm.scope.fetch(address)).rejects.toThrow(/was refused/);
    await expect(realm.scope.fetch(new URL(address, BASE))).rejects.toThrow(TypeError);
    expect(() => new realm.scope.WebSocket(address)).toThrow(/was refused/);
    expect(() => new realm.scope.EventSource(address)).toThrow(/was refused/);
    expect(() => new realm.scope.XMLHttpRequest().open('GET', address)).toThrow(/was refused/);
    expect(() => realm.scope.importScripts(address)).toThrow(/was refused/);
    expect(realm.asked).toEqual([]);
  });

  it('cannot be reached past the guard by putting another function in its place', () => {
    expect(() => {
      realm.scope.fetch = async () => new Response('');
    }).toThrow(TypeError);
  });
});

describe('what the user chose', () => {
  const HUB = 'https://hub.example';
  it('can be read, file by file, and nothing is sent there', async () => {
    const below = `${HUB}/owner/model/resolve/1/`;
    await expect(realm.scope.fetch(`${below}config.json`)).rejects.toThrow();
    allowReading(below);
    allowReading(`${HUB}/api/models/owner/model`);
    await realm.scope.fetch(`${below}config.json`);
    await realm.scope.fetch(`${HUB}/api/models/owner/model`);
    const refused: [string, RequestInit?][] = [
      [`${HUB}/api/models/owner/model2`],
      [`${HUB}/owner/other/resolve/1/config.json`],
      [`${below}../../../other/x`],
      [`${below}config.json?text=a-document`],
      [`${below}config.json`, { method: 'POST' }],
      [`${below}config.json`, { method: 'POST', body: 'a document' }],
    ];
    for (const [address, init] of refused)
      await expect(realm.scope.fetch(new URL(address), init), address).rejects.toThrow(/was refused/);
    expect(() => new realm.scope.XMLHttpRequest().open('GET', `${below}config.json`)).toThrow();
    expect(realm.asked).toHaveLength(2);
  });
});

describe('the endpoint that the user configured', () => {
  const ENDPOINT = 'https://llm.example:8443';
  const BASE_URL = `${ENDPOINT}/v1`;
  const send: RequestInit = { method: 'POST', body: '{}', redirect: 'manual', credentials: 'omit' };

  it('can be sent to while it is allowed, by everyone who opened it, and not after', async () => {
    const { fetch } = realm.scope;
    await expect(fetch(`${BASE_URL}/chat/completions`, send)).rejects.toThrow(/was refused/);
    const first = allowEndpoint(BASE_URL);
    const second = allowEndpoint(`${BASE_URL}/chat/completions`);
    await fetch(`${BASE_URL}/chat/completions`, send);
    await fetch(new Request(`${BASE_URL}/chat/completions`, send));
    await fetch(`${BASE_URL}/models?limit=1000`, { redirect: 'error', credentials: 'omit' });
    first();
    first();
    await fetch(`${BASE_URL}/chat/completions`, send);
    second();
    await expect(fetch(`${BASE_URL}/chat/completions`, send)).rejects.toThrow(/was refused/);
    expect(realm.asked).toHaveLength(4);
  });

  it('is that scheme, host and port, and nothing that looks like it', async () => {
    const forbid = allowEndpoint(BASE_URL);
    for (const address of [
      'http://llm.example:8443/v1/chat/completions',
      'https://llm.example/v1/chat/completions',
      'https://llm.example:8444/v1',
      'https://llm.example.evil.example:8443/v1',
      'https://llm.example:8443@evil.example/v1',
      'https://evil.example/?https://llm.example:8443/v1',
      'https://sub.llm.example:8443/v1',
    ])
      await expect(realm.scope.fetch(address, send), address).rejects.toThrow(/was refused/);
    forbid();
    expect(realm.asked).toEqual([]);
  });

  it('is asked without cookies, follows no redirect, and by fetch alone', async () => {
    const forbid = allowEndpoint(BASE_URL);
    const refused: RequestInit[] = [
      {},
      { method: 'POST', body: '{}' },
      { ...send, redirect: 'follow' },
      { ...send, credentials: 'include' },
      { ...send, credentials: 'same-origin' },
      { ...send, method: 'PUT' },
      { ...send, method: 'DELETE' },
      { ...send, mode: 'no-cors' },
    ];
    for (const init of refused)
      await expect(realm.scope.fetch(`${BASE_URL}/x`, init), JSON.stringify(init)).rejects.toThrow(/refused/);
    await expect(
      realm.scope.fetch(`${BASE_URL}/?text=a-document`, { mode: 'no-cors', credentials: 'omit' }),
    ).rejects.toThrow(/was refused/);
    expect(() => new realm.scope.WebSocket('wss://llm.example:8443/v1')).toThrow(/was refused/);
    expect(() => new realm.scope.EventSource(`${BASE_URL}/x`)).toThrow(/was refused/);
    expect(() => new realm.scope.XMLHttpRequest().open('POST', `${BASE_URL}/x`)).toThrow(/was refused/);
    expect(() => realm.scope.importScripts(`${BASE_URL}/x.js`)).toThrow(/was refused/);
    // Whether anything listens there at all: nothing is brought along, nothing can be read.
    await realm.scope.fetch(`${ENDPOINT}/`, { mode: 'no-cors', credentials: 'omit' });
    forbid();
    expect(realm.asked).toEqual([`${ENDPOINT}/`]);
  });
});
