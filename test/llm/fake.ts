/** An endpoint, a clock and chance, all in the test's hands. */
import type { ChatConfig } from '../../src/domain/chat-config';
import type { ChatRequest } from '../../src/domain/llm';
import type { ChatParts } from '../../src/llm/chat-port';
import { createSpending } from '../../src/llm/spending';

export interface Sent {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: Record<string, unknown>;
  init: RequestInit;
}

export type Answering = (sent: Sent, at: number) => Response | Promise<Response>;

export const json = (value: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(value), { status, headers });

export const completion = (content: string, more: object = {}): Response =>
  json({
    choices: [{ message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 100, completion_tokens: 10 },
    ...more,
  });

export const CONFIG: ChatConfig = {
  provider: 'openai',
  baseUrl: 'https://llm.example/v1',
  model: 'small',
  tools: 'native',
  seed: null,
  concurrency: 4,
  tryTimeoutMs: 60_000,
  totalMs: 600_000,
  maxTries: 5,
  prices: { currency: 'USD', rows: [{ pattern: 'small', input: 1, cachedInput: 0.5, output: 10 }] },
};

export const KEY = 'sk-test/Zr+4=8wQ"b\\v1kX';

export interface Waits {
  /** Which try, by its number, gets no answer within its limit; else the limit never passes. */
  late?: number;
  /** No wait before another try ends. */
  stuck?: boolean;
}

/** The clock moves by what is waited. */
export const fakeParts = (
  answering: Answering,
  more: Partial<ChatParts> = {},
  { late = 0, stuck = false }: Waits = {},
) => {
  const sent: Sent[] = [];
  const slept: number[] = [];
  const warnings: string[] = [];
  let time = 0;
  let limits = 0;
  const parts: ChatParts = {
    key: KEY,
    fetch: async (input, init = {}) => {
      const { method = 'GET', headers, body } = init;
      const entry: Sent = {
        url: String(input),
        method,
        headers: headers as Record<string, string>,
        body: typeof body === 'string' ? (JSON.parse(body) as Record<string, unknown>) : {},
        init,
      };
      sent.push(entry);
      return answering(entry, sent.length);
    },
    sleep: (ms, signal) => {
      // The limit of a try.
      if (ms === CONFIG.tryTimeoutMs && ++limits === late) return Promise.resolve();
      if (stuck && ms !== CONFIG.tryTimeoutMs) return new Promise(() => {});
      if (ms === CONFIG.tryTimeoutMs)
        return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
      slept.push(ms);
      time += ms;
      return Promise.resolve();
    },
    now: () => time,
    clock: () => new Date(Date.UTC(2026, 0, 1, 12)),
    random: () => 0.5,
    store: null,
    spending: createSpending(null),
    warn: (message) => void warnings.push(message),
    ...more,
  };
  return { parts, sent, slept, warnings };
};

export const ask = (content: string, more: Partial<ChatRequest> = {}): ChatRequest => ({
  messages: [{ role: 'user', content }],
  temperature: 0,
  maxTokens: 50,
  ...more,
});

/** What a promise rejects with. */
export const thrownBy = async (work: Promise<unknown>): Promise<unknown> => {
  try {
    await work;
  } catch (thrown) {
    return thrown;
  }
  throw new Error('it did not reject');
};
