/**
 * What a run was given of a question, kept with its events as hashes: whether the question is still what the run asked can
 * then be told apart from whether its labels are. Verdicts follow new labels without a new run, for they are worked out
 * from stored ranks; other words would have been searched otherwise.
 */
import * as v from 'valibot';
import { contentHash } from './hash';
import type { GoldPassage, Question } from './question';

/** Absent: the system was not given it. */
export const GivenSchema = v.object({
  /** Of the question's text. */
  text: v.string(),
  /** Of its sub-questions and what they wait for. */
  hops: v.optional(v.string()),
  /** Of the hops' answers and of the gold passages. */
  labels: v.optional(v.string()),
});
export type Given = v.InferOutput<typeof GivenSchema>;

/** As a system's `needs`: how much of the labels it is shown. */
export type Needs = 'nothing' | 'sub-questions' | 'labels';

const short = (value: unknown): string => contentHash(JSON.stringify(value)).slice(0, 12);

/** Ids of gold passages are numbers of a list, so what they stand for counts. */
const passage = ({ document, title, text, quote, range, notInCorpus }: GoldPassage): unknown[] => [
  document ?? null,
  title ?? null,
  text ?? null,
  quote ?? null,
  range === undefined ? null : [range.start, range.end],
  notInCorpus === true,
];

const labelsOf = ({ hops, gold }: Question): unknown => {
  const byId = new Map(gold.map((one) => [one.id, JSON.stringify(passage(one))]));
  const named = (ids: readonly string[]): string[] => ids.flatMap((id) => byId.get(id) ?? []).toSorted();
  return [hops.map((hop) => [hop.answers, named(hop.gold)]), named(gold.map(({ id }) => id))];
};

export const givenOf = (question: Question, needs: Needs): Given => ({
  text: short(question.text),
  ...(needs === 'nothing'
    ? {}
    : {
        hops: short(question.hops.map((hop) => [hop.id, hop.question, hop.shorthand ?? null, hop.dependsOn])),
      }),
  ...(needs === 'labels' ? { labels: short(labelsOf(question)) } : {}),
});

/**
 * What has changed since the run was given the question: its words (its own, or sub-questions that the run was shown),
 * or labels that the run was shown. Words count before labels. Null: nothing that the run has seen.
 */
export type Since = 'words' | 'labels' | null;

export const sinceGiven = (given: Given, question: Question): Since => {
  const needs =
    given.labels !== undefined ? 'labels' : given.hops !== undefined ? 'sub-questions' : 'nothing';
  const now = givenOf(question, needs);
  if (now.text !== given.text || now.hops !== given.hops) return 'words';
  return now.labels === given.labels ? null : 'labels';
};

/** Questions of a run that have changed since it asked them. Ids, in the order of the set. */
export interface RunAge {
  /** Asked in other words: the question's own, or sub-questions that the run was shown. */
  words: string[];
  /** The words are the same; labels that the run was shown are not. */
  labels: string[];
  /** Asked, without a record of how. */
  unknown: string[];
  /** In the set, and not asked. */
  unasked: string[];
  /** Asked, and no longer in the set. */
  gone: string[];
}
