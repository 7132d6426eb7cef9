import type { Criterion, HopDepthRow, RunDiagnosis } from '../domain/diagnosis';
import { rateOf } from '../statistics/wilson';
import { hopRetrieved } from './at-k';
import { baselinesOf } from './baselines';
import type { RunContext } from './context';
import { gapCounts } from './extraction';
import type { JudgedHop } from './judged-hops';
import { cellsOf, coverageOf, flagsOf, reliabilityOf, scoresOf, thresholdsOf } from './presence-tables';

interface Depth {
  n: number;
  count: number;
  /** Hops of the row that the judge has a word on, and of them those with the fact present. */
  judged: number;
  present: number;
}

type Depths = Map<number, Depth>;

const depthAt = (depths: Depths, hop: number): Depth => {
  const known = depths.get(hop);
  if (known !== undefined) return known;
  const made: Depth = { n: 0, count: 0, judged: 0, present: 0 };
  depths.set(hop, made);
  return made;
};

/** By position in the chain: hops where it can be known whether their gold was retrieved, under one reading. */
const depthsOf = ({ cases, k, hops }: RunContext, criterion: Criterion): Depths => {
  const depths: Depths = new Map();
  for (const { prepared } of cases) {
    if (!prepared.question.answerable) continue;
    prepared.hops.forEach((hop, index) => {
      const retrieved = hopRetrieved(hop, criterion, k);
      if (retrieved === null) return;
      const row = depthAt(depths, index + 1);
      row.n += 1;
      if (retrieved) row.count += 1;
    });
  }
  for (const { index, judgement, retrieved } of hops) {
    if (retrieved[criterion] === null || judgement.present === null) continue;
    const row = depthAt(depths, index + 1);
    row.judged += 1;
    if (judgement.present) row.present += 1;
  }
  return depths;
};

const rowsOf = (depths: Depths, judged: boolean): HopDepthRow[] =>
  [...depths]
    .sort(([a], [b]) => a - b)
    .map(([hop, row]) => ({
      hop,
      n: row.n,
      goldRetrieved: rateOf(row.count, row.n),
      factPresent: judged ? rateOf(row.present, row.judged) : null,
    }));

const totalOf = (depths: Depths) => {
  const rows = [...depths.values()];
  return rateOf(
    rows.reduce((sum, row) => sum + row.count, 0),
    rows.reduce((sum, row) => sum + row.n, 0),
  );
};

const presenceTables = (
  context: RunContext,
  hops: readonly JudgedHop[],
  hasAnswers: boolean,
): Pick<
  RunDiagnosis['hops'],
  'cells' | 'presence' | 'gaps' | 'flags' | 'reliability' | 'thresholds' | 'baselines'
> => {
  const scores = scoresOf(hops);
  return {
    cells: cellsOf(hops),
    presence: coverageOf(context.run, hops, scores, context.threshold, context.check),
    gaps: gapCounts(context.extractions),
    flags: flagsOf(hops, context.cases, hasAnswers),
    reliability: reliabilityOf(scores),
    thresholds: thresholdsOf(scores),
    baselines: baselinesOf(hops, context.k),
  };
};

/** Nothing of fact presence is known while no judge has scored the run. */
const UNJUDGED = {
  cells: null,
  presence: null,
  gaps: null,
  flags: null,
  reliability: null,
  thresholds: null,
  baselines: null,
};

/** Everything about hops (05.3, 05.9): retrieval by depth and reading, and fact presence where a judge has scored it. */
export const hopsOf = (context: RunContext, hasAnswers: boolean): RunDiagnosis['hops'] => {
  const judged = context.run.presence !== null;
  const depths = { accumulated: depthsOf(context, 'accumulated'), matched: depthsOf(context, 'matched') };
  const retrieved = { accumulated: totalOf(depths.accumulated), matched: totalOf(depths.matched) };
  return {
    n: retrieved.accumulated.n,
    retrieved,
    byDepth: {
      accumulated: rowsOf(depths.accumulated, judged),
      matched: rowsOf(depths.matched, judged),
    },
    ...(judged ? presenceTables(context, context.hops, hasAnswers) : UNJUDGED),
  };
};
