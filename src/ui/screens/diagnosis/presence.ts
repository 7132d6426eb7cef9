/** What the panels of fact presence show, worked out of a diagnosis and its rows. Pure. */
import { threeWay } from '../../../diagnosis/cells';
import type { RunDiagnosis } from '../../../domain/diagnosis';
import { CELLS, type Cell, type Criterion, type QuestionRow, type Rate } from '../../../domain/diagnosis';
import type { JudgeAgreement } from '../../../domain/judge-check';
import { expectedCalibrationError } from '../../../statistics/calibration';
import { rateOf } from '../../../statistics/wilson';
import { nearest } from '../../charts/scale';
import { count, decimal, percent, plural } from '../../format';

export type Presence = NonNullable<RunDiagnosis['hops']['presence']>;
export type Thresholds = NonNullable<RunDiagnosis['hops']['thresholds']>;

/** "judged 212 of 240 hops · 3 inconclusive · 25 not judged": how far the judge got, beside every figure. */
export function coverageWords(presence: Presence): string {
  const parts = [`judged ${count(presence.scored)} of ${plural(presence.hops, 'hop')}`];
  if (presence.inconclusive > 0) parts.push(`${count(presence.inconclusive)} inconclusive`);
  if (presence.notJudged > 0) parts.push(`${count(presence.notJudged)} not judged at this k`);
  return parts.join(' · ');
}

/** How far a person has checked the judge; null: not at all. */
export function checkedWords(agreement: JudgeAgreement | null): string | null {
  if (agreement === null || agreement.n === 0) return null;
  const kappa =
    agreement.kappa === null
      ? 'κ not defined'
      : `κ ${decimal(agreement.kappa.value)} [${decimal(agreement.kappa.low)}, ${decimal(agreement.kappa.high)}]`;
  return `checked on ${plural(agreement.n, 'of your hops', 'of your hops')}, ${kappa}`;
}

/** Cells shown: all four, or three with other evidence counted as a retrieval failure. */
export const shownCells = (three: boolean): readonly Cell[] =>
  three ? CELLS.filter((cell) => cell !== 'alternate-evidence') : CELLS;

export const shownCounts = (cells: Record<Cell, number>, three: boolean): Partial<Record<Cell, number>> =>
  three ? threeWay(cells) : cells;

/** The cells that a part of the table stands for: folded, a retrieval failure is also other evidence. */
export const cellsBehind = (cell: Cell, three: boolean): Cell[] =>
  three && cell === 'retrieval-failure' ? ['alternate-evidence', 'retrieval-failure'] : [cell];

export interface DepthRow {
  /** 1: the first hop of its question. */
  hop: number;
  /** Hops of that depth with a cell. */
  n: number;
  cells: Record<Cell, number>;
  /** Hops of that depth without one: no gold in the corpus, or no word of the judge. */
  unknown: number;
}

/** Cells by the place of the hop in its question, under one reading; empty when no judge has scored the run. */
export function cellsByDepth(rows: readonly QuestionRow[], criterion: Criterion): DepthRow[] {
  const table: DepthRow[] = [];
  for (const row of rows) {
    if (row.error !== null) continue;
    for (const [at, cell] of (row.cells?.[criterion] ?? []).entries()) {
      while (table.length <= at) table.push(emptyRow(table.length + 1));
      const own = table[at];
      if (own === undefined) continue;
      if (cell === null) own.unknown += 1;
      else {
        own.cells[cell] += 1;
        own.n += 1;
      }
    }
  }
  return table;
}

const emptyRow = (hop: number): DepthRow => ({
  hop,
  n: 0,
  cells: { 'fact-present': 0, 'extraction-failure': 0, 'alternate-evidence': 0, 'retrieval-failure': 0 },
  unknown: 0,
});

/** "; 7 not judged": how many hops of the run a title does not speak of; nothing where it speaks of all. */
const silentTail = (presence: Pick<Presence, 'hops' | 'scored'> | null): string => {
  const rest = presence === null ? 0 : presence.hops - presence.scored;
  return rest === 0 ? '' : `; ${count(rest)} not judged`;
};

