import type { QuestionDiagnosis, QuestionRow, RunDiagnosis } from '../domain/diagnosis';
import type { JudgeCheck } from '../domain/presence';
import { STORED_DEPTH } from '../domain/retriever';
import {
  allEvidenceOf,
  answersOf,
  anyHitOf,
  byHopsOf,
  byTypeOf,
  certificatesOf,
  curveOf,
  mrrOf,
  recallOf,
  triageCounts,
} from './aggregate';
import { categoriesOf } from './categories';
import type { Case, QuestionCore } from './context';
import { extractionsOf } from './extraction';
import { findingOf } from './finding';
import { fixesOf } from './fixes';
import { hopsOf } from './hop-tables';
import { judgedHopsOf } from './judged-hops';
import { outageOf } from './outage';
import type { PreparedRun } from './prepared';
import { completeQuestion, questionAt, rowAt } from './question';
import { stepRecallOf } from './step-recall';
import { warningsOf } from './warnings';

/** How a run is looked at. */
export interface View {
  /** Full diagnoses of the questions come along. */
  questions: boolean;
  /** Probability from which a fact counts as present; absent: the judge's own. */
  threshold?: number;
  /** How far a person has found that judge right on these documents; absent: not known. */
  check?: JudgeCheck | null;
}

const thresholdOf = (run: PreparedRun, threshold: number | undefined): number =>
  threshold ?? run.presence?.threshold ?? 1;

const depthOf = ({ header }: PreparedRun): number =>
  header.retriever.kind === 'external' ? header.parameters.k : STORED_DEPTH;

const coresAt = (run: PreparedRun, k: number): QuestionCore[] =>
  run.questions.map((prepared) => questionAt(prepared, k));

/**
 * Diagnosis of a run at k, 1…50: counts, rates with n and interval, curves, fixes, warnings (05.9). Questions that failed
 * or recorded no retrieval are in `errors` and `warnings`, and in no rate; `n` counts the others and is what
 * the triage sums to. With `questions` their full diagnoses come along, the failed ones included.
 */
export const diagnoseRun = (run: PreparedRun, k: number, view: View): RunDiagnosis => {
  const threshold = thresholdOf(run, view.threshold);
  const all = coresAt(run, k);
  const cases: Case[] = run.questions.flatMap((prepared, at) => {
    const core = all[at];
    return core === undefined || core.error !== null ? [] : [{ prepared, core }];
  });
  const cores = cases.map(({ core }) => core);
  const judged = judgedHopsOf(
    run,
    cases.map(({ prepared }) => prepared),
    k,
    threshold,
  );
  const check = view.check ?? null;
  const extractions = extractionsOf(judged, threshold);
  const categories = categoriesOf(cases, threshold);
  const outage = outageOf(run);
  const context = { run, k, cases, threshold, check, hops: judged, extractions, categories, outage };
  const answers = answersOf(cores);
  const fixes = fixesOf(context);
  const hops = hopsOf(context, answers !== null);
  return {
    run: run.header.run,
    system: run.header.system,
    k,
    n: cores.length,
    errors: all.length - cores.length,
    unjudged: cores.filter(
      (core) => core.question.answerable && core.answer !== null && core.correct === null,
    ).length,
    hasAnswers: cores.some((core) => core.answer !== null),
    finding: findingOf(context, fixes),
    triage: triageCounts(cores),
    evidenceRecall: recallOf(cores),
    allEvidence: allEvidenceOf(cores),
    anyHit: anyHitOf(cores),
    mrr: mrrOf(cores),
    steps: stepRecallOf(cases, k),
    curve: curveOf(run.questions, all, depthOf(run)),
    corpusChunks: run.chunks,
    hops,
    byHops: byHopsOf(cores),
    byType: byTypeOf(cores),
    certificates: certificatesOf(cases, k),
    answers,
    categories,
    usage: run.usage,
    fixes,
    warnings: warningsOf(context, hops.presence),
    questions: view.questions
      ? run.questions.flatMap((prepared, at) => {
          const core = all[at];
          return core === undefined ? [] : [completeQuestion(prepared, core, k, threshold)];
        })
      : [],
  };
};

/** One slim row a question of the run, in question-set order. */
export const questionRows = (run: PreparedRun, k: number, threshold?: number): QuestionRow[] =>
  run.questions.map((prepared) => rowAt(prepared, k, thresholdOf(run, threshold)));

/** The full diagnosis of one question at k; null when the run has not reached it. */
export const diagnoseQuestion = (
  run: PreparedRun,
  question: string,
  k: number,
  threshold?: number,
): QuestionDiagnosis | null => {
  const prepared = run.questions.find((candidate) => candidate.question.id === question);
  return prepared === undefined
    ? null
    : completeQuestion(prepared, questionAt(prepared, k), k, thresholdOf(run, threshold));
};
