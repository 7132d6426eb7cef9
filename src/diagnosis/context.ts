import type { Categories } from '../domain/category';
import type { QuestionDiagnosis } from '../domain/diagnosis';
import type { JudgeCheck } from '../domain/presence';
import type { Extraction } from './extraction';
import type { JudgedHop } from './judged-hops';
import type { Outage } from './outage';
import type { PreparedQuestion, PreparedRun } from './prepared';

/** The figures of a question at k, without lists: what a slider over thousands of questions can afford to make anew. */
export type QuestionCore = Omit<
  QuestionDiagnosis,
  'golds' | 'hops' | 'missing' | 'retrieved' | 'test' | 'premature' | 'explanation'
>;

/** A question of the run under view: what is stored about it, and what that gives at k. */
export interface Case {
  prepared: PreparedQuestion;
  core: QuestionCore;
}

/** What findings and fixes are built from. */
export interface RunContext {
  run: PreparedRun;
  k: number;
  /** Probability from which a fact counts as present. */
  threshold: number;
  /** How far a person has found the judge right on these documents; null: not known. */
  check: JudgeCheck | null;
  /** Hops of the answerable questions with the judge's word; empty: no judge has scored the run. */
  hops: readonly JudgedHop[];
  /** Those of them whose passage was retrieved without the fact. */
  extractions: readonly Extraction[];
  /** Null: no answer is judged. */
  categories: Categories | null;
  /** Set: nothing of the run means anything until it is explained. */
  outage: Outage | null;
  /** Questions with a verdict, in question-set order. */
  cases: readonly Case[];
}
