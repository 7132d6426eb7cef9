/** The chat model of this worker: set by the user, asked by runs and judges. The key is here and in no other realm. */
import type { ChatConfig, Connection } from '../domain/chat-config';
import type { ChatPort } from '../domain/llm';
import { HopscopeError } from '../domain/outcome';
import type { ModelState } from '../domain/seam';
import { createChatPort } from '../llm/chat-port';
import { testConnection } from '../llm/connection';
import type { ReplyStore } from '../llm/reply-cache';
import { createSpending } from '../llm/spending';
import type { Sleep } from '../llm/waiting';

export interface ChatParts {
  fetch: typeof globalThis.fetch;
  sleep: Sleep;
  /** Milliseconds, monotonic. */
  now: () => number;
  clock: () => Date;
  random: () => number;
  store: () => Promise<ReplyStore>;
  /** Asked for only when a connection is tested. */
  page: () => { origin: string; isolated: boolean };
}

export interface OpenModel {
  port: ChatPort;
  config: ChatConfig;
}

export interface Chat {
  /** Throws `bad-input` and `llm-key`; then nothing has changed. */
  set(config: ChatConfig, key: string): ModelState;
  state(): ModelState | null;
  /** Throws `llm-model` when no model is set. */
  need(): ModelState;
  forget(): void;
  /** Rejects with `cancelled` only. */
  test(config: ChatConfig, key: string, signal: AbortSignal): Promise<Connection>;
  /** A port with a purse of its own. Throws `llm-model` when no model is set. */
  open(purse: { limit: number | null; spent: number; warn: (message: string) => void }): Promise<OpenModel>;
}

export const createChat = (parts: ChatParts): Chat => {
  const { fetch, sleep, now, clock, random } = parts;
  const base = { fetch, sleep, now, clock, random };
  let current: { state: ModelState; key: string } | null = null;

  const needed = (): { state: ModelState; key: string } => {
    if (current !== null) return current;
    throw new HopscopeError(
      'llm-model',
      'No language model is set, or its key was forgotten when the tab was reloaded: set it on the Settings screen.',
      { retryable: true },
    );
  };

  const portOf = (
    config: ChatConfig,
    key: string,
    more: { store: ReplyStore | null; limit: number | null; spent: number; warn: (message: string) => void },
  ): ChatPort =>
    createChatPort(config, {
      ...base,
      key,
      store: more.store,
      spending: createSpending(more.limit, more.spent),
      warn: more.warn,
    });

  return {
    set(config, key) {
      const { id } = portOf(config, key, { store: null, limit: null, spent: 0, warn: () => {} });
      current = { state: { id, config, keyGiven: key !== '' }, key };
      return current.state;
    },
    state: () => current?.state ?? null,
    need: () => needed().state,
    forget() {
      current = null;
    },
    test: (config, key, signal) =>
      testConnection(config, { fetch, sleep, clock, key, page: parts.page() }, signal),
    async open({ limit, spent, warn }) {
      const { state, key } = needed();
      return {
        port: portOf(state.config, key, { store: await parts.store(), limit, spent, warn }),
        config: state.config,
      };
    },
  };
};
