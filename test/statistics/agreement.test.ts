import { describe, expect, it } from 'vitest';
import { calibrationBins, expectedCalibrationError } from '../../src/statistics/calibration';
import { cohenKappa } from '../../src/statistics/kappa';
import { mcnemar } from '../../src/statistics/mcnemar';
import { rocAuc } from '../../src/statistics/roc-auc';
import golden from '../fixtures/agreement.json' with { type: 'json' };

describe("McNemar's test", () => {
  it.each(golden.mcnemar)('of $b and $c equals statsmodels, and mid-p its definition over SciPy', (row) => {
    const found = mcnemar(row.b, row.c);
    expect(found?.exact).toBeCloseTo(row.exact, 10);
    expect(found?.mid).toBeCloseTo(row.mid, 10);
  });

  it('does not know without a discordant pair, and keeps to probabilities', () => {
    expect(mcnemar(0, 0)).toBeNull();
    for (let b = 0; b < 30; b += 1)
      for (let c = 0; c < 30; c += 1) {
        const { exact, mid } = mcnemar(b, c) ?? { exact: 1, mid: 1 };
        expect(0 <= mid && mid <= exact && exact <= 1).toBe(true);
      }
  });
});

describe("Cohen's κ", () => {
  it.each(golden.kappa)('of $table equals statsmodels, with its interval', (row) => {
    const found = cohenKappa(row.table);
    expect(found?.value).toBeCloseTo(row.kappa, 12);
    expect(found?.standardError).toBeCloseTo(row.standardError, 12);
    expect(found?.low).toBeCloseTo(row.low, 12);
    expect(found?.high).toBeCloseTo(row.high, 12);
  });

  it('is not defined for nothing, nor where both judges say one and the same word', () => {
    expect(cohenKappa({ bothPresent: 0, onlyA: 0, onlyB: 0, bothAbsent: 0 })).toBeNull();
    expect(cohenKappa({ bothPresent: 7, onlyA: 0, onlyB: 0, bothAbsent: 0 })).toBeNull();
  });
});

describe('calibration and ROC', () => {
  const entriesOf = (row: (typeof golden.scores)[number]) =>
    row.scores.map((probability, at) => ({ probability, truth: row.truth[at] === true }));

  it.each(golden.scores)('equal scikit-learn and the definition (set %#)', (row) => {
    expect(rocAuc(entriesOf(row))).toBeCloseTo(row.auc, 12);
    expect(expectedCalibrationError(calibrationBins(entriesOf(row)))).toBeCloseTo(row.ece, 12);
  });

  it('puts 1 into the last bin and a border into the upper one', () => {
    const bins = calibrationBins(
      [0, 0.1, 0.95, 1].map((probability) => ({ probability, truth: probability > 0.5 })),
    );
    expect(bins.map(({ n }) => n)).toEqual([1, 1, 0, 0, 0, 0, 0, 0, 0, 2]);
    expect(bins[9]).toEqual({ from: 0.9, to: 1, n: 2, mean: 0.975, count: 2 });
    expect(bins[5]?.mean).toBeNull();
  });

  it('are not known without entries, or without one of the classes', () => {
    expect(rocAuc([{ probability: 0.4, truth: true }])).toBeNull();
    expect(expectedCalibrationError(calibrationBins([]))).toBeNull();
  });
});