/** Of how many hops the judge has a word, and what it says of those whose passage was found. */
export function cellFinding(
  cells: Record<Cell, number>,
  presence: Pick<Presence, 'hops' | 'scored'> | null = null,
): string {
  const n = CELLS.reduce((sum, cell) => sum + cells[cell], 0);
  if (n === 0)
    return presence === null || presence.hops === 0
      ? 'Passage found, fact stated?'
      : `No hop has a cell in this reading (${plural(presence.hops, 'hop')}${silentTail(presence)})`;
  const found = cells['fact-present'] + cells['extraction-failure'];
  const without = cells['extraction-failure'];
  const of = `Of ${plural(n, 'judged hop')}`;
  const tail = silentTail(presence);
  if (found === 0) return `${of}, none has its passage${tail}`;
  const have = `${of}, ${count(found)} ${found === 1 ? 'has its' : 'have their'} passage`;
  if (without === 0)
    return `${have}, and the judge finds ${found === 1 ? 'its fact' : 'the fact of each'}${tail}`;
  return `${have}; of ${count(without)} the judge does not find the fact (${percent(without / found, 0)})${tail}`;
}

/** Hops of the question without their fact; null: some hop has no word of the judge. */
export const flagsOf = (row: QuestionRow): number | null => {
  if (row.flags !== undefined) return row.flags;
  const cells = row.cells?.accumulated ?? [];
  if (cells.length === 0 || cells.includes(null)) return null;
  return cells.filter((cell) => cell === 'extraction-failure' || cell === 'retrieval-failure').length;
};

export interface FlagGroup {
  flags: number;
  rate: Rate;
}

/** Share of questions with all their evidence by flag count: what flags can be held against without answers. */
export function evidenceByFlags(rows: readonly QuestionRow[]): FlagGroup[] {
  const groups = new Map<number, { all: number; n: number }>();
  for (const row of rows) {
    const flags = flagsOf(row);
    if (flags === null || row.error !== null || row.evidenceRecall === null) continue;
    const group = groups.get(flags) ?? { all: 0, n: 0 };
    group.n += 1;
    if (row.evidenceRecall === 1) group.all += 1;
    groups.set(flags, group);
  }
  return [...groups]
    .sort(([a], [b]) => a - b)
    .map(([flags, { all, n }]) => ({ flags, rate: rateOf(all, n) }));
}

/** Tenth of [0, 1] that a probability falls in; 1 belongs to the last. Null without a probability. */
export const binOf = (probability: number | null): number | null =>
  probability === null ? null : Math.min(9, Math.floor(probability * 10));

/** The computed row nearest to a threshold. */
export const thresholdAt = (rows: Thresholds, threshold: number): Thresholds[number] | null => {
  const at = nearest(
    rows.map((row) => row.threshold),
    threshold,
  );
  return rows.find((row) => row.threshold === at) ?? null;
};

type Reliability = NonNullable<RunDiagnosis['hops']['reliability']>;

/** Mean distance between probability and share of hops with gold retrieved; null without any. */
export const calibrationGap = (bins: Reliability): number | null =>
  expectedCalibrationError(
    bins.filter((bin) => bin.gold.n > 0).map((bin) => ({ ...bin, n: bin.gold.n, count: bin.gold.count })),
  );

/** Hops whose every passage is scored: what calibration, thresholds and baselines are about. */
export const calibrated = (bins: Reliability): number => bins.reduce((sum, bin) => sum + bin.n, 0);

export function calibrationFinding(
  bins: Reliability,
  presence: Pick<Presence, 'hops'> | null = null,
): string {
  const gap = calibrationGap(bins);
  if (gap === null) return 'No judged hop to calibrate on';
  return `The judge’s probability is ${percent(gap, 0)} away from “gold retrieved” on average (${completeWords(calibrated(bins), presence)})`;
}

/** "1 judged hop, 7 not judged in full": of how many hops a chart is, and of how many it is not. */
export const completeWords = (n: number, presence: Pick<Presence, 'hops'> | null): string => {
  const rest = presence === null ? 0 : presence.hops - n;
  return `${plural(n, 'judged hop')}${rest > 0 ? `, ${count(rest)} not judged in full` : ''}`;
};

export function flagFinding(groups: FlagGroup[], what: 'right' | 'evidence'): string {
  const first = groups.find((group) => group.flags === 0);
  const rest = groups.filter((group) => group.flags > 0);
  const n = rest.reduce((sum, group) => sum + group.rate.n, 0);
  const hit = rest.reduce((sum, group) => sum + group.rate.count, 0);
  const words = what === 'right' ? 'are right' : 'have all their evidence';
  const judged = (first?.rate.n ?? 0) + n;
  const of = ` (${plural(judged, 'question')} judged in full)`;
  if (first === undefined || first.rate.n === 0) {
    return n === 0
      ? 'No question is judged in full'
      : `In every question the judge misses the fact of some hop: ${percent(hit / n, 0)} ${words}${of}`;
  }
  const clean = `${percent(first.rate.rate, 0)} of questions with every fact ${words}`;
  return n === 0 ? `${clean}${of}` : `${clean}, ${percent(hit / n, 0)} of those that lack one${of}`;
}
