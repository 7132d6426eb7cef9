/** Passages that may be the gold of a hop: what the retrievers find for its sub-question. Pure. */
import type { PairScore } from '../../../../domain/presence';
import { type Hop, placeholders, type Question } from '../../../../domain/question';
import type { Hit } from '../../../../domain/retriever';
import { reciprocalRankFusion } from '../../../../retrieval/fusion';
import { fillSubQuestion, goldAnswer } from '../../../../systems/sub-questions';

/** Hybrid is the fusion of these two: a third list would count both of them twice. */
export const LEGS = ['bm25', 'vector'] as const;
export type Leg = (typeof LEGS)[number];

/** Hits asked of each retriever. */
export const DEPTH = 10;

export interface Suggestion {
  chunk: string;
  /** Rank in each retriever that was asked; null: not among its first `DEPTH`. */
  ranks: Partial<Record<Leg, number | null>>;
}

/**
 * The union of what the retrievers found, best first by reciprocal rank fusion, ties by chunk id (design 03). A
 * suggestion is where a person may look; nothing of it is taken as gold.
 */
export const suggestionsOf = (found: Partial<Record<Leg, readonly Hit[]>>, rrfK: number): Suggestion[] => {
  const asked = LEGS.filter((leg) => found[leg] !== undefined);
  const rankings = asked.map((leg) =>
    (found[leg] ?? []).slice(0, DEPTH).map(({ chunk, score }) => ({ chunk, score: score ?? 0 })),
  );
  return reciprocalRankFusion(rankings, rrfK).map(({ chunk, places }) => ({
    chunk,
    ranks: Object.fromEntries(asked.map((leg, at) => [leg, places[at]?.rank ?? null])),
  }));
};

/** What is searched for a place: its sub-question with the answers that are labelled; what stays open is taken out. */
export const queryOf = (question: Question, hop: Hop | undefined): string =>
  hop === undefined || hop.question.trim() === ''
    ? question.text
    : fillSubQuestion(question, hop, (id) => goldAnswer(question, id)).query;

/** Hops whose answers the sub-question needs and nobody has given. */
export const missingAnswers = (question: Question, hop: Hop | undefined): number[] =>
  placeholders(hop?.question ?? '').filter((id) => id !== hop?.id && goldAnswer(question, id) === undefined);

/** What the judge thinks of a suggestion; undefined: it has not been asked, or not answered yet. */
export type Word = 'present' | 'absent' | 'inconclusive' | 'errored' | 'notJudged';

export const wordOf = (score: PairScore | undefined, threshold: number): Word => {
  if (score === undefined) return 'notJudged';
  if (score.probability === null) return score.state === 'errored' ? 'errored' : 'inconclusive';
  return score.probability >= threshold ? 'present' : 'absent';
};
