import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HopscopeError } from '../../../src/domain/outcome';
import { Classifier } from '../../../src/models/classifier/classifier';
import { createPairTokenizer } from '../../../src/models/classifier/pair-tokenizer';
import { logOdds } from '../../../src/models/classifier/session';
import { bestSpans } from '../../../src/models/classifier/spans';
import { longestQuestion, windowsOf } from '../../../src/models/classifier/windows';
import {
  fakeEntry,
  fakeFiles,
  fakeLanes,
  type Row,
  type Rule,
  tokenizerJson,
} from '../../support/classifier-lanes';

const tokenizer = createPairTokenizer(tokenizerJson);
const never = new AbortController().signal;
const ids = (n: number): number[] => Array.from({ length: n }, (_, i) => 1000 + i);

describe('windows', () => {
  it('cover the passage in order, overlap by the stride, and keep the question whole', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 125 }), fc.integer({ min: 1, max: 3000 }), (q, p) => {
        const question = ids(q);
        const passage = ids(p);
        const windows = windowsOf(question, passage, { maxTokens: 256, stride: 96 }, tokenizer);
        let covered = 0;
        windows.forEach(({ ids: row, types, offset, first, count }, w) => {
          expect(row.length).toBeLessThanOrEqual(256);
          expect(types).toHaveLength(row.length);
          expect(row.slice(1, 1 + q)).toEqual(question);
          expect(row.slice(offset, offset + count)).toEqual(passage.slice(first, first + count));
          expect(row.at(-1)).toBe(102);
          if (w > 0) expect(covered - first).toBeGreaterThanOrEqual(Math.min(96, 256 - q - 4));
          covered = first + count;
        });
        expect(covered).toBe(p);
      }),
    );
  });

  it('leave half a row to the passage', () => {
    expect(longestQuestion(256, tokenizer)).toBe(125);
    expect(longestQuestion(512, tokenizer)).toBe(253);
  });
});

describe('log-odds of a class', () => {
  it.each<[number[], number]>([
    [[1.5], 0],
    [[0.2, 1.7], 1],
    [[0.2, 1.7], 0],
    [[-1, 0, 3], 2],
    [[900, -900], 0],
  ])('%j of class %i is that of softmax', (logits, present) => {
    const highest = Math.max(...logits);
    const exps = logits.map((logit) => Math.exp(logit - highest));
    const p = (exps[present] ?? 0) / exps.reduce((sum, value) => sum + value, 0);
    const found = logOdds(logits, present);
    if (logits.length === 1) expect(found).toBe(logits[0]);
    else expect(1 / (1 + Math.exp(-found))).toBeCloseTo(p, 10);
  });
});

/** Exhaustive: every span of every window, greedily without overlap. */
const byBruteForce = (
  windows: {
    window: { offset: number; first: number; count: number };
    logits: { start: Float32Array; end: Float32Array };
  }[],
  most: number,
  nullMargin: number,
) => {
  const all = windows.flatMap(({ window, logits: { start, end } }) => {
    const spans = [];
    for (let s = 0; s < window.count; s++)
      for (let e = s; e < Math.min(window.count, s + most); e++)
        spans.push({
          first: window.first + s,
          last: window.first + e,
          score:
            (start[window.offset + s] ?? 0) +
            (end[window.offset + e] ?? 0) -
            (start[0] ?? 0) -
            (end[0] ?? 0) -
            nullMargin,
        });
    return spans;
  });
  const kept: typeof all = [];
  for (const span of all.sort((a, b) => b.score - a.score))
    if (kept.length < 5 && kept.every(({ first, last }) => span.last < first || span.first > last))
      kept.push(span);
  return kept;
};

