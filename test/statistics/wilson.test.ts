import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mean } from '../../src/statistics/mean';
import { rateOf, wilson } from '../../src/statistics/wilson';
import golden from '../fixtures/wilson.json' with { type: 'json' };

describe('Wilson interval', () => {
  it.each(golden.rows)('of $count in $n equals SciPy', ({ count, n, low, high }) => {
    const interval = wilson(count, n);
    expect(interval?.low).toBeCloseTo(low, 12);
    expect(interval?.high).toBeCloseTo(high, 12);
  });

  it('is not known for n = 0, and the rate is null, not 0', () => {
    expect(wilson(0, 0)).toBeNull();
    expect(rateOf(0, 0)).toEqual({ rate: null, low: null, high: null, n: 0, count: 0 });
  });

  it('lies in [0, 1], holds the rate, and reaches 0 and 1 exactly', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (n, share) => {
          const { rate, low, high } = rateOf(Math.round(share * n), n);
          expect(0 <= (low ?? -1) && (high ?? 2) <= 1).toBe(true);
          expect((low ?? 2) <= (rate ?? -1) && (rate ?? 2) <= (high ?? -1)).toBe(true);
        },
      ),
    );
    expect(rateOf(0, 9).low).toBe(0);
    expect(rateOf(9, 9).high).toBe(1);
  });
});

it('the mean of nothing is not known', () => {
  expect(mean([])).toBeNull();
  expect(mean([1, 0.5])).toBe(0.75);
});
