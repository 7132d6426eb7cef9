import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import wabt from 'wabt';
import { HopscopeError } from '../../src/domain/outcome';
import { Bm25Index } from '../../src/retrieval/lexical/bm25';
import { type Postings, PostingsBuilder } from '../../src/retrieval/lexical/postings';
import {
  BM25_SCORES,
  createScoreKernel,
  DENSE_AT_ONCE,
  type KernelSize,
  loopKernel,
  type ScoreKernel,
} from '../../src/retrieval/lexical/score-kernel';

const SETTINGS = { k1: 1.2, b: 0.75 };

const postingsOf = (rows: readonly (readonly string[])[]): Postings => {
  const builder = new PostingsBuilder();
  for (const row of rows) builder.add(row);
  return builder.build();
};

/** As in real text: words of most passages, of some, and of few. */
const word = fc.constantFrom('the', 'the', 'the', 'the', 'of', 'of', 'in', 'fox', 'owl', 'elk', 'ant');
const corpus = fc.array(fc.array(word, { maxLength: 8 }), { minLength: 1, maxLength: 70 });
const question = fc.array(word, { maxLength: 12 });

describe('the kernel that adds up BM25 scores', () => {
  it('gives what the loop gives, to the last bit', () => {
    fc.assert(
      fc.property(corpus, fc.array(question, { maxLength: 4 }), fc.nat(80), (rows, questions, k) => {
        const simd = new Bm25Index(postingsOf(rows), SETTINGS);
        const loop = new Bm25Index(postingsOf(rows), SETTINGS, loopKernel);
        const odd = (row: number): boolean => row % 2 === 1;
        for (const terms of questions) {
          expect(simd.search(terms, k)).toEqual(loop.search(terms, k));
          expect(simd.search(terms, k, odd)).toEqual(loop.search(terms, k, odd));
        }
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    ['WebAssembly', createScoreKernel],
    ['the loop', loopKernel],
  ])('sums dense weights and postings as the definition does: %s', (_name, make) => {
    const size = fc.record({ rows: fc.integer({ min: 1, max: 40 }), seed: fc.nat() });
    fc.assert(
      fc.property(size, fc.array(fc.nat(2), { maxLength: 9 }), fc.nat(25), ({ rows, seed }, dense, end) => {
        const number = (i: number): number => ((Math.imul(seed + i, 2654435761) >>> 0) % 4093) / 64;
        const kernel: ScoreKernel = make({ rows, postings: 25, dense: 3 } satisfies KernelSize);
        kernel.dense.forEach((block, d) => {
          for (let row = 0; row < rows; row++) block[row] = number(d * rows + row);
        });
        for (let p = 0; p < 25; p++) {
          kernel.postingRows[p] = (seed + p * 7) % rows;
          kernel.weights[p] = number(1000 + p);
        }
        const expected = Array.from({ length: rows }, (_, row) =>
          dense.reduce((sum, d) => sum + (kernel.dense[d]?.[row] as number), 0),
        );
        const begin = Math.min(3, end);
        for (let p = begin; p < end; p++) {
          const row = kernel.postingRows[p] as number;
          expected[row] = (expected[row] as number) + (kernel.weights[p] as number);
        }
        // Twice: a search leaves nothing behind.
        for (let times = 0; times < 2; times++) {
          kernel.start(dense);
          kernel.scatter(begin, end);
          expect([...kernel.scores]).toEqual(expected);
        }
        for (const threshold of [0, 20, ...expected.slice(0, 3)]) {
          for (let from = 0; from <= rows; from++) {
            const next = expected.findIndex((score, row) => row >= from && score > threshold);
            expect(kernel.nextAbove(from, threshold)).toBe(next < 0 ? rows : next);
          }
        }
      }),
      { numRuns: 100 },
    );
  });

  it('takes a question with more frequent words than one pass adds up', () => {
    const index = new Bm25Index(postingsOf([['the', 'fox'], ['the'], ['owl']]), SETTINGS);
    const once = index.search(['the'], 3);
    const often = index.search(new Array(3 * DENSE_AT_ONCE).fill('the'), 3);
    expect([...often.rows]).toEqual([...once.rows]);
    expect([...often.scores]).toEqual(Array.from(once.scores, (score) => score * 3 * DENSE_AT_ONCE));
  });

  it('uses WebAssembly where there is SIMD', () => {
    expect(createScoreKernel({ rows: 3, postings: 5, dense: 1 }).kind).toBe('simd');
  });

  it('says so when there is no memory', () => {
    vi.spyOn(WebAssembly, 'Memory').mockImplementation(function noMemory() {
      throw new RangeError('could not allocate memory');
    });
    const make = () => createScoreKernel({ rows: 3, postings: 5, dense: 1 });
    expect(make).toThrow(
      expect.objectContaining({ code: 'quota', retryable: true, cause: expect.any(RangeError) }),
    );
    vi.restoreAllMocks();
    expect(make).not.toThrow();
  });

  it('never sees a posting outside of the corpus', () => {
    const sound = postingsOf([['a', 'b'], ['b']]);
    const broken: Partial<Postings>[] = [
      { rows: Uint32Array.of(0, 0, 2) },
      { rows: Uint32Array.of(2 ** 32 - 1, 0, 1) },
      { offsets: Uint32Array.of(0, 1, 4) },
      { offsets: Uint32Array.of(0, 3, 1) },
    ];
    expect(() => new Bm25Index(sound, SETTINGS)).not.toThrow();
    for (const part of broken) {
      expect(() => new Bm25Index({ ...sound, ...part }, SETTINGS)).toThrow(HopscopeError);
    }
  });

  it('ships the kernel whose source is in the repository', async () => {
    const path = resolve(import.meta.dirname, '../../src/retrieval/lexical/bm25-scores.wat');
    const { parseWat } = await wabt();
    const { buffer } = parseWat(path, readFileSync(path, 'utf8'), { simd: true }).toBinary({});
    expect(BM25_SCORES).toBe(Buffer.from(buffer).toString('base64'));
  });
});
