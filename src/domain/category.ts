/** Failure categories (05.4): one for each answer that is called wrong. */
import type { Requirement } from './trace';

/**
 * In the order in which they are tried. `reasoning-error` alone: every gold passage was retrieved. `false-resolution` is its
 * other kind: a requirement was resolved without gold evidence. `search-drift` and `unreached` are the two kinds of missing
 * evidence. `not-in-corpus` is listed apart. `unlabelled`: no gold passage is labelled, so a wrong answer has no cause that
 * could be told (docs/decisions.md).
 */
export const CATEGORIES = [
  'judge-error',
  'gave-up',
  'reasoning-error',
  'false-resolution',
  'search-drift',
  'unreached',
  'not-in-corpus',
  'unlabelled',
] as const;
export type Category = (typeof CATEGORIES)[number];

/** The two readings that every comparison shows: with and without the false-resolution clause, which only registers have. */
export const COLUMNS = ['paper', 'register-blind'] as const;
export type Column = (typeof COLUMNS)[number];

/** The category of one answer in both readings. They differ for a false resolution alone. */
export type CategoryOf = Record<Column, Category>;

/** A requirement that stands resolved although no supporting passage is a gold passage (05.4). */
export interface PrematureResolution extends Pick<Requirement, 'id' | 'text' | 'note' | 'support'> {
  /** Step of the trace at which it was resolved. */
  step: number;
  /** The best recorded word of a classifier on its text and its supporting passages; null: none has scored them. */
  score: { probability: number; chunk: string | null; judge: string; present: boolean } | null;
}

/** Categories of a run; each column sums to `n`. */
export interface Categories {
  /** Answers to answerable questions that are called wrong: by the judge, or by comparing where no judge was asked. */
  n: number;
  counts: Record<Column, Record<Category, number>>;
  /** Of `gave-up`: a budget ran out and forced the answer; the others abstained. */
  forced: number;
  /** Some question of the run has register events: only then can the columns differ. */
  register: boolean;
  /** Every question with a premature resolution, whatever became of its answer. */
  premature: { question: string; resolutions: PrematureResolution[] }[];
}
