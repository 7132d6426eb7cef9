import type { Chunk } from '../../../domain/corpus';
import type { GoldMapping } from '../../../domain/mapping';
import type { Question } from '../../../domain/question';
import { markGold, unmarkGold } from '../../state/labels';

type Place = Pick<Chunk, 'document' | 'title' | 'start' | 'end' | 'text'>;

/**
 * The chunk becomes gold of the hop (null: of the question as a whole), and gold passages in `replaced`, labels of
 * the hop that are in no chunk, give way to it: a label that nothing can retrieve would keep the hop unjudged.
 */
export const markInPlaceOf = (
  question: Question,
  hop: number | null,
  chunk: Place,
  replaced: readonly string[],
): Question => replaced.reduce((next, id) => unmarkGold(next, hop, id), markGold(question, hop, chunk));

/** Gold passages of the question that this chunk belongs to, and the hops that need each. */
export function goldsOfChunk(
  question: Question,
  mappings: GoldMapping[],
  chunk: string,
): { gold: string; hops: number[] }[] {
  return mappings
    .filter((mapping) => mapping.chunks.includes(chunk))
    .map((mapping) => ({
      gold: mapping.gold,
      hops: question.hops.filter((hop) => hop.gold.includes(mapping.gold)).map((hop) => hop.id),
    }));
}

/** Gold passages of a hop that are in no chunk: a mark takes their place. */
export const lostGolds = (question: Question, hop: number, mappings: GoldMapping[]): string[] =>
  (question.hops.find((candidate) => candidate.id === hop)?.gold ?? []).filter((id) => {
    const status = mappings.find((mapping) => mapping.gold === id)?.status;
    return status === 'unmapped' || status === 'notInCorpus';
  });
