import type { Certificate, Criterion, HopDiagnosis } from '../domain/diagnosis';
import type { MappingStatus } from '../domain/mapping';
import { judgedSubQuestion } from '../domain/presence';
import type { Hop, Question } from '../domain/question';
import { cellOf } from './cells';
import { goldIndices, isInCorpus, type MappedGold, worstStatus } from './golds';
import { accumulationOf, asksHops, hopsAskedFor, rankOfAll, type SearchRanks, within } from './searches';

/** A hop's outcome before k is chosen: the k that each reading needs is all that is compared with the one in view. */
export interface PreparedHop {
  hop: Hop;
  /** Indices into the question's gold set. */
  golds: number[];
  status: MappingStatus | null;
  /** Rank at which all gold of the hop is found; null: not within the stored ranks. */
  rank: Record<Criterion, number | null>;
  /** k at which all gold of the hop counts as retrieved: that rank, unless an agent decided what it was shown. */
  from: Record<Criterion, number | null>;
  /** k at which a chunk that holds the answer counts as retrieved. */
  strictFrom: Record<Criterion, number | null>;
  /** Which readings can be known in this run, and strictly. */
  knowable: Record<Criterion, boolean>;
  strictKnowable: Record<Criterion, boolean>;
  bestQuery: string | null;
  ownQuery: string | null;
}

/** The three answers there are, shared by all hops: thousands of equal objects are what a large run would pay for (09). */
const NEITHER = { accumulated: false, matched: false };
const ACCUMULATED = { accumulated: true, matched: false };
const BOTH = { accumulated: true, matched: true };
const knowableIn = (known: boolean, byHop: boolean): Record<Criterion, boolean> =>
  known ? (byHop ? BOTH : ACCUMULATED) : NEITHER;

const strictFromOf = (golds: readonly number[], searches: readonly SearchRanks[]): number | null => {
  let best: number | null = null;
  for (const { answer } of searches)
    for (const gold of golds) {
      const rank = answer[gold];
      if (rank != null && (best === null || rank < best)) best = rank;
    }
  return best;
};

/** The query that finds this hop's gold earliest; the first of equals. */
const queryOfBest = (golds: readonly number[], searches: readonly SearchRanks[]): string | null => {
  let query: string | null = null;
  let rank = Number.POSITIVE_INFINITY;
  for (const search of searches) {
    for (const gold of golds) {
      const found = search.gold[gold]?.rank;
      if (found === undefined || found >= rank) continue;
      rank = found;
      query = search.search.query;
    }
  }
  return query;
};

/**
 * Both readings of "gold retrieved" (05.3). `accumulated`: searches made for the whole question, for this hop, or for a
 * hop before it. `matched`: searches made for this hop (`hopsAskedFor`); in a run that searches hop by hop, a hop that was never
 * asked is not retrieved by its own search, and in a run that never searches for a hop this reading does not exist.
 * `counted`: the same searches by `asCounted`. `steps`: of a run that names its steps beside the list it ended with, both in
 * one; "matched" is read from them, for the list itself asks for no hop.
 */
export const prepareHops = (
  question: Question,
  golds: readonly MappedGold[],
  ranks: readonly SearchRanks[],
  counted: readonly SearchRanks[],
  steps: readonly SearchRanks[] | null = null,
): PreparedHop[] => {
  const counts = accumulationOf(question);
  const asked = steps ?? ranks;
  const searches = asked.map(({ search }) => search);
  const byHop = asksHops(searches);
  const madeFor = hopsAskedFor(question, searches);
  return question.hops.map((hop, index) => {
    const indices = goldIndices(golds, hop.gold);
    const mapped = indices.flatMap((at) => golds[at] ?? []);
    const upTo = ranks.filter(({ search }) => counts(search, index));
    const own = asked.filter((_, at) => madeFor[at] === hop.id);
    const countedUpTo = counted.filter(({ search }) => counts(search, index));
    const countedOwn = (steps ?? counted).filter((_, at) => madeFor[at] === hop.id);
    const rank = { accumulated: rankOfAll(upTo, indices), matched: rankOfAll(own, indices) };
    const inCorpus = mapped.length > 0 && mapped.every(({ status }) => isInCorpus(status));
    const hasAnswerChunk = inCorpus && mapped.some(({ answerChunks }) => answerChunks.length > 0);
    return {
      hop,
      golds: indices,
      status: worstStatus(mapped.map(({ status }) => status)),
      rank,
      // One object for both where they are the same: nearly always.
      from:
        counted === ranks && steps === null
          ? rank
          : { accumulated: rankOfAll(countedUpTo, indices), matched: rankOfAll(countedOwn, indices) },
      strictFrom: {
        accumulated: strictFromOf(indices, countedUpTo),
        matched: strictFromOf(indices, countedOwn),
      },
      knowable: knowableIn(inCorpus, byHop),
      strictKnowable: knowableIn(hasAnswerChunk, byHop),
      bestQuery: queryOfBest(indices, upTo),
      ownQuery: queryOfBest(indices, own) ?? own[0]?.search.query ?? null,
    };
  });
};

/** The outcome of a hop at k. `certificates`: those that hold at k, per gold passage of the question. */
export const hopAt = (
  question: Question,
  prepared: PreparedHop,
  golds: readonly MappedGold[],
  certificates: readonly (readonly Certificate[])[],
  k: number,
  judged: Pick<HopDiagnosis, 'judgement' | 'corpusGap'>,
): HopDiagnosis => {
  const read = (ranks: Record<Criterion, number | null>, known: Record<Criterion, boolean>) => ({
    accumulated: known.accumulated ? within(ranks.accumulated, k) : null,
    matched: known.matched ? within(ranks.matched, k) : null,
  });
  const retrieved = read(prepared.from, prepared.knowable);
  // A hop is only as reachable as the least reachable passage that it needs.
  const levels = prepared.golds.map((gold) => certificates[gold]?.[0]?.level ?? null);
  const certificate = levels.includes(null) ? null : (levels.toSorted().at(-1) ?? null);
  return {
    hop: prepared.hop.id,
    subQuestion: judgedSubQuestion(question, prepared.hop),
    answers: prepared.hop.answers,
    dependsOn: prepared.hop.dependsOn,
    gold: prepared.status,
    goldIds: prepared.golds.flatMap((at) => golds[at]?.gold.id ?? []),
    retrieved,
    strict: read(prepared.strictFrom, prepared.strictKnowable),
    rank: prepared.rank,
    bestQuery: prepared.bestQuery,
    ownQuery: prepared.ownQuery,
    judgement: judged.judgement,
    cell: {
      accumulated: cellOf(retrieved.accumulated, judged.judgement?.present ?? null),
      matched: cellOf(retrieved.matched, judged.judgement?.present ?? null),
    },
    corpusGap: judged.corpusGap,
    certificate,
  };
};
