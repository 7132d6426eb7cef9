/** The scripted model in this process: a `fetch` without sockets, and time that passes only where somebody waits for it. */
import type { createEndpoint } from '../../scripts/test-llm/endpoint.mjs';
import { MODEL } from '../../scripts/test-llm/endpoint.mjs';
import type { ChatConfig } from '../../src/domain/chat-config';
import type { ChatParts } from '../../src/llm/chat-port';
import type { ReplyStore } from '../../src/llm/reply-cache';

export type Endpoint = ReturnType<typeof createEndpoint>;

export const ADDRESS = 'https://llm.example/v1';
export const KEY = 'sk-test/Zr+4=8wQ"b\\v1kX';

export const CONFIG: ChatConfig = {
  provider: 'openai',
  baseUrl: ADDRESS,
  model: MODEL,
  tools: 'native',
  seed: 7,
  concurrency: 8,
  tryTimeoutMs: 60_000,
  // Time here is the sum of all waits of all calls.
  totalMs: Number.MAX_SAFE_INTEGER,
  maxTries: 5,
  prices: { currency: 'USD', rows: [{ pattern: MODEL, input: 1, cachedInput: 0.5, output: 10 }] },
};

export interface WireOptions {
  /** Each request waits for it before it reaches the endpoint, and is gone when it is called off meanwhile. */
  gate?: () => Promise<void>;
  /** Another word than the endpoint's. */
  instead?: (url: string, init: RequestInit) => Response | null;
}

export const createWire = (endpoint: Endpoint, { gate, instead }: WireOptions = {}) => {
  const requests: { url: string; init: RequestInit }[] = [];
  /** By the signal that a try and its limit share: the limit of a try that hangs passes, and no other. */
  const limits = new Map<AbortSignal, () => void>();
  const hanging = new WeakSet<AbortSignal>();
  let time = 0;

  const fetch: typeof globalThis.fetch = async (input, init = {}) => {
    const url = String(input);
    requests.push({ url, init });
    const signal = init.signal ?? new AbortController().signal;
    const gone = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(new DOMException('gone', 'AbortError')), { once: true });
    });
    gone.catch(() => {});
    if (gate !== undefined) await Promise.race([gate(), gone]);
    signal.throwIfAborted();
    const other = instead?.(url, init) ?? null;
    if (other !== null) return other;
    const sent = endpoint.answer({
      method: init.method ?? 'GET',
      path: new URL(url).pathname,
      headers: Object.fromEntries(new Headers(init.headers)),
      body: String(init.body ?? ''),
    });
    if (sent !== null) return new Response(sent.body, sent);
    hanging.add(signal);
    limits.get(signal)?.();
    return gone;
  };

  const sleep: ChatParts['sleep'] = async (ms, signal) => {
    if (ms === CONFIG.tryTimeoutMs)
      await new Promise<void>((resolve) => {
        if (hanging.has(signal)) resolve();
        else limits.set(signal, resolve);
        signal.addEventListener('abort', () => {
          limits.delete(signal);
          resolve();
        });
      });
    time += ms;
  };

  return { fetch, sleep, now: () => time, requests };
};

/** Replies as the app keeps them: plain data. */
export const createReplies = (): ReplyStore & { kept: Map<string, string> } => {
  const kept = new Map<string, string>();
  return {
    kept,
    async get(hash) {
      const found = kept.get(hash);
      return found === undefined ? undefined : JSON.parse(found);
    },
    async put(hash, reply) {
      kept.set(hash, JSON.stringify(reply));
    },
  };
};

/** Whole replies that were given, by request: what a call that is repeated would be counted twice in. */
export const timesServed = ({ calls }: Endpoint): Map<string, number> => {
  const served = new Map<string, number>();
  for (const { hash, status, fault } of calls)
    if (status === 200 && fault === null) served.set(hash, (served.get(hash) ?? 0) + 1);
  return served;
};

/** What a provider would bill: every completion that was worked out, also one that never arrived whole. */
export const billed = ({ calls }: Endpoint): number => {
  const [price] = CONFIG.prices.rows;
  if (price === undefined) return 0;
  return calls.reduce(
    (sum, { usage }) =>
      sum + (usage === null ? 0 : (usage.input * price.input + usage.output * price.output) / 1e6),
    0,
  );
};
