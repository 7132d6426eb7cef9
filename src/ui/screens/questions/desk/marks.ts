/** What a passage is to a place: marked for it, part of what is marked, or nothing. Pure. */
import type { Chunk } from '../../../../domain/corpus';
import type { GoldMapping } from '../../../../domain/mapping';
import type { Question } from '../../../../domain/question';
import { goldAt } from '../../../state/labels';

export interface Mark {
  /** Ids of the gold passages of the place that this passage stands for. */
  golds: string[];
  /** It was marked itself; else it shares text with what was, which counts as gold as well (05.1). */
  itself: boolean;
}

const goldsOfPlace = (question: Question, hop: number | null): string[] =>
  hop === null ? question.gold.map(({ id }) => id) : (question.hops.find(({ id }) => id === hop)?.gold ?? []);

/** Null: no gold passage of the place is in it. */
export const markOf = (
  question: Question,
  hop: number | null,
  mappings: readonly GoldMapping[],
  chunk: Chunk,
): Mark | null => {
  const ids = goldsOfPlace(question, hop);
  const own = goldAt(question, chunk);
  if (own !== undefined && ids.includes(own.id)) return { golds: [own.id], itself: true };
  const golds = mappings
    .filter(({ gold, chunks }) => ids.includes(gold) && chunks.includes(chunk.id))
    .map(({ gold }) => gold);
  if (golds.length === 0) return null;
  // A label of a file names no place of this corpus; what it was found in is what it means.
  const pointed = golds.every((id) => question.gold.find((one) => one.id === id)?.range !== undefined);
  return { golds, itself: !pointed };
};
