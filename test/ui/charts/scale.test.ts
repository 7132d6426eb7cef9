import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { invert, linear, nearest, spread } from '../../../src/ui/charts/scale';

describe('linear and invert', () => {
  it('maps the ends and the middle', () => {
    const y = linear([0, 1], [200, 0]);
    expect([y(0), y(0.5), y(1)]).toEqual([200, 100, 0]);
  });
  it('finds k under the pointer and stays inside the axis', () => {
    const k = invert([1, 50], [0, 490]);
    expect(k(0)).toBe(1);
    expect(k(490)).toBe(50);
    expect(k(-30)).toBe(1);
    expect(k(900)).toBe(50);
    expect(k(40)).toBeCloseTo(5, 10);
  });
  it('does not divide by an empty domain', () => {
    expect(linear([3, 3], [10, 90])(3)).toBe(10);
  });
});

describe('spread', () => {
  it('leaves labels that are apart', () => {
    expect(spread([10, 40, 90], 15, 0, 100)).toEqual([10, 40, 90]);
  });
  it('moves close labels apart and keeps their order', () => {
    expect(spread([52, 50], 15, 0, 200)).toEqual([65, 50]);
  });
  it('pushes back up from the lower edge', () => {
    expect(spread([99, 98], 15, 0, 100)).toEqual([100, 85]);
  });
  it('keeps a gap wherever there is room for all', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 200, noNaN: true }), { maxLength: 10 }), (positions) => {
        const moved = spread(positions, 15, 0, 200).toSorted((a, b) => a - b);
        for (let index = 1; index < moved.length; index++) {
          expect((moved[index] ?? 0) - (moved[index - 1] ?? 0)).toBeGreaterThanOrEqual(15 - 1e-9);
        }
      }),
    );
  });
});

describe('nearest', () => {
  it('takes the closest entry, the first of equals, NaN of none', () => {
    expect(nearest([0, 0.25, 0.5], 0.3)).toBe(0.25);
    expect(nearest([0, 1], 0.5)).toBe(0);
    expect(nearest([], 1)).toBeNaN();
  });
});
