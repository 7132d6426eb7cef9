import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CELLS, type Cell, type QuestionRow, type RunDiagnosis } from '../../../src/domain/diagnosis';
import type { JudgeAgreement } from '../../../src/domain/judge-check';
import { rateOf } from '../../../src/statistics/wilson';
import {
  binOf,
  calibrated,
  calibrationFinding,
  calibrationGap,
  cellFinding,
  cellsBehind,
  cellsByDepth,
  checkedWords,
  coverageWords,
  evidenceByFlags,
  flagFinding,
  flagsOf,
  shownCells,
  shownCounts,
  thresholdAt,
} from '../../../src/ui/screens/diagnosis/presence';

const row = (accumulated: (Cell | null)[], more: Partial<QuestionRow> = {}): QuestionRow => ({
  id: 'q',
  text: 'q',
  hops: accumulated.length,
  type: null,
  verdict: 'hop-miss',
  evidenceRecall: 0.5,
  lastGoldRank: null,
  chain: { accumulated: [], matched: [] },
  certificates: [],
  cells: { accumulated, matched: accumulated.map(() => null) },
  ungroundedCorrect: false,
  error: null,
  ...more,
});
const cells = (f: number, e: number, a: number, r: number): Record<Cell, number> => ({
  'fact-present': f,
  'extraction-failure': e,
  'alternate-evidence': a,
  'retrieval-failure': r,
});

describe('coverage and checking', () => {
  const presence = {
    space: 's',
    threshold: 0.5,
    hops: 240,
    scored: 212,
    inconclusive: 3,
    notJudged: 25,
    present: rateOf(100, 212),
    ece: null,
    auc: null,
  } as NonNullable<RunDiagnosis['hops']['presence']>;
  it('names what was judged, and what was not', () => {
    expect(coverageWords(presence)).toBe('judged 212 of 240 hops · 3 inconclusive · 25 not judged at this k');
    expect(coverageWords({ ...presence, scored: 240, inconclusive: 0, notJudged: 0 })).toBe(
      'judged 240 of 240 hops',
    );
  });
  it('counts a judge as checked only when some label meets a score', () => {
    const agreement: JudgeAgreement = {
      a: { space: 's', threshold: 0.5 },
      b: 'person',
      n: 60,
      table: { bothPresent: 30, onlyA: 2, onlyB: 4, bothAbsent: 24 },
      agreement: rateOf(54, 60),
      kappa: { value: 0.8, low: 0.65, high: 0.95 },
      stricter: rateOf(4, 6),
      left: { unsure: 0, notScored: 0 },
      disagreements: [],
    };
    expect(checkedWords(null)).toBeNull();
    expect(checkedWords({ ...agreement, n: 0 })).toBeNull();
    expect(checkedWords(agreement)).toBe('checked on 60 of your hops, κ 0.80 [0.65, 0.95]');
  });
});

describe('four cells, or three', () => {
  it('folds other evidence into retrieval failure, as in arXiv 2609.17043', () => {
    expect(shownCells(true)).toEqual(['fact-present', 'extraction-failure', 'retrieval-failure']);
    expect(shownCounts(cells(5, 2, 3, 4), true)['retrieval-failure']).toBe(7);
    expect(shownCounts(cells(5, 2, 3, 4), false)).toEqual(cells(5, 2, 3, 4));
  });
  it('a folded part stands for all the cells it shows', () => {
    fc.assert(
      fc.property(fc.nat(99), fc.nat(99), fc.nat(99), fc.nat(99), fc.boolean(), (f, e, a, r, three) => {
        const all = cells(f, e, a, r);
        for (const cell of shownCells(three)) {
          const behind = cellsBehind(cell, three).reduce((sum, one) => sum + all[one], 0);
          expect(shownCounts(all, three)[cell]).toBe(behind);
        }
        const behindAll = shownCells(three).flatMap((cell) => cellsBehind(cell, three));
        expect(behindAll.toSorted()).toEqual([...CELLS].toSorted());
      }),
    );
  });
  it('says how often a found passage lacks its fact', () => {
    expect(cellFinding(cells(3, 1, 9, 9))).toBe(
      'Of 22 judged hops, 4 have their passage; of 1 the judge does not find the fact (25%)',
    );
    expect(cellFinding(cells(4, 0, 0, 2))).toBe(
      'Of 6 judged hops, 4 have their passage, and the judge finds the fact of each',
    );
    expect(cellFinding(cells(0, 0, 1, 1))).toBe('Of 2 judged hops, none has its passage');
    expect(cellFinding(cells(0, 0, 0, 0))).toBe('Passage found, fact stated?');
  });
  it('says of how many hops there is no word', () => {
    const presence = { hops: 8, scored: 1 };
    expect(cellFinding(cells(1, 0, 0, 0), presence)).toBe(
      'Of 1 judged hop, 1 has its passage, and the judge finds its fact; 7 not judged',
    );
    expect(cellFinding(cells(0, 0, 0, 0), { hops: 8, scored: 0 })).toBe(
      'No hop has a cell in this reading (8 hops; 8 not judged)',
    );
  });
});

