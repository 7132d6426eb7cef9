import fc from 'fast-check';
import { expect, it } from 'vitest';
import { topK } from '../../src/retrieval/top-k';

it('equals a full sort: higher score first, then lower row', () => {
  fc.assert(
    fc.property(
      // Few distinct values, so that ties are common.
      fc.array(fc.integer({ min: -3, max: 6 }), { maxLength: 60 }),
      fc.nat(70),
      fc.constantFrom(Number.NEGATIVE_INFINITY, 0, 3),
      fc.option(fc.integer({ min: 2, max: 4 }), { nil: undefined }),
      (values, k, floor, modulus) => {
        const keep = modulus === undefined ? undefined : (row: number) => row % modulus !== 0;
        const expected = values
          .map((score, row) => ({ score, row }))
          .filter(({ score, row }) => score > floor && (keep?.(row) ?? true))
          .sort((a, b) => b.score - a.score || a.row - b.row)
          .slice(0, k);
        const best = topK(Float64Array.from(values), values.length, k, floor, keep);
        expect([...best.rows]).toEqual(expected.map(({ row }) => row));
        expect([...best.scores]).toEqual(expected.map(({ score }) => score));
      },
    ),
    { numRuns: 2000 },
  );
});

it('never ranks what is not a number', () => {
  const best = topK(Float64Array.of(Number.NaN, 1, Number.NaN, 2), 4, 4, Number.NEGATIVE_INFINITY);
  expect([...best.rows]).toEqual([3, 1]);
});
