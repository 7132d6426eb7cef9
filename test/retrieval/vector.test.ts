import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import wabt from 'wabt';
import { createDotKernel, DOT_PRODUCTS, loopKernel } from '../../src/retrieval/vector/dot-kernel';
import { FlatVectors } from '../../src/retrieval/vector/flat-vectors';

const unit = (values: number[]): Float32Array => {
  const norm = Math.hypot(...values);
  return Float32Array.from(values, (value) => (norm === 0 ? 0 : value / norm));
};

/** The definition: float64 inner products, rounded once, fully sorted. */
const bruteForce = (rows: (Float32Array | null)[], query: Float32Array, k: number) =>
  rows
    .flatMap((row, i) =>
      row === null
        ? []
        : [{ row: i, score: Math.fround(row.reduce((sum, x, j) => sum + x * (query[j] as number), 0)) }],
    )
    .sort((a, b) => b.score - a.score || a.row - b.row)
    .slice(0, k);

const fill = (rows: (Float32Array | null)[], dimension: number, loop: boolean): FlatVectors => {
  const stride = Math.ceil(dimension / 16) * 16;
  const vectors = loop
    ? new FlatVectors(rows.length, dimension, loopKernel(rows.length, stride))
    : new FlatVectors(rows.length, dimension);
  rows.forEach((row, i) => {
    if (row !== null) vectors.set(i, row);
  });
  return vectors;
};

const space = fc.integer({ min: 1, max: 40 }).chain((dimension) => {
  // Coarse values make equal vectors and equal cosines common.
  const vector = fc
    .array(fc.integer({ min: -2, max: 2 }), { minLength: dimension, maxLength: dimension })
    .map(unit);
  return fc.record({
    dimension: fc.constant(dimension),
    rows: fc.array(fc.option(vector, { freq: 6 }), { maxLength: 30 }),
    query: vector,
    k: fc.nat(35),
  });
});

describe('exact vector search', () => {
  it.each([
    ['in WebAssembly', false],
    ['in the loop without it', true],
  ])('equals brute force, ties by row, rows without a vector left out: %s', (_name, loop) => {
    fc.assert(
      fc.property(space, ({ dimension, rows, query, k }) => {
        const best = fill(rows, dimension, loop).search(query, k);
        const expected = bruteForce(rows, query, k);
        expect([...best.rows]).toEqual(expected.map(({ row }) => row));
        expect([...best.scores]).toEqual(expected.map(({ score }) => score));
      }),
      { numRuns: 1000 },
    );
  });

  it('uses WebAssembly where there is SIMD', () => {
    expect(createDotKernel(3, 384).kind).toBe('simd');
  });

  it('has no floor: an opposite vector is still a hit', () => {
    const vectors = fill([unit([1, 0]), unit([-1, 0])], 2, false);
    expect([...vectors.search(unit([1, 0]), 5).scores]).toEqual([1, -1]);
  });

  it('keeps stored vectors as they are, and knows which rows have one', () => {
    const rows = [unit([1, 2, 3]), null, unit([3, 2, 1])];
    const vectors = fill(rows, 3, false);
    expect([vectors.filled, vectors.complete]).toEqual([2, false]);
    const first = vectors.search(unit([1, 1, 1]), 3);
    expect(vectors.search(unit([1, 1, 1]), 3)).toEqual(first);
    vectors.set(1, unit([1, 1, 1]));
    vectors.set(1, unit([1, 1, 1]));
    expect([vectors.filled, vectors.complete]).toEqual([3, true]);
    expect([...vectors.search(unit([1, 1, 1]), 1).rows]).toEqual([1]);
  });

  it('ships the kernel whose source is in the repository', async () => {
    const path = resolve(import.meta.dirname, '../../src/retrieval/vector/dot-products.wat');
    const { parseWat } = await wabt();
    const { buffer } = parseWat(path, readFileSync(path, 'utf8'), { simd: true }).toBinary({});
    expect(DOT_PRODUCTS).toBe(Buffer.from(buffer).toString('base64'));
  });
});
