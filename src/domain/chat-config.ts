/** The user's choice of a chat endpoint, as it may be kept, sent to a worker and shown: the key is never part of it. */

export const PROVIDERS = ['openai', 'anthropic', 'gemini'] as const;
/** Whose protocol the endpoint speaks; most services and all local servers speak OpenAI's chat completions. */
export type ProviderId = (typeof PROVIDERS)[number];

/** Prices per million tokens. */
export interface Price {
  /** Model name; `*` stands for any characters. The first row that matches counts. */
  pattern: string;
  input: number;
  /** Of input that the provider had cached. */
  cachedInput: number;
  output: number;
}

export interface PriceTable {
  /** ISO 4217; only shown. */
  currency: string;
  rows: readonly Price[];
}

export interface ChatConfig {
  provider: ProviderId;
  /** As typed; `normaliseAddress` (src/llm/address.ts) says what it comes to. */
  baseUrl: string;
  model: string;
  tools: 'native' | 'text';
  /** Sent where the protocol has one; null: none. */
  seed: number | null;
  /** Most calls at a time; fewer while the endpoint says that it is too many. */
  concurrency: number;
  /** Of one try, and of all tries of one call with the waits between them. */
  tryTimeoutMs: number;
  totalMs: number;
  maxTries: number;
  prices: PriceTable;
}

export type ConnectionState =
  | 'ok'
  | 'bad-address'
  | 'mixed-content'
  | 'not-running'
  | 'cors'
  /** Neither of the two can be ruled out. */
  | 'cors-or-not-running'
  | 'wrong-key'
  | 'wrong-model'
  | 'no-credit'
  | 'busy'
  | 'too-slow'
  | 'failed';

export interface Connection {
  state: ConnectionState;
  /** What was found, and what to change. */
  message: string;
  /** Names the endpoint offers; empty: it offers no list. */
  models: string[];
  /** How the model can be asked to use tools; null: not found out. */
  tools: 'native' | 'text' | null;
}
