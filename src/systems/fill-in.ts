/** What a perfect reader knows that cannot invent: gold answers, each only once a passage has been seen to state it. */
import { judgedSubQuestion } from '../domain/presence';
import type { Hop } from '../domain/question';
import { goldAnswer } from './sub-questions';
import { type Episode, type GoldChunks, goldChunksOf } from './system';

/** All gold passages of the hop are among the retrieved chunks; a hop without labelled gold never is. */
export const goldFound = (hop: Hop, gold: GoldChunks, retrieved: ReadonlySet<string>): boolean =>
  hop.gold.length > 0 && hop.gold.every((id) => goldChunksOf(gold, id).some((chunk) => retrieved.has(chunk)));

/** Why a bridge answer is not known. */
type Gap = 'no passage' | 'no fact';

export interface Knowledge {
  /** The gold answer of a hop, as far as it is known. */
  answerOf(hop: number): string | undefined;
  /**
   * Decides, for each of these hops that is not known yet, whether its answer may be filled in: its gold passage was
   * retrieved, and the judge (when one takes part) says that the retrieved passages state the fact.
   */
  decide(hops: readonly number[], retrieved: ReadonlySet<string>): Promise<void>;
  /** Null: known, or never decided. */
  gapOf(hop: number): Gap | null;
}

export const createKnowledge = (episode: Episode, gold: GoldChunks): Knowledge => {
  const { question } = episode;
  const known = new Map<number, string>();
  const gaps = new Map<number, Gap>();

  const decideOne = async (hop: Hop, answer: string, retrieved: ReadonlySet<string>): Promise<Gap | null> => {
    if (!goldFound(hop, gold, retrieved)) return 'no passage';
    if (episode.judgedBy !== null) {
      const { use } = await episode.judge({
        hop: hop.id,
        asked: judgedSubQuestion(question, hop),
        chunks: [...retrieved],
        use: { present: 'filled', absent: 'not-filled', undecided: 'not-filled' },
      });
      if (use !== 'filled') return 'no fact';
    }
    known.set(hop.id, answer);
    return null;
  };

  return {
    answerOf: (hop) => known.get(hop),
    async decide(hops, retrieved) {
      for (const id of hops) {
        const hop = question.hops.find((other) => other.id === id);
        const answer = goldAnswer(question, id);
        if (hop === undefined || answer === undefined || known.has(id)) continue;
        const gap = await decideOne(hop, answer, retrieved);
        if (gap === null) gaps.delete(id);
        else gaps.set(id, gap);
      }
    },
    gapOf: (hop) => gaps.get(hop) ?? null,
  };
};
