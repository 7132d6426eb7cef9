/** Two runs over the same questions (05.6). `base` is run a, `other` run b; differences are b − a. */
import { CATEGORIES, type Column } from './category';
import type { PairedEffect } from './intervention';
import type { Usage } from './usage';

/**
 * What became of a question in a run: right, its failure category, or no word on it. `error`: the run failed on it or recorded
 * nothing; `no-answer`: it gives none (retrieval only); `unjudged`: nobody could say whether the answer is right.
 */
export const ANSWER_STATES = ['right', ...CATEGORIES, 'unjudged', 'no-answer', 'error'] as const;
export type AnswerState = (typeof ANSWER_STATES)[number];

/** States without a word on the answer. */
export type Unanswered = 'unjudged' | 'no-answer' | 'error';

export interface PairedAccuracy extends PairedEffect {
  both: number;
  neither: number;
  /** 95% interval of the difference: paired bootstrap; null for n = 0. */
  low: number | null;
  high: number | null;
}

export interface Transition {
  from: AnswerState;
  to: AnswerState;
  n: number;
}

/** Ids of questions, per run. */
export type PerRun<T> = Record<'a' | 'b', T>;

export interface ChangedQuestion {
  question: string;
  text: string;
  hops: number;
  state: Record<Column, PerRun<AnswerState>>;
  answer: PerRun<string | null>;
}

export interface RunComparison {
  a: string;
  b: string;
  k: number;
  /** Answerable questions that both runs reached: the fixed denominator. */
  asked: number;
  /** Over the questions that both runs answered and of which the answer is judged in both; an abstention is an answer. */
  accuracy: PairedAccuracy;
  /** Over all that were asked: a question without a judged answer counts as not right, so that failing never pays. */
  fixed: PairedAccuracy;
  bootstrap: { resamples: number; seed: number };
  /** What is not in `accuracy.n`, by run and reason; a question may stand on both sides. */
  left: PerRun<Record<Unanswered, string[]>>;
  /** Questions that only this run has reached; they are in nothing above. */
  onlyIn: PerRun<string[]>;
  /** Of the questions both reached, those marked unanswerable: they have no right answer to compare. */
  unanswerable: number;
  retriever: { same: boolean; sentence: string };
  /**
   * Gold passages that one run missed and the other retrieved: proof that the first could have found them. Null: not the
   * same retriever, and no drift is claimed.
   */
  drift: { aMissed: number; bMissed: number; passages: number } | null;
  /** From a to b, non-zero entries; each column sums to `asked`. */
  transitions: Record<Column, Transition[]>;
  /** Some question has another state in the two columns. */
  columnsDiffer: boolean;
  /** Mean evidence recall over the questions that have one in both runs. */
  recall: { a: number | null; b: number | null; n: number };
  /** Gold of the hop retrieved (accumulated), by position in the chain. */
  byDepth: { hop: number; goldRetrieved: PairedEffect }[];
  byHops: {
    hops: number;
    accuracy: PairedAccuracy;
    recall: { a: number | null; b: number | null; n: number };
  }[];
  /** Summed over the questions asked, in both runs; divide by `asked`. */
  usage: PerRun<Usage>;
  /** Questions whose state differs in some column, in question-set order. */
  changed: ChangedQuestion[];
  /** What could make the comparison mislead, each one sentence. */
  warnings: string[];
}
