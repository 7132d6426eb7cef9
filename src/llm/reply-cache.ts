/** Replies by the hash of what was asked; equal requests that are under way share one call. */
import * as v from 'valibot';
import { contentHash } from '../domain/hash';
import type { ChatReply, ChatRequest } from '../domain/llm';
import { orAbort, throwIfAborted } from './waiting';

/** Where replies are kept: hash → plain data. A damaged or older entry counts as none. */
export interface ReplyStore {
  get(hash: string): Promise<unknown>;
  put(hash: string, reply: unknown): Promise<void>;
}

const Count = v.pipe(v.number(), v.minValue(0));
const Kept = v.object({
  text: v.string(),
  toolCalls: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      arguments: v.nullable(v.record(v.string(), v.unknown())),
      raw: v.string(),
    }),
  ),
  usage: v.object({
    input: Count,
    output: Count,
    cachedInput: Count,
    counted: v.picklist(['endpoint', 'tokenizer']),
  }),
});

/** `port` names endpoint, model and everything else that is sent beside the request. */
export const requestHash = (port: string, request: ChatRequest): string =>
  contentHash(JSON.stringify([port, request]));

/** Only what a later run may take for the model's whole reply. */
const isGood = ({ text, toolCalls, truncated }: ChatReply): boolean =>
  !truncated &&
  (text.trim() !== '' || toolCalls.length > 0) &&
  toolCalls.every(({ arguments: given }) => given !== null);

const nothingSent = (reply: ChatReply): ChatReply => ({ ...reply, ms: 0, retries: 0, cached: true, cost: 0 });

interface UnderWay {
  result: Promise<ChatReply>;
  abort: AbortController;
  callers: number;
}

export interface ReplyCacheParts {
  /** Null: nothing is kept; equal requests under way share a call all the same. */
  store: ReplyStore | null;
  /** A store that fails costs money, but no reply. */
  warn(message: string, thrown: unknown): void;
}

export const createReplyCache = ({ store, warn }: ReplyCacheParts) => {
  const underWay = new Map<string, UnderWay>();

  const kept = async (hash: string): Promise<ChatReply | null> => {
    if (store === null) return null;
    try {
      const found = v.safeParse(Kept, await store.get(hash));
      return found.success
        ? { ...found.output, truncated: false, ms: 0, retries: 0, cached: true, cost: 0 }
        : null;
    } catch (thrown) {
      warn('A kept reply could not be read; the model is asked again.', thrown);
      return null;
    }
  };

  const keep = async (hash: string, { text, toolCalls, usage }: ChatReply): Promise<void> => {
    try {
      await store?.put(hash, { text, toolCalls, usage });
    } catch (thrown) {
      warn('A reply could not be kept for later runs.', thrown);
    }
  };

  const begin = (hash: string, call: (signal: AbortSignal) => Promise<ChatReply>): UnderWay => {
    const abort = new AbortController();
    const work = async (): Promise<ChatReply> => {
      const known = await kept(hash);
      if (known !== null) return known;
      throwIfAborted(abort.signal);
      const reply = await call(abort.signal);
      if (isGood(reply)) await keep(hash, reply);
      return reply;
    };
    const entry: UnderWay = { result: work(), abort, callers: 0 };
    // Every caller may have left by the time it fails.
    entry.result.catch(() => {});
    underWay.set(hash, entry);
    void entry.result
      .finally(() => {
        if (underWay.get(hash) === entry) underWay.delete(hash);
      })
      .catch(() => {});
    return entry;
  };

  return {
    /** The reply from the store, from an equal call under way, or from `call`; ends for this caller when it aborts. */
    async reply(
      hash: string,
      call: (signal: AbortSignal) => Promise<ChatReply>,
      signal: AbortSignal | undefined,
    ): Promise<ChatReply> {
      const running = underWay.get(hash);
      const entry = running ?? begin(hash, call);
      entry.callers++;
      try {
        const reply = await orAbort(entry.result, signal);
        return running === undefined ? reply : nothingSent(reply);
      } finally {
        entry.callers--;
        if (entry.callers === 0) {
          // The last one that wanted it has left; one who asks from now on must not get what was called off.
          entry.abort.abort();
          if (underWay.get(hash) === entry) underWay.delete(hash);
        }
      }
    },
  };
};
