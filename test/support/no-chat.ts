import { type Chat, createChat } from '../../src/systems/chat';

/** Ends when it is called off: no time limit passes in a test. */
const never = (_ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** The chat model of a worker whose endpoint answers by `fetch`, and what it has kept of replies. */
export const chatOver = (fetch: typeof globalThis.fetch) => {
  const replies = new Map<string, unknown>();
  const disk: { key?: unknown; offline?: boolean } = {};
  const chat: Chat = createChat({
    fetch,
    sleep: never,
    now: () => 0,
    clock: () => new Date(0),
    random: () => 0.5,
    store: async () => ({
      get: async (hash) => replies.get(hash),
      put: async (hash, reply) => void replies.set(hash, reply),
    }),
    keys: async () => ({
      get: async () => structuredClone(disk.key),
      set: async (record) => {
        disk.key = structuredClone(record);
      },
    }),
    randomBytes: (bytes) => crypto.getRandomValues(bytes),
    offline: async () => disk.offline === true,
    page: () => ({ origin: 'https://app.example', isolated: false }),
  });
  return { chat, replies, disk };
};

/** A worker whose user has set no language model, and who could not be reached by one. */
export const noChat = (): Chat =>
  chatOver(() => Promise.reject(new TypeError('Nothing is asked in this test.'))).chat;
