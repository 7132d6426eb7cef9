/**
 * Which pairs the diagnosis of a run needs (06): every hop's sub-question with the passages that the run had accumulated up to
 * it. Which searches count, and when gold is retrieved, is the diagnosis' own definition, so that both mean the same.
 */
import type { GoldsOfQuestion } from '../diagnosis/evidence';
import { prepareHops } from '../diagnosis/hops';
import {
  accumulationOf,
  asCounted,
  bestRanksOf,
  hopsAskedFor,
  isReformulation,
  rankGolds,
  searchesOf,
} from '../diagnosis/searches';
import type { Criterion } from '../domain/diagnosis';
import { judgedSubQuestion } from '../domain/presence';
import type { Hop, Question } from '../domain/question';
import type { RunTrace, SearchEvent } from '../domain/trace';

export const READINGS = ['accumulated', 'matched'] as const satisfies readonly Criterion[];

/** One reading of "accumulated": its passages with the k from which on each is among them. */
export interface Accumulated {
  /** Chunk id → the k from which on it is there, in the order in which they were retrieved. */
  ranks: ReadonlyMap<string, number>;
  /** k at which all gold of the hop is there; null: not within the stored ranks, or not known. */
  goldRank: number | null;
}

export interface HopToJudge {
  question: Question;
  hop: Hop;
  /** The sub-question as it is judged. */
  asked: string;
  readings: Record<Criterion, Accumulated>;
}

/** The hops of a run in the order of its trace. A question that failed has no verdict, so it needs no judge. */
export const hopsOfRun = (
  trace: RunTrace,
  questions: ReadonlyMap<string, Question>,
  golds: ReadonlyMap<string, GoldsOfQuestion>,
  depth: number,
): HopToJudge[] => {
  const hops: HopToJudge[] = [];
  for (const [id, events] of trace.questions) {
    const question = questions.get(id);
    if (question === undefined || events.some(({ event }) => event === 'error')) continue;
    const searches = searchesOf(events).filter((search) => !isReformulation(search));
    const known = golds.get(id);
    const ranks =
      known === undefined ? [] : searches.map((search) => rankGolds(search, search.hits, known.lookup));
    const prepared = prepareHops(question, known?.golds ?? [], ranks, asCounted(ranks));
    const counts = accumulationOf(question);
    const madeFor = hopsAskedFor(question, searches);
    prepared.forEach(({ hop, from, knowable }, index) => {
      const upTo = searches.filter((search) => counts(search, index));
      const own = searches.filter((_, at) => madeFor[at] === hop.id);
      const reading = (of: Criterion, made: readonly SearchEvent[]): Accumulated => ({
        ranks: bestRanksOf(made, depth),
        goldRank: knowable[of] ? from[of] : null,
      });
      hops.push({
        question,
        hop,
        asked: judgedSubQuestion(question, hop),
        readings: { accumulated: reading('accumulated', upTo), matched: reading('matched', own) },
      });
    });
  }
  return hops;
};

/**
 * True when, at some k up to `depth`, all gold of the hop is retrieved and no passage states the fact (05.3). More passages
 * only ever raise the best score, so the k at which gold arrives decides for all. `probabilityOf` null: no score.
 */
export const isExtractionFailure = (
  { readings }: HopToJudge,
  depth: number,
  threshold: number,
  probabilityOf: (chunk: string) => number | null,
): boolean =>
  READINGS.some((criterion) => {
    const { goldRank, ranks } = readings[criterion];
    if (goldRank === null || goldRank > depth) return false;
    const scores = [...ranks].flatMap(([chunk, rank]) => (rank <= goldRank ? [probabilityOf(chunk)] : []));
    const scored = scores.filter((score) => score !== null);
    return scored.length > 0 && scored.every((score) => score < threshold);
  });
