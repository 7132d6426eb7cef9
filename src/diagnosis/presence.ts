import { type HopJudgement, judgedSubQuestion } from '../domain/presence';
import { type Hop, placeholders, type Question } from '../domain/question';
import type { SearchEvent } from '../domain/trace';
import { accumulationOf, bestRanksOf } from './searches';

/** Recorded scores of one judge (06): the only form in which a model's word reaches a diagnosis. */
export interface PresenceInput {
  space: string;
  /** Probability from which a fact counts as present, unless the view sets another one. */
  threshold: number;
  /** Probability that the chunk states what the sub-question asks; null: inconclusive; undefined: not scored. */
  of(subQuestion: string, chunk: string): number | null | undefined;
}

/** Every chunk of the corpus that contains one of these answers (normalised); no cap on their number. */
export type Candidates = (answers: readonly string[]) => ReadonlySet<string>;

/** Columns of `HopPresence.table`, one row a rank. */
const OF = 0;
const JUDGED = 1;
const UNCLEAR = 2;
const BEST = 3;
const COLUMNS = 4;
const NONE = -1;

/**
 * What the recorded scores say of the passages accumulated up to a hop, for every k at once: row k counts the passages
 * within k, those with a probability, those that are inconclusive, and holds the highest probability (−1: none). So a
 * move of k or of the threshold is a look-up (09).
 */
export interface HopPresence {
  asked: string;
  /** A placeholder without a gold answer: the sub-question cannot be judged. */
  open: boolean;
  table: Float64Array;
  /** Per row: the chunk with the highest probability. */
  chunks: (string | null)[];
}

const tableOf = (
  ranks: ReadonlyMap<string, number>,
  scoreOf: (chunk: string) => number | null | undefined,
): Pick<HopPresence, 'table' | 'chunks'> => {
  let depth = 0;
  for (const rank of ranks.values()) if (rank > depth) depth = rank;
  const table = new Float64Array((depth + 1) * COLUMNS);
  const chunks = new Array<string | null>(depth + 1).fill(null);
  for (let row = 0; row <= depth; row += 1) table[row * COLUMNS + BEST] = NONE;
  const add = (at: number): void => {
    table[at] = (table[at] ?? 0) + 1;
  };
  for (const [chunk, rank] of ranks) {
    const row = rank * COLUMNS;
    add(row + OF);
    const score = scoreOf(chunk);
    if (score === undefined) continue;
    if (score === null) {
      add(row + UNCLEAR);
      continue;
    }
    add(row + JUDGED);
    if (score > (table[row + BEST] ?? NONE)) {
      table[row + BEST] = score;
      chunks[rank] = chunk;
    }
  }
  for (let rank = 1; rank <= depth; rank += 1) {
    const row = rank * COLUMNS;
    for (const column of [OF, JUDGED, UNCLEAR])
      table[row + column] = (table[row + column] ?? 0) + (table[row - COLUMNS + column] ?? 0);
    const before = table[row - COLUMNS + BEST] ?? NONE;
    // The passage that came first keeps a tie.
    if (before >= (table[row + BEST] ?? NONE)) {
      table[row + BEST] = before;
      chunks[rank] = chunks[rank - 1] ?? null;
    }
  }
  return { table, chunks };
};

/** Calls `use` with each hop and the best rank of each chunk accumulated up to it. */
const eachHop = <T>(
  question: Question,
  searches: readonly SearchEvent[],
  use: (hop: Hop, ranks: ReadonlyMap<string, number>) => T,
): T[] => {
  const counts = accumulationOf(question);
  return question.hops.map((hop, index) =>
    use(hop, bestRanksOf(searches.filter((search) => counts(search, index)))),
  );
};

/** One entry a hop of the question, in order. `searches`: those that make up R. */
export const presenceOf = (
  question: Question,
  searches: readonly SearchEvent[],
  presence: PresenceInput,
): HopPresence[] =>
  eachHop(question, searches, (hop, ranks) => {
    const asked = judgedSubQuestion(question, hop);
    const open = placeholders(asked).length > 0;
    return { asked, open, ...tableOf(ranks, (chunk) => (open ? null : presence.of(asked, chunk))) };
  });

/** Per hop: smallest k at which an accumulated passage contains the hop's answer; null: none does. */
export const answerRanksOf = (
  question: Question,
  searches: readonly SearchEvent[],
  candidates: Candidates,
): (number | null)[] =>
  eachHop(question, searches, (hop, ranks) => {
    const containing = candidates(hop.answers);
    let best: number | null = null;
    for (const [chunk, rank] of ranks)
      if ((best === null || rank < best) && containing.has(chunk)) best = rank;
    return best;
  });

/** Some passage of the hop has a recorded score. */
export const hasScores = ({ table, open }: HopPresence): boolean =>
  !open && (table[table.length - COLUMNS + JUDGED] ?? 0) > 0;

/**
 * The judge's word on a hop at k: present when one passage reaches the threshold, absent when all are scored and none
 * does (nothing retrieved states nothing). Otherwise there is no word: a passage without a score, or one on which the
 * judge could not decide, is not a zero.
 */
export const judgementAt = (hop: HopPresence, k: number, threshold: number): HopJudgement => {
  const rank = Math.min(k, hop.chunks.length - 1);
  const row = rank * COLUMNS;
  const of = hop.table[row + OF] ?? 0;
  const judged = hop.table[row + JUDGED] ?? 0;
  const unclear = hop.table[row + UNCLEAR] ?? 0;
  const best = hop.table[row + BEST] ?? NONE;
  const probability = best === NONE ? null : best;
  const said = (state: HopJudgement['state'], present: boolean | null): HopJudgement => ({
    state,
    present,
    probability,
    chunk: hop.chunks[rank] ?? null,
    judged,
    of,
  });
  if (hop.open) return said('inconclusive', null);
  if (probability !== null && probability >= threshold) return said('scored', true);
  if (judged === of) return said('scored', false);
  return said(judged + unclear === of ? 'inconclusive' : 'not-judged', null);
};

/** The highest probability over all passages within k is known: no passage is without one. */
export const isComplete = ({ state, judged, of }: HopJudgement): boolean =>
  state === 'scored' && judged === of && of > 0;
