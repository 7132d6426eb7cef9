import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type HopLabel, HopLabelSchema } from '../../src/domain/judge-check';
import { agreementOf, type JudgedPair } from '../../src/judge/agreement';
import { labelKey, mergeLabels, parseLabels } from '../../src/judge/labels';
import { stratifiedSample } from '../../src/judge/sample';
import golden from '../fixtures/agreement.json' with { type: 'json' };

const label = (more: Partial<HopLabel> = {}): HopLabel => ({
  question: 'q',
  hop: 1,
  asked: 'Who?',
  chunks: ['a#0', 'b#0'],
  label: 'present',
  time: '2026-01-01T00:00:00.000Z',
  ...more,
});

describe('the sample to label (06)', () => {
  const items = Array.from({ length: 200 }, (_, at) => ({ id: `h${at}`, present: at % 4 === 0 }));
  const draw = (perClass: number, seed: number) => stratifiedSample(items, ({ id }) => id, perClass, seed);

  it('has as many of each word as asked for, or all there are', () => {
    const of = (perClass: number) => {
      const drawn = draw(perClass, 1);
      return [drawn.filter(({ present }) => present).length, drawn.filter(({ present }) => !present).length];
    };
    expect(of(30)).toEqual([30, 30]);
    expect(of(100)).toEqual([50, 100]);
    expect(of(500)).toEqual([50, 150]);
  });

  it('depends on the seed and on nothing else', () => {
    const names = (list: { id: string }[]) => list.map(({ id }) => id);
    expect(names(draw(20, 7))).toEqual(names(draw(20, 7)));
    expect(names(draw(20, 7))).not.toEqual(names(draw(20, 8)));
    expect(names(stratifiedSample(items.toReversed(), ({ id }) => id, 20, 7))).toEqual(names(draw(20, 7)));
    // A larger sample holds the smaller one: labels that were given are not lost.
    expect(names(draw(40, 7))).toEqual(expect.arrayContaining(names(draw(20, 7))));
  });

  it('its order tells nothing of the word', () => {
    const drawn = draw(50, 3);
    const changes = drawn.filter(({ present }, at) => at > 0 && present !== drawn[at - 1]?.present).length;
    // Fifty of each in random order change about fifty times; sorted by word they would once.
    expect(changes).toBeGreaterThan(25);
  });

  it('draws nothing twice', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.integer(), (perClass, seed) => {
        const drawn = draw(perClass, seed);
        expect(new Set(drawn).size).toBe(drawn.length);
      }),
    );
  });
});

describe('labels', () => {
  it('one a hop with the same passages, whatever their order; the newer counts', () => {
    const later = label({ label: 'absent', chunks: ['b#0', 'a#0'], time: '2026-01-02T00:00:00.000Z' });
    expect(mergeLabels([label()], [later])).toEqual([later]);
    expect(mergeLabels([later], [label()])).toEqual([later]);
    expect(mergeLabels([label()], [label({ chunks: ['a#0'] })])).toHaveLength(2);
    expect(labelKey(label())).not.toBe(labelKey(label({ asked: 'Whom?' })));
  });

  it('what is none is named and keeps nothing else out', () => {
    const { labels, rejected } = parseLabels([label(), { ...label(), label: 'maybe' }, null], HopLabelSchema);
    expect(labels).toEqual([label()]);
    expect(rejected.map(({ index }) => index)).toEqual([1, 2]);
    expect(rejected[0]?.reason).toContain('label');
  });
});

describe('agreement of two judges', () => {
  const pairsOf = (table: { bothPresent: number; onlyA: number; onlyB: number; bothAbsent: number }) => {
    const pairs: JudgedPair[] = [];
    const add = (count: number, a: boolean, b: boolean) => {
      for (let at = 0; at < count; at += 1)
        pairs.push({
          question: `q${pairs.length}`,
          hop: 1,
          asked: 'Who?',
          chunks: [],
          a,
          b,
          probability: { a: a ? 0.9 : 0.1, b: null },
        });
    };
    add(table.bothPresent, true, true);
    add(table.onlyA, true, false);
    add(table.onlyB, false, true);
    add(table.bothAbsent, false, false);
    return pairs;
  };
  const judge = { space: 'j', threshold: 0.5 };

  it.each(golden.kappa)(
    'κ of $table is that of scikit-learn and statsmodels',
    ({ table, kappa, low, high }) => {
      const found = agreementOf(judge, 'person', pairsOf(table), { unsure: 2, notScored: 1 });
      expect(found.table).toEqual(table);
      expect(found.kappa?.value).toBeCloseTo(kappa, 12);
      expect(found.kappa?.low).toBeCloseTo(low, 12);
      expect(found.kappa?.high).toBeCloseTo(high, 12);
      expect(found.disagreements).toHaveLength(table.onlyA + table.onlyB);
      expect(found.left).toEqual({ unsure: 2, notScored: 1 });
    },
  );

  it('says which one is the stricter, as the paper does: 12 of 16', () => {
    const found = agreementOf(
      judge,
      'person',
      pairsOf({ bothPresent: 92, onlyA: 4, onlyB: 12, bothAbsent: 92 }),
      {
        unsure: 0,
        notScored: 0,
      },
    );
    expect(found.agreement).toMatchObject({ count: 184, n: 200, rate: 0.92 });
    expect(found.stricter).toMatchObject({ count: 12, n: 16 });
    expect(found.kappa?.value).toBeCloseTo(0.84, 3);
  });

  it('knows nothing without a pair', () => {
    expect(agreementOf(judge, judge, [], { unsure: 0, notScored: 0 })).toMatchObject({
      n: 0,
      kappa: null,
      agreement: { rate: null },
      disagreements: [],
    });
  });
});