describe('cellsByDepth', () => {
  it('counts by place in the question; hops without a cell and failed questions apart', () => {
    const table = cellsByDepth(
      [
        row(['fact-present', 'extraction-failure']),
        row(['fact-present', null, 'retrieval-failure']),
        row(['alternate-evidence'], { error: 'timeout' }),
        row([], { cells: null }),
      ],
      'accumulated',
    );
    expect(table).toEqual([
      { hop: 1, n: 2, cells: cells(2, 0, 0, 0), unknown: 0 },
      { hop: 2, n: 1, cells: cells(0, 1, 0, 0), unknown: 1 },
      { hop: 3, n: 1, cells: cells(0, 0, 0, 1), unknown: 0 },
    ]);
  });
  it('is empty without a judge', () => {
    expect(cellsByDepth([row([], { cells: null })], 'matched')).toEqual([]);
  });
});

describe('flags', () => {
  it('takes the count of the diagnosis, else counts the hops without their fact', () => {
    expect(flagsOf(row(['fact-present'], { flags: 3 }))).toBe(3);
    expect(flagsOf(row(['extraction-failure', 'retrieval-failure', 'alternate-evidence']))).toBe(2);
    expect(flagsOf(row(['fact-present', null]))).toBeNull();
    expect(flagsOf(row([]))).toBeNull();
  });
  it('holds them against complete evidence where there are no answers', () => {
    const groups = evidenceByFlags([
      row([], { flags: 1, evidenceRecall: 0.5 }),
      row([], { flags: 0, evidenceRecall: 1 }),
      row([], { flags: 0, evidenceRecall: 0.5 }),
      row([], { flags: null }),
      row([], { flags: 2, evidenceRecall: null }),
    ]);
    expect(groups.map(({ flags, rate }) => [flags, rate.count, rate.n])).toEqual([
      [0, 1, 2],
      [1, 0, 1],
    ]);
    expect(flagFinding(groups, 'evidence')).toBe(
      '50% of questions with every fact have all their evidence, 0% of those that lack one (3 questions judged in full)',
    );
    expect(flagFinding(groups.slice(0, 1), 'right')).toBe(
      '50% of questions with every fact are right (2 questions judged in full)',
    );
    expect(flagFinding([], 'right')).toBe('No question is judged in full');
  });
});

describe('probabilities', () => {
  it('puts 1 into the last tenth and a border into the one above', () => {
    expect([0, 0.099, 0.1, 0.95, 1].map(binOf)).toEqual([0, 0, 1, 9, 9]);
    expect(binOf(null)).toBeNull();
  });
  it('finds the computed row nearest to a threshold', () => {
    const rows = [0, 0.05, 0.1].map((threshold) => ({
      threshold,
      precision: null,
      recall: null,
      flagged: threshold,
    }));
    expect(thresholdAt(rows, 0.06)?.threshold).toBe(0.05);
    expect(thresholdAt(rows, 0.9)?.threshold).toBe(0.1);
    expect(thresholdAt([], 0.5)).toBeNull();
  });
  it('weighs the distance from the diagonal by the hops of each tenth', () => {
    const bins = [
      { from: 0, to: 0.1, n: 3, mean: 0.05, gold: rateOf(0, 3) },
      { from: 0.1, to: 0.2, n: 0, mean: null, gold: rateOf(0, 0) },
      { from: 0.9, to: 1, n: 1, mean: 0.95, gold: rateOf(0, 1) },
    ];
    // (3 × 0.05 + 1 × 0.95) / 4
    expect(calibrationGap(bins)).toBeCloseTo(0.275, 10);
    expect(calibrationFinding(bins, { hops: 11 })).toBe(
      'The judge’s probability is 28% away from “gold retrieved” on average (4 judged hops, 7 not judged in full)',
    );
    expect(calibrated(bins)).toBe(4);
    expect(calibrated([])).toBe(0);
    expect(calibrationGap([])).toBeNull();
  });
});
