import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bootstrapMean, quantile } from '../../src/statistics/bootstrap';
import { seededRandom } from '../../src/statistics/random';
import golden from '../fixtures/bootstrap.json' with { type: 'json' };

it('the generator gives the stream of the reference', () => {
  const random = seededRandom(golden.stream.seed);
  expect(golden.stream.first.map(() => random())).toEqual(golden.stream.first);
});

describe('paired bootstrap', () => {
  it.each(golden.rows)(
    'equals NumPy over the same draws (seed $seed)',
    ({ seed, values, resamples, low, high }) => {
      const interval = bootstrapMean(values, seededRandom(seed), resamples);
      expect(interval?.low).toBeCloseTo(low, 12);
      expect(interval?.high).toBeCloseTo(high, 12);
    },
  );

  it.each(golden.rows.filter(({ scipy }) => scipy !== null))(
    'agrees with SciPy within a step of the resampled mean (seed $seed)',
    ({ values, scipy }) => {
      const interval = bootstrapMean(values, seededRandom(1), 20_000);
      // Means of n differences lie on a grid of 1/n, so two streams may land on neighbouring points.
      expect(Math.abs((interval?.low ?? 9) - (scipy?.low ?? 0))).toBeLessThan(1.01 / values.length);
      expect(Math.abs((interval?.high ?? 9) - (scipy?.high ?? 0))).toBeLessThan(1.01 / values.length);
    },
  );

  it('is not known for nothing, is the value where all are equal, and stays among the values', () => {
    expect(bootstrapMean([], seededRandom(1), 100)).toBeNull();
    expect(bootstrapMean([0.25, 0.25, 0.25], seededRandom(1), 100)).toEqual({ low: 0.25, high: 0.25 });
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(-1, 0, 1), { minLength: 1, maxLength: 30 }),
        fc.nat(),
        (values, seed) => {
          const { low, high } = bootstrapMean(values, seededRandom(seed), 200) ?? { low: 9, high: -9 };
          expect(low).toBeLessThanOrEqual(high);
          expect(low).toBeGreaterThanOrEqual(Math.min(...values));
          expect(high).toBeLessThanOrEqual(Math.max(...values));
          // Swapping the runs mirrors the interval, draw for draw.
          const mirrored = bootstrapMean(
            values.map((value) => -value),
            seededRandom(seed),
            200,
          );
          expect(mirrored?.low).toBeCloseTo(-high, 12);
          expect(mirrored?.high).toBeCloseTo(-low, 12);
        },
      ),
    );
  });

  it('interpolates between order statistics', () => {
    expect(quantile([1, 2, 4], 0.5)).toBe(2);
    expect(quantile([1, 2, 4], 0.75)).toBe(3);
    expect(quantile([7], 0.1)).toBe(7);
  });
});
