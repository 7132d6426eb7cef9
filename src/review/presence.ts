import type { PresenceInput } from '../diagnosis';
import { pairKey } from '../domain/presence';
import type { VectorCache, WorkspaceStore } from '../domain/store';

/** Recorded scores of one judge on the chunks of one workspace. */
export interface RecordedScores {
  /** Grows with every score that is recorded anywhere; equal sizes mean equal scores. */
  readonly size: number;
  of: PresenceInput['of'];
}

/**
 * Scores are kept by content (06): by the hash of sub-question and chunk. A key costs a hash, so what has been found once is
 * remembered by chunk; what has not may be recorded later, and is asked for again.
 */
const scoresOver = (cache: VectorCache, hashOf: (chunk: string) => string | undefined): RecordedScores => {
  const found = new Map<string, Map<string, number | null>>();
  return {
    get size() {
      return cache.size;
    },
    of(asked, chunk) {
      let known = found.get(asked);
      const before = known?.get(chunk);
      if (before !== undefined) return before;
      const hash = hashOf(chunk);
      if (hash === undefined) return undefined;
      const recorded = cache.get(pairKey(asked, hash))?.[0];
      if (recorded === undefined) return undefined;
      // Not a number: the judge ran and could not decide.
      const score = Number.isNaN(recorded) ? null : recorded;
      if (known === undefined) {
        known = new Map();
        found.set(asked, known);
      }
      known.set(chunk, score);
      return score;
    },
  };
};

/** Opens the scores of judges, each once; every call takes in what has been recorded since. */
export const createScores = (hashOf: (chunk: string) => string | undefined) => {
  const opened = new Map<string, Promise<{ cache: VectorCache; scores: RecordedScores }>>();
  return async (store: WorkspaceStore, space: string): Promise<RecordedScores> => {
    let entry = opened.get(space);
    if (entry === undefined) {
      entry = store.vectors(space, 1).then((cache) => ({ cache, scores: scoresOver(cache, hashOf) }));
      opened.set(space, entry);
      // A failed one is forgotten, so that the next call tries again.
      entry.catch(() => opened.delete(space));
    }
    const { cache, scores } = await entry;
    await cache.refresh();
    return scores;
  };
};
