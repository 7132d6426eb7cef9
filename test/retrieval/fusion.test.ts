import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_HYBRID } from '../../src/domain/retriever';
import { fuseLegs, reciprocalRankFusion, weightedScoreFusion } from '../../src/retrieval/fusion';

const ranking = (...ids: string[]) => ids.map((chunk, i) => ({ chunk, score: 10 - i }));

describe('reciprocal rank fusion', () => {
  it('adds 1 / (60 + rank), ranks from 1', () => {
    const fused = reciprocalRankFusion([ranking('a', 'b', 'c'), ranking('c', 'a')], 60);
    expect(fused.map(({ chunk, score }) => [chunk, score])).toEqual([
      ['a', 1 / 61 + 1 / 62],
      ['c', 1 / 63 + 1 / 61],
      ['b', 1 / 62],
    ]);
    expect(fused[1]?.places).toEqual([
      { rank: 3, score: 8 },
      { rank: 1, score: 10 },
    ]);
  });

  it('orders equal scores by chunk id in code units', () => {
    const fused = reciprocalRankFusion([ranking('b#10', 'x'), ranking('b#2', 'x')], 60);
    expect(fused.map(({ chunk }) => chunk)).toEqual(['x', 'b#10', 'b#2']);
  });

  it('serves any number of rankings, in any order', () => {
    const lists = fc.array(fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 5 }), {
      maxLength: 5,
    });
    fc.assert(
      fc.property(lists, (ids) => {
        const rankings = ids.map((list) => ranking(...list));
        const fused = reciprocalRankFusion(rankings, 60);
        for (const { chunk, score } of fused) {
          const expected = ids.reduce((sum, list) => {
            const at = (list as string[]).indexOf(chunk);
            return at < 0 ? sum : sum + 1 / (61 + at);
          }, 0);
          expect(score).toBeCloseTo(expected, 12);
        }
        expect(new Set(fused.map(({ chunk }) => chunk))).toEqual(new Set(ids.flat()));
        expect(fused.map(({ score }) => score)).toEqual(
          fused.map(({ score }) => score).sort((a, b) => b - a),
        );
      }),
    );
  });
});

describe('weighted score fusion', () => {
  it('brings each ranking to 0…1 before it weighs', () => {
    const bm25 = [
      { chunk: 'a', score: 30 },
      { chunk: 'b', score: 20 },
      { chunk: 'c', score: 10 },
    ];
    const vector = [
      { chunk: 'c', score: 0.9 },
      { chunk: 'd', score: 0.5 },
    ];
    const fused = weightedScoreFusion([bm25, vector], [0.25, 0.75]);
    expect(fused.map(({ chunk, score }) => [chunk, score])).toEqual([
      ['c', 0.75],
      ['a', 0.25],
      ['b', 0.125],
      ['d', 0],
    ]);
  });

  it('gives 1 to all when a ranking does not tell its hits apart', () => {
    const fused = weightedScoreFusion([[{ chunk: 'a', score: 3 }], []], [0.5, 0.5]);
    expect(fused).toEqual([{ chunk: 'a', score: 0.5, places: [{ rank: 1, score: 3 }, undefined] }]);
  });
});

describe('hybrid search', () => {
  it('keeps rank and score of each leg', () => {
    expect(fuseLegs(ranking('a', 'b'), ranking('b'), DEFAULT_HYBRID, 2)).toEqual([
      {
        chunk: 'b',
        rank: 1,
        score: 1 / 62 + 1 / 61,
        parts: { bm25: { rank: 2, score: 9 }, vector: { rank: 1, score: 10 } },
      },
      { chunk: 'a', rank: 2, score: 1 / 61, parts: { bm25: { rank: 1, score: 10 } } },
    ]);
  });

  it('looks at `depth` hits of each leg, whatever k is', () => {
    const settings = { ...DEFAULT_HYBRID, depth: 1 };
    expect(fuseLegs(ranking('a', 'b'), ranking('c', 'b'), settings, 10).map(({ chunk }) => chunk)).toEqual([
      'a',
      'c',
    ]);
  });

  it('can lean on one leg alone', () => {
    const settings = { ...DEFAULT_HYBRID, fusion: 'weighted' as const, vectorWeight: 1 };
    const hits = fuseLegs(ranking('a', 'b', 'c'), ranking('c', 'b', 'a'), settings, 3);
    expect(hits.map(({ chunk }) => chunk)).toEqual(['c', 'b', 'a']);
  });
});
