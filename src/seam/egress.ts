/**
 * Where a worker may connect to. A page's policy covers the page alone: a worker that is loaded by address has the
 * policy of its own answer, and a static host sends none. So every worker starts with this guard, which lets requests
 * pass to the app's own origin and to what the user chose, and to nothing else.
 */

import type { EgressEntry, EgressPurpose } from '../domain/egress';
import { HopscopeError } from '../domain/outcome';

/** The offline switch ended a request. `sent`: it had begun, so that something may have left before. */
export class Barred extends HopscopeError {
  constructor(readonly sent: boolean) {
    super(
      'offline',
      sent
        ? 'Offline was switched on, so the request was broken off. Switch it off in Settings, then go on: what was made is kept.'
        : 'Offline is switched on, so nothing was sent. Switch it off in Settings, then go on: what was made is kept.',
      { retryable: true },
    );
  }
}

/** Where requests are written down before they are made. A request that cannot be written down is not made. */
export interface EgressGate {
  /** `barred`: nothing may leave, and the entry stands as refused. */
  admit(entry: EgressEntry): Promise<{ id: number; barred: boolean }>;
  amend(id: number, change: Partial<EgressEntry>): Promise<void>;
  onChange(listener: (offline: boolean | null) => void): void;
}

/** Beginnings of addresses elsewhere that the user's choice opened. */
const chosen = new Set<string>();

/**
 * From now on this realm may read the file at the address, or, where it ends in a slash, the files below it. Call it
 * where the user's choice is carried out.
 */
export const allowReading = (address: string): void => void chosen.add(new URL(address).href);

/** Origins of chat endpoints, and how many calls are under way to each. */
const endpoints = new Map<string, number>();

/** What a call is for, by the signal that ends it. */
const purposes = new WeakMap<AbortSignal, EgressPurpose>();
/** Entries of answers whose length is not known until they are read. */
const unread = new WeakMap<Response, (bytes: number) => void>();

/** Says how long an answer was, once it was read. */
export const noteReceived = (response: Response, bytes: number): void => unread.get(response)?.(bytes);

/**
 * Until the returned function is called, this realm may send to the origin of the address: that one scheme, host and port,
 * by `fetch` alone, without cookies, and never to where an answer redirects. Call it with the endpoint that the user
 * configured, for as long as a call lasts.
 */
export const allowEndpoint = (
  address: string,
  call?: { signal: AbortSignal; purpose: EgressPurpose },
): (() => void) => {
  const { origin } = new URL(address);
  if (call !== undefined) purposes.set(call.signal, call.purpose);
  endpoints.set(origin, (endpoints.get(origin) ?? 0) + 1);
  let open = true;
  return () => {
    if (!open) return;
    open = false;
    const left = (endpoints.get(origin) ?? 1) - 1;
    if (left === 0) endpoints.delete(origin);
    else endpoints.set(origin, left);
  };
};

interface Asked {
  method: string;
  body: boolean;
  /** Of a fetch; other ways out say nothing of the kind, and may not be used to send. */
  fetch: Pick<Request, 'redirect' | 'credentials' | 'mode'> | null;
}

const PLAIN: Asked = { method: 'GET', body: false, fetch: null };

/** To a chat endpoint. The one request that may follow a redirect brings nothing along and cannot be read. */
const mayAsk = ({ method, body, fetch }: Asked, url: URL): boolean => {
  if (fetch === null || fetch.credentials !== 'omit') return false;
  if (fetch.mode === 'no-cors') return method === 'GET' && !body && url.search === '';
  return (method === 'GET' || method === 'POST') && fetch.redirect !== 'follow';
};

/** Why the address is refused; null: it may be asked. Elsewhere only files are read: nothing is sent along. */
const refusal = (address: string | URL, base: string, asked: Asked): string | null => {
  const { method, body } = asked;
  const url = new URL(address, base);
  const own = new URL(base);
  if (url.protocol === 'data:' || (url.protocol === 'blob:' && url.origin === own.origin)) return null;
  // A socket to the own host is the own origin too.
  if (url.href.replace(/^ws/, 'http').startsWith(`${own.origin}/`)) return null;
  if (endpoints.has(url.origin) && mayAsk(asked, url)) return null;
  const where = `${url.origin === 'null' ? url.protocol : url.origin} was refused: Hopscope asks no other address`;
  // Only a fetch is written down as it must be.
  if (asked.fetch === null) return `${where} than its own.`;
  const opens = (start: string): boolean =>
    start.endsWith('/') ? url.href.startsWith(start) : url.href === start;
  if (![...chosen].some(opens)) return `${where} than its own.`;
  const reads = (method === 'GET' || method === 'HEAD') && !body && url.search === '';
  return reads ? null : `${where} for more than a file.`;
};

type Scope = typeof globalThis;
type Constructor = new (...args: never[]) => object;

/** Replaces a member where it stands, so that it cannot be reached past the guard by way of the prototype. */
const replace = (scope: object, name: string, value: unknown): void => {
  let owner: object | null = scope;
  while (owner !== null && !Object.hasOwn(owner, name)) owner = Object.getPrototypeOf(owner) as object | null;
  for (const target of new Set([scope, owner ?? scope]))
    Object.defineProperty(target, name, { value, writable: false, configurable: false });
};

