import type { Criterion, RunDiagnosis } from '../domain/diagnosis';
import type { JudgeCheck } from '../domain/presence';
import { calibrationBins, expectedCalibrationError } from '../statistics/calibration';
import { rocAuc } from '../statistics/roc-auc';
import { rateOf } from '../statistics/wilson';
import { noCells } from './cells';
import type { Case } from './context';
import type { JudgedHop } from './judged-hops';
import type { PreparedRun } from './prepared';
import { isComplete } from './presence';

type Hops = RunDiagnosis['hops'];

/** Hops that cells are about: it is known whether their gold passage was retrieved. */
const isKnown = (hop: JudgedHop): boolean => hop.retrieved.accumulated !== null;

const STEPS = 20;

export const cellsOf = (hops: readonly JudgedHop[]): NonNullable<Hops['cells']> => {
  const cells = { accumulated: noCells(), matched: noCells() };
  for (const { cell } of hops)
    for (const criterion of ['accumulated', 'matched'] as const satisfies Criterion[]) {
      const of = cell[criterion];
      if (of !== null) cells[criterion][of] += 1;
    }
  return cells;
};

/** A hop whose every passage is scored: the judge's highest probability beside "gold retrieved". */
export interface Score {
  probability: number;
  truth: boolean;
}

export const scoresOf = (hops: readonly JudgedHop[]): Score[] => {
  const scores: Score[] = [];
  for (const { judgement, retrieved } of hops)
    if (retrieved.accumulated !== null && judgement.probability !== null && isComplete(judgement))
      scores.push({ probability: judgement.probability, truth: retrieved.accumulated });
  return scores;
};

export const coverageOf = (
  run: PreparedRun,
  all: readonly JudgedHop[],
  scores: readonly Score[],
  threshold: number,
  check: JudgeCheck | null,
): Hops['presence'] => {
  if (run.presence === null) return null;
  const hops = all.filter(isKnown);
  const scored = hops.filter(({ judgement }) => judgement.present !== null);
  const inconclusive = hops.filter(({ judgement }) => judgement.state === 'inconclusive').length;
  return {
    space: run.presence.space,
    threshold,
    hops: hops.length,
    scored: scored.length,
    inconclusive,
    notJudged: hops.length - scored.length - inconclusive,
    present: rateOf(scored.filter(({ judgement }) => judgement.present === true).length, scored.length),
    check,
    ece: expectedCalibrationError(calibrationBins(scores)),
    auc: rocAuc(scores),
  };
};

/**
 * Questions by the number of hops that lack their fact, with accuracy. Only questions of which every hop has a word: a
 * hop without one could be a flag.
 */
export const flagsOf = (
  hops: readonly JudgedHop[],
  cases: readonly Case[],
  hasAnswers: boolean,
): NonNullable<Hops['flags']> => {
  const flags = new Map<string, number | null>();
  for (const { prepared, judgement } of hops) {
    const id = prepared.question.id;
    const known = flags.get(id);
    if (known === null) continue;
    flags.set(id, judgement.present === null ? null : (known ?? 0) + (judgement.present ? 0 : 1));
  }
  const rows = new Map<number, { questions: number; judged: number; right: number }>();
  for (const { core } of cases) {
    const count = flags.get(core.question.id);
    if (count === undefined || count === null) continue;
    const row = rows.get(count) ?? { questions: 0, judged: 0, right: 0 };
    rows.set(count, row);
    row.questions += 1;
    if (core.correct === null) continue;
    row.judged += 1;
    if (core.correct) row.right += 1;
  }
  return [...rows]
    .sort(([a], [b]) => a - b)
    .map(([count, { questions, judged, right }]) => ({
      flags: count,
      questions,
      accuracy: hasAnswers ? rateOf(right, judged) : null,
    }));
};

export const reliabilityOf = (scores: readonly Score[]): NonNullable<Hops['reliability']> =>
  calibrationBins(scores).map(({ from, to, n, mean, count }) => ({
    from,
    to,
    n,
    mean,
    gold: rateOf(count, n),
  }));

/** Precision and recall of "fact present" against "gold retrieved" at thresholds 0, 0.05 … 1, and the share flagged. */
export const thresholdsOf = (scores: readonly Score[]): NonNullable<Hops['thresholds']> => {
  const gold = scores.filter(({ truth }) => truth).length;
  return Array.from({ length: STEPS + 1 }, (_, step) => {
    const threshold = step / STEPS;
    let present = 0;
    let right = 0;
    for (const { probability, truth } of scores) {
      if (probability < threshold) continue;
      present += 1;
      if (truth) right += 1;
    }
    return {
      threshold,
      precision: present === 0 ? null : right / present,
      recall: gold === 0 ? null : right / gold,
      flagged: scores.length === 0 ? null : 1 - present / scores.length,
    };
  });
};