describe('spans', () => {
  it('equal exhaustive search over all windows', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.array(fc.double({ min: -9, max: 9, noNaN: true }), { minLength: 300, maxLength: 300 }),
        fc.integer({ min: 1, max: 8 }),
        (length, numbers, most) => {
          const passage = Array.from({ length }, (_, i) => `w${i}`).join(' ');
          const starts: number[] = [];
          const ends: number[] = [];
          for (const match of passage.matchAll(/\S+/g)) {
            starts.push(match.index);
            ends.push(match.index + match[0].length);
          }
          const windows = windowsOf(ids(4), ids(length), { maxTokens: 32, stride: 9 }, tokenizer).map(
            (window, w) => ({
              window,
              logits: {
                start: Float32Array.from(window.ids, (_, i) => numbers[(w * 37 + i) % 300] ?? 0),
                end: Float32Array.from(window.ids, (_, i) => numbers[(w * 53 + i + 7) % 300] ?? 0),
              },
            }),
          );
          const found = bestSpans(passage, { ids: ids(length), starts, ends }, windows, {
            maxAnswerTokens: most,
            nullMargin: 0.5,
          });
          const expected = byBruteForce(windows, most, 0.5);
          expect(found?.map(({ score }) => score)).toEqual(
            expected.map(({ score }) => expect.closeTo(score, 4)),
          );
          for (const { text, start, end } of found ?? []) {
            expect(passage.slice(start, end)).toBe(text);
            expect(text.split(' ').length).toBeLessThanOrEqual(most);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('reading', () => {
  const positionOf = ({ ids: row, types }: Row, word: string): number => {
    const [first] = tokenizer.ids(word);
    return row.findIndex((id, i) => types[i] === 1 && id === first);
  };
  /** Points at "march" with 4 and at "june" with 2, against "no answer" at 0. */
  const rule: Rule = (row) => ({
    presence: 1,
    spans: [
      ['march', 4],
      ['june', 2],
    ].flatMap(([word, score]) => {
      const at = positionOf(row, String(word));
      return at < 0 ? [] : [{ start: at, end: at, score: Number(score) }];
    }),
  });
  const load = (of: Rule, entry = fakeEntry) =>
    Classifier.load(entry, fakeFiles, { mode: 'passage', device: 'wasm' }, () => {}, {
      spawn: fakeLanes(of).spawn,
      cores: 1,
    });
  const filler = Array.from({ length: 700 }, () => 'river').join(' ');

  it('gives the best spans of each passage with their place, far into a long one as well', async () => {
    const reader = await load(rule);
    const passages = [
      'It opened in March, and again in June.',
      `${filler} 灯台 \u{1F600} Cafe\u0301 March`,
      'Nothing of the kind.',
      '',
    ];
    const readings = await reader.read('When did it open?', passages, never);
    expect(readings.map(({ passage }) => passage)).toEqual([0, 1, 2, 3]);
    expect(readings[0]?.spans[0]).toEqual({ text: 'March', start: 13, end: 18, score: 4 });
    expect(readings[0]?.spans.map(({ text }) => text)).toContain('June');
    const far = readings[1]?.spans[0];
    expect(far).toMatchObject({ text: 'March', score: 4 });
    expect(passages[1]?.slice(far?.start, far?.end)).toBe('March');
    expect(readings[2]?.spans.every(({ score }) => score <= 0)).toBe(true);
    expect(readings[3]).toEqual({ passage: 3, spans: [], presence: 0 });
    expect(readings[0]?.presence).toBeCloseTo(1 / (1 + Math.exp(-1)), 6);
  });

  it('measures spans from the margin that the model was tuned to', async () => {
    const reader = await load(rule, { ...fakeEntry, reader: { maxAnswerTokens: 30, nullMargin: 1.5 } });
    const [reading] = await reader.read('When?', ['In March.'], never);
    expect(reading?.spans[0]).toMatchObject({ text: 'March', score: 2.5 });
  });

  it('refuses what it cannot read with a reason', async () => {
    const reader = await load(rule);
    for (const question of ['', Array.from({ length: 200 }, () => 'river').join(' ')])
      await expect(reader.read(question, ['a'], never)).rejects.toMatchObject({ code: 'bad-input' });
    const judge = await load(rule, { ...fakeEntry, reader: null });
    await expect(judge.read('q', ['a'], never)).rejects.toMatchObject({ code: 'model' });
    const broken = await load((row) => ({ presence: Number.NaN, spans: rule(row, '').spans ?? [] }));
    await expect(broken.read('q', ['a'], never)).rejects.toBeInstanceOf(HopscopeError);
  });
});
