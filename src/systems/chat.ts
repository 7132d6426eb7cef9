/** The chat model of this worker: set by the user, asked by runs and judges. The key is here and in no other realm. */
import type { ChatConfig, Connection } from '../domain/chat-config';
import type { EgressPurpose } from '../domain/egress';
import type { ChatPort } from '../domain/llm';
import { HopscopeError } from '../domain/outcome';
import type { Spent } from '../domain/progress';
import type { ModelState } from '../domain/seam';
import { createChatPort } from '../llm/chat-port';
import { testConnection } from '../llm/connection';
import { type KeyPlace, readKeyRecord, sealKey, unsealKey } from '../llm/key-vault';
import type { ReplyStore } from '../llm/reply-cache';
import { createSpending } from '../llm/spending';
import { openTarget } from '../llm/target';
import type { Sleep } from '../llm/waiting';
import { Barred } from '../seam/egress';

export interface ChatParts {
  fetch: typeof globalThis.fetch;
  sleep: Sleep;
  /** Milliseconds, monotonic. */
  now: () => number;
  clock: () => Date;
  random: () => number;
  store: () => Promise<ReplyStore>;
  /** Where the encrypted key is kept; `undefined` removes it. */
  keys: () => Promise<{ get(): Promise<unknown>; set(record: unknown): Promise<void> }>;
  /** Fills it with chance that nobody can foresee. */
  randomBytes: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>;
  /** Is the switch on that lets nothing leave? */
  offline: () => Promise<boolean>;
  /** Asked for only when a connection is tested. */
  page: () => { origin: string; isolated: boolean };
}

export interface OpenModel {
  port: ChatPort;
  config: ChatConfig;
}

export interface Chat {
  /**
   * Throws `bad-input` and `llm-key`; then nothing has changed. `key` null: the one that was given, if the endpoint is
   * still the same; none, if it is another.
   */
  set(config: ChatConfig, key: string | null): ModelState;
  state(): ModelState | null;
  /** Throws `llm-model` when no model is set. */
  need(): ModelState;
  forget(): void;
  /** Keeps the key that is set, encrypted. Throws `bad-input`: there is none, or the passphrase is too short. */
  remember(passphrase: string): Promise<void>;
  /** Sets the model with the remembered key. Throws `not-found`, and `bad-input` for a wrong passphrase or endpoint. */
  unlock(config: ChatConfig, passphrase: string): Promise<ModelState>;
  /** Forgets the key, remembered or not; the endpoint stays set without one. */
  forgetKey(): Promise<ModelState | null>;
  /** Rejects with `cancelled` only. `key` null: as for `set`. */
  test(config: ChatConfig, key: string | null, signal: AbortSignal): Promise<Connection>;
  /** Throws `offline` when nothing may leave, so that this is known before anything is begun. */
  checkOnline(): Promise<void>;
  /** A port with a purse of its own. Throws `llm-model` when no model is set, and `offline`. */
  open(purse: {
    limit: number | null;
    spent: number;
    warn: (message: string) => void;
    /** Absent: a run. */
    purpose?: EgressPurpose;
    /** After each reply that was not cached. */
    onSpent?: (more: Spent) => void;
  }): Promise<OpenModel>;
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

  const checkOnline = async (): Promise<void> => {
    if (await parts.offline()) throw new Barred(false);
  };

  const placeOf = (config: ChatConfig): KeyPlace => {
    const { base, provider } = openTarget(config, '');
    return { base, provider: provider.id };
  };

  /** A key is never carried from one address to another: only where the endpoint is the same does the given one count. */
  const keyFor = (config: ChatConfig, key: string | null): string => {
    if (key !== null) return key;
    if (current === null) return '';
    try {
      const [given, wanted] = [placeOf(current.state.config), placeOf(config)];
      return given.base === wanted.base && given.provider === wanted.provider ? current.key : '';
    } catch {
      // The address is none; whoever uses it next says so.
      return '';
    }
  };

  const portOf = (
    config: ChatConfig,
    key: string,
    more: {
      store: ReplyStore | null;
      limit: number | null;
      spent: number;
      warn: (message: string) => void;
      purpose?: EgressPurpose;
    },
  ): ChatPort =>
    createChatPort(config, {
      ...base,
      key,
      store: more.store,
      spending: createSpending(more.limit, more.spent),
      warn: more.warn,
      ...(more.purpose === undefined ? {} : { purpose: more.purpose }),
    });

  const set = (config: ChatConfig, wanted: string | null): ModelState => {
    const key = keyFor(config, wanted);
    const { id } = portOf(config, key, { store: null, limit: null, spent: 0, warn: () => {} });
    current = { state: { id, config, keyGiven: key !== '' }, key };
    return current.state;
  };

  return {
    set,
    state: () => current?.state ?? null,
    need: () => needed().state,
    forget() {
      current = null;
    },
    async remember(passphrase) {
      const model = needed();
      if (model.key === '')
        throw new HopscopeError(
          'bad-input',
          'There is no key to remember: type it, and use the model first.',
        );
      const record = await sealKey(model.key, passphrase, placeOf(model.state.config), parts.randomBytes);
      await (await parts.keys()).set(record);
    },
    async unlock(config, passphrase) {
      const record = readKeyRecord(await (await parts.keys()).get());
      if (record === null)
        throw new HopscopeError(
          'not-found',
          'No key is remembered on this device (any more): type it again.',
        );
      return set(config, await unsealKey(record, passphrase, placeOf(config)));
    },
    async forgetKey() {
      // From the disk first: should that fail, the person is told so, and can try again.
      await (await parts.keys()).set(undefined);
      return current === null ? null : set(current.state.config, '');
    },
    test: (config, key, signal) =>
      testConnection(config, { fetch, sleep, clock, key: keyFor(config, key), page: parts.page() }, signal),
    checkOnline,
    async open({ limit, spent, warn, purpose = 'run', onSpent }) {
      const { state, key } = needed();
      await checkOnline();
      const port = portOf(state.config, key, { store: await parts.store(), limit, spent, warn, purpose });
      const { currency } = state.config.prices;
      const counted: ChatPort = {
        ...port,
        async complete(request, signal) {
          const reply = await port.complete(request, signal);
          if (!reply.cached)
            onSpent?.({ tokens: reply.usage.input + reply.usage.output, cost: reply.cost, currency });
          return reply;
        },
      };
      return {
        port: counted,
        config: state.config,
      };
    },
  };
};
