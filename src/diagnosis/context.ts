import type { QuestionDiagnosis } from '../domain/diagnosis';
import type { JudgeCheck } from '../domain/presence';
import type { Extraction } from './extraction';
import type { JudgedHop } from './judged-hops';
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
  /** Questions with a verdict, in question-set order. */
  cases: readonly Case[];
}

/**
 * All searches came back empty although some question has its passages in the corpus. Where none has, nothing could have
 * been found, and empty searches say nothing about the search.
 */
export const isOutage = ({ run, cases }: RunContext): boolean =>
  run.silent && run.chunks !== 0 && cases.some(({ core }) => core.evidenceRecall !== null);
