import { describe, expect, it } from 'vitest';
import { trendTest } from '../../src/statistics/trend';
import golden from '../fixtures/trend.json' with { type: 'json' };

describe('Cochran–Armitage test for trend', () => {
  it.each(golden.rows)(
    'of $groups equals SciPy’s correlation of the single observations',
    ({ groups, z, p }) => {
      const found = trendTest(groups);
      expect(found?.z).toBeCloseTo(z, 10);
      expect(Math.abs((found?.p ?? 9) / p - 1)).toBeLessThan(1e-8);
    },
  );

  it('sees the fall that first and last group alone do not show', () => {
    const all = [
      { score: 1, count: 28, n: 35 },
      { score: 2, count: 12, n: 26 },
      { score: 3, count: 3, n: 8 },
      { score: 4, count: 2, n: 5 },
    ];
    expect(trendTest(all)?.p).toBeLessThan(0.01);
    expect(trendTest(all)?.z).toBeLessThan(0);
    expect(trendTest([...all.slice(0, 1), ...all.slice(-1)])?.p).toBeGreaterThan(0.04);
  });

  it('knows nothing of one group, of none, and of shares that cannot differ', () => {
    expect(trendTest([])).toBeNull();
    expect(trendTest([{ score: 1, count: 4, n: 9 }])).toBeNull();
    expect(
      trendTest([
        { score: 1, count: 4, n: 4 },
        { score: 2, count: 5, n: 5 },
      ]),
    ).toBeNull();
    expect(
      trendTest([
        { score: 1, count: 0, n: 4 },
        { score: 2, count: 0, n: 5 },
      ]),
    ).toBeNull();
  });
});
