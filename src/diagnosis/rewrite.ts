import type { Question } from '../domain/question';
import type { Witness } from './certificates';
import { goldIndices, isInCorpus, type MappedGold } from './golds';
import { isIdeal, rankOfAll } from './searches';

/** How early a hop's own gold is found when the sub-question is asked with gold bridge answers. */
export interface RewriteRank {
  hop: number;
  /** False: no probe asked so (with every bridge answer filled in), or its gold is not in the corpus. */
  asked: boolean;
  rank: number | null;
}

export const rewriteRanks = (
  question: Question,
  golds: readonly MappedGold[],
  witnesses: readonly Witness[],
): RewriteRank[] => {
  const asked = witnesses.flatMap(({ ranks }) => ranks.filter(({ search }) => isIdeal(search)));
  return question.hops.map((hop) => {
    const own = asked.filter(({ search }) => search.hop === hop.id);
    const indices = goldIndices(golds, hop.gold);
    const findable = indices.length > 0 && indices.every((at) => isInCorpus(golds[at]?.status ?? 'unmapped'));
    return {
      hop: hop.id,
      asked: own.length > 0 && findable,
      rank: rankOfAll(own, indices),
    };
  });
};

/**
 * Rewrite test (05.2 b) at k: does every sub-question with its gold bridge answers filled in retrieve its own gold?
 * One that fails decides; while one has not been asked, and none fails, the answer is not known.
 */
export const rewriteHolds = (ranks: readonly RewriteRank[], k: number): boolean | null => {
  if (ranks.some(({ asked, rank }) => asked && (rank === null || rank > k))) return false;
  return ranks.length > 0 && ranks.every(({ asked }) => asked) ? true : null;
};
