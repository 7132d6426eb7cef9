import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stripCells } from '../../../src/ui/components/chain/strip-cells';

/** `1* 2 3 | 4 …`: gold ranks starred, the cut as a bar. */
const drawn = (k: number, gold: number[], depth?: number): string =>
  stripCells(k, gold, depth)
    .map((cell) => `${cell.cut ? '| ' : ''}${cell.rank ?? '…'}${cell.gold ? '*' : ''}`)
    .join(' ');

describe('stripCells', () => {
  it.each([
    [5, [1], '1* 2 3 4 5 | 6 …'],
    [5, [31], '1 2 3 4 5 | … 31* …'],
    [5, [], '1 2 3 4 5 | 6 …'],
    [5, [7], '1 2 3 4 5 | 6 7* …'],
    [5, [50], '1 2 3 4 5 | … 50*'],
    [10, [2], '1 2* 3 4 5 … 10 | 11 …'],
    [10, [8, 12], '1 2 3 4 5 … 8* 9 10 | 11 12* …'],
    [1, [2], '1 | 2* …'],
    [3, [2, 40], '1 2* 3 | … 40* …'],
    [50, [], '1 2 3 4 5 … 50'],
    [49, [], '1 2 3 4 5 … 49 | 50'],
    [5, [1, 2, 3, 4, 5, 6, 7, 8, 9, 40], '1* 2* 3* 4* 5* | …* 40* …'],
  ])('k = %i, gold at %j', (k, gold, expected) => {
    expect(drawn(k, gold)).toBe(expected);
  });

  it('fits a card however many gold ranks there are, and says where those that it leaves out lie', () => {
    const many = Array.from({ length: 40 }, (_, i) => i + 6);
    for (const k of [1, 5, 10, 30, 50]) expect(stripCells(k, many).length).toBeLessThan(20);
    expect(drawn(5, many)).toBe('1 2 3 4 5 | 6* 7* 8* 9* 10* …* 45* …');
    expect(stripCells(30, many).filter((cell) => cell.rank === null && cell.gold)).toHaveLength(2);
  });

  it('shows every gold rank once, in order, with one cut at most', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.uniqueArray(fc.integer({ min: 1, max: 50 }), { maxLength: 4 }),
        (k, gold) => {
          const cells = stripCells(k, gold);
          const ranks = cells.flatMap((cell) => cell.rank ?? []);
          expect(ranks).toEqual([...new Set(ranks)].sort((a, b) => a - b));
          expect(cells.filter((cell) => cell.gold).map((cell) => cell.rank)).toEqual(
            gold.toSorted((a, b) => a - b),
          );
          expect(cells.filter((cell) => cell.cut).length).toBe(k < 50 ? 1 : 0);
          for (const cell of cells) if (cell.rank !== null) expect(cell.beyond).toBe(cell.rank > k);
        },
      ),
    );
  });
});