const sizeOf = (body: unknown): number | null => {
  if (body === null || body === undefined) return 0;
  if (typeof body === 'string') return new TextEncoder().encode(body).length;
  if (body instanceof Blob) return body.size;
  if (body instanceof ArrayBuffer || ArrayBuffer.isView(body)) return body.byteLength;
  return null;
};

const entryOf = (
  url: URL,
  method: string,
  outcome: EgressEntry['outcome'],
  more: Partial<EgressEntry> = {},
): EgressEntry => ({
  time: new Date().toISOString(),
  method,
  origin: url.origin === 'null' ? url.protocol : url.origin,
  purpose: 'other',
  sent: null,
  received: null,
  status: null,
  outcome,
  ...more,
});

const complain = (thrown: unknown): void => console.error('the ledger could not be written', thrown);

/** Every way out of a worker that takes an address. `base`: the realm's own address; no gate: nothing is written down. */
export const guardEgress = (scope: Scope, base: string, gate: EgressGate | null = null): void => {
  let ended = new AbortController();
  gate?.onChange((offline) => {
    if (offline !== true) return;
    ended.abort(new Barred(true));
    ended = new AbortController();
  });

  const check = (address: string | URL, asked: Asked = PLAIN): void => {
    const problem = refusal(address, base, asked);
    if (problem === null) return;
    gate?.admit(entryOf(new URL(address, base), asked.method, 'refused')).catch(complain);
    throw new TypeError(problem);
  };

  /** Does it go anywhere but to the app's own files? An endpoint may stand beside them. */
  const leaves = (url: URL, init: RequestInit | undefined): boolean =>
    url.protocol !== 'data:' &&
    url.protocol !== 'blob:' &&
    (url.origin !== new URL(base).origin || (endpoints.has(url.origin) && init?.cache === 'no-store'));

  /** Written down first, then made; ended when the switch is turned. */
  const written = async (
    { admit, amend }: EgressGate,
    url: URL,
    method: string,
    init: RequestInit | undefined,
    signal: AbortSignal | null,
    make: (signal: AbortSignal) => Promise<Response>,
  ): Promise<Response> => {
    const off = ended.signal;
    const purpose =
      (signal === null ? undefined : purposes.get(signal)) ?? (method === 'GET' ? 'model-files' : 'other');
    const { id, barred } = await admit(entryOf(url, method, 'open', { purpose, sent: sizeOf(init?.body) }));
    if (barred) throw new Barred(false);
    try {
      const response = await make(signal === null ? off : AbortSignal.any([off, signal]));
      const length = response.headers.get('content-length');
      await amend(id, {
        outcome: 'answered',
        status: response.status === 0 ? null : response.status,
        received: length === null ? null : Number(length),
      });
      unread.set(response, (received) => void amend(id, { received }).catch(complain));
      return response;
    } catch (thrown) {
      await amend(id, { outcome: 'failed' });
      throw thrown;
    }
  };

  const { fetch } = scope;
  replace(scope, 'fetch', async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = input instanceof Request ? input : null;
    const address = request === null ? (input as string | URL) : request.url;
    const method = (init?.method ?? request?.method ?? 'GET').toUpperCase();
    check(address, {
      method,
      body: (init?.body ?? request?.body ?? null) !== null,
      fetch: {
        redirect: init?.redirect ?? request?.redirect ?? 'follow',
        credentials: init?.credentials ?? request?.credentials ?? 'same-origin',
        mode: init?.mode ?? request?.mode ?? 'cors',
      },
    });
    const url = new URL(address, base);
    if (gate === null || !leaves(url, init)) return fetch.call(scope, input, init);
    return written(gate, url, method, init, init?.signal ?? request?.signal ?? null, (signal) =>
      fetch.call(scope, input, { ...init, signal }),
    );
  });

  const members = scope as unknown as Record<string, unknown>;
  for (const name of ['WebSocket', 'EventSource', 'WebTransport']) {
    const original = members[name];
    if (typeof original !== 'function') continue;
    replace(
      scope,
      name,
      new Proxy(original as Constructor, {
        construct: (target, args: [string | URL, ...unknown[]], newTarget) => {
          check(args[0]);
          return Reflect.construct(target, args, newTarget) as object;
        },
      }),
    );
  }

  const request = (members.XMLHttpRequest as { prototype: XMLHttpRequest } | undefined)?.prototype;
  if (request !== undefined) {
    const open = request.open as (...args: unknown[]) => void;
    replace(
      request,
      'open',
      function (this: XMLHttpRequest, method: string, url: string | URL, ...rest: unknown[]) {
        // What is sent follows later: elsewhere only fetch may ask.
        check(url, { method, body: true, fetch: null });
        open.call(this, method, url, ...rest);
      },
    );
  }

  const load = members.importScripts;
  if (typeof load === 'function')
    replace(scope, 'importScripts', (...urls: string[]) => {
      for (const url of urls) check(url);
      (load as (...urls: string[]) => void).apply(scope, urls);
    });
};
