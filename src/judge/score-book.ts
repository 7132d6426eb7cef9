/**
 * Recorded scores of one judge, by content: probabilities (after the temperature), one 32-bit float a pair, in the same
 * append-only file of checksummed blocks that vectors are kept in (`dimension` 1). What another tab has appended is taken in
 * before each write of our own, and on `refresh`.
 */
import { chunkHash } from '../domain/hash';
import { paperPassage } from '../domain/paper';
import { type JudgeMode, type Pair, pairKey } from '../domain/presence';
import type { VectorCache } from '../domain/store';

/** Fresh scores are written when this many or this old: a lost worker loses two seconds of work at most. */
const FLUSH_SCORES = 256;
const FLUSH_MS = 2000;

export interface ScoreBook {
  /** Probability; null: not scored yet. */
  get(key: string): number | null;
  /** Kept in memory at once, on disk with the next flush. */
  add(key: string, probability: number): void;
  /** Durable when it resolves. Throws `quota`, `damaged`; what could not be written stays in memory. */
  flush(): Promise<void>;
  flushIfDue(): Promise<void>;
  /** `flush` at the end of a call; a cancelled one does not wait for the disk. */
  finish(signal: AbortSignal): Promise<void>;
  /** Takes in what other tabs have written. */
  refresh(): Promise<void>;
}

/** The key of a pair under a judge: in paper mode that of what is left of the passage. */
export const keyOf = ({ question, passage }: Pair, mode: JudgeMode): string =>
  pairKey(question, chunkHash(mode === 'paper' ? paperPassage([passage]) : passage));

export const createScoreBook = (
  cache: VectorCache,
  now: () => number = () => performance.now(),
): ScoreBook => {
  const pending = new Map<string, number>();
  let since = now();
  let writing: Promise<void> = Promise.resolve();

  const write = async (): Promise<void> => {
    since = now();
    const keys = [...pending.keys()];
    if (keys.length === 0) return;
    await cache.append(keys, Float32Array.from(pending.values()));
    for (const key of keys) pending.delete(key);
  };
  const flush = (): Promise<void> => {
    // One after the other: a second write would append what the first is just writing.
    const turn = writing.then(write);
    writing = turn.catch(() => {});
    return turn;
  };

  return {
    get: (key) => pending.get(key) ?? cache.get(key)?.[0] ?? null,
    add: (key, probability) => {
      pending.set(key, probability);
    },
    flush,
    async flushIfDue() {
      if (pending.size >= FLUSH_SCORES || (pending.size > 0 && now() - since >= FLUSH_MS)) await flush();
    },
    async finish(signal) {
      const written = flush();
      // Nobody is left to be told; what could not be written is tried again with the next flush.
      if (signal.aborted) written.catch(() => {});
      else await written;
    },
    refresh: async () => void (await cache.refresh()),
  };
};
