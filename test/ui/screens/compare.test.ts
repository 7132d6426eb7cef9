import { describe, expect, it } from 'vitest';
import { noUsage } from '../../../src/diagnosis/usage';
import type {
  AnswerState,
  ChangedQuestion,
  PairedAccuracy,
  RunComparison,
} from '../../../src/domain/compare';
import type { RunMeta } from '../../../src/domain/workspace';
import { rateOf } from '../../../src/statistics/wilson';
import { optionLabel, pairOf } from '../../../src/ui/screens/compare/choice';
import {
  changedIn,
  headline,
  leftWords,
  matrixOf,
  points,
  pointsInterval,
  usageRows,
} from '../../../src/ui/screens/compare/words';
import { header } from '../../diagnosis/build';

const made = (run: string, system: string, retriever: string, minute: number, done = 5): RunMeta => ({
  header: header(run, { system, started: `2026-01-01T00:0${minute}:00.000Z` }, retriever),
  state: 'finished',
  total: 5,
  done,
  errors: 0,
  finished: null,
});

const accuracy = (
  both: number,
  gained: number,
  lost: number,
  neither: number,
  more: Partial<PairedAccuracy> = {},
) => {
  const n = both + gained + lost + neither;
  return {
    n,
    both,
    neither,
    gained,
    lost,
    base: rateOf(both + lost, n),
    other: rateOf(both + gained, n),
    difference: n === 0 ? null : (gained - lost) / n,
    exactP: null,
    midP: null,
    low: null,
    high: null,
    ...more,
  };
};

const nobody = { unjudged: [], 'no-answer': [], error: [] };
const comparison = (more: Partial<RunComparison> = {}): RunComparison => ({
  a: 'a',
  b: 'b',
  k: 5,
  asked: 20,
  accuracy: accuracy(5, 10, 1, 4, { exactP: 0.012, low: 0.2, high: 0.7 }),
  fixed: accuracy(5, 10, 1, 4),
  bootstrap: { resamples: 10_000, seed: 1 },
  left: { a: nobody, b: nobody },
  onlyIn: { a: [], b: [] },
  unanswerable: 0,
  retriever: { same: true, sentence: '' },
  drift: null,
  transitions: { paper: [], 'register-blind': [] },
  columnsDiffer: false,
  recall: { a: null, b: null, n: 0 },
  byDepth: [],
  byHops: [],
  usage: { a: noUsage(), b: noUsage() },
  changed: [],
  warnings: [],
  ...more,
});

describe('which runs are compared', () => {
  const one = made('one', 'probe-single', 'bm25', 1);
  const two = made('two', 'probe-hops', 'bm25', 2);
  const other = made('other', 'probe-hops', 'vectors', 3);
  const empty = made('empty', 'probe-oracle', 'bm25', 4, 0);
  const ids = (pair: ReturnType<typeof pairOf>) => pair && [pair.a.header.run, pair.b.header.run];

  it('takes the newest with something to show, and the nearest run beside it', () => {
    expect(ids(pairOf([one, two, other, empty], null, null))).toEqual(['two', 'other']);
    expect(ids(pairOf([one, two, other], null, 'two'))).toEqual(['one', 'two']);
    expect(ids(pairOf([one, two, other], 'other', null))).toEqual(['other', 'two']);
  });

  it('prefers runs that answer, beside runs that answer', () => {
    const reader = made('reader', 'reader-single', 'bm25', 0);
    const iterative = made('iterative', 'reader-iterative', 'vectors', 0);
    expect(ids(pairOf([one, two, other, reader], null, null))).toEqual(['two', 'reader']);
    expect(ids(pairOf([one, two, reader, iterative], null, 'reader'))).toEqual(['iterative', 'reader']);
  });

  it('keeps to the address while its runs are there, and never sets a run beside itself', () => {
    expect(ids(pairOf([one, two, other], 'other', 'one'))).toEqual(['other', 'one']);
    expect(ids(pairOf([one, two], 'gone', 'one'))).toEqual(['two', 'one']);
    expect(ids(pairOf([one, two], 'two', 'two'))).toEqual(['one', 'two']);
    expect(pairOf([one, empty], null, null)).toBeNull();
    expect(pairOf([], null, null)).toBeNull();
  });

  it('tells twins apart by their time', () => {
    const twin = made('twin', 'probe-single', 'bm25', 9);
    expect(optionLabel(one, [one, two], () => 'noon')).not.toContain('noon');
    expect(optionLabel(one, [one, twin], () => 'noon')).toMatch(/ · noon$/);
  });
});

describe('the headline claims what interval and test show', () => {
  it.each<[string, Partial<RunComparison>, RegExp]>([
    [
      'better',
      {},
      /^B answers more questions rightly, by 45\.0 points on 20 questions, and chance alone would rarely/,
    ],
    [
      'worse',
      { accuracy: accuracy(5, 1, 10, 4, { exactP: 0.012, low: -0.7, high: -0.2 }) },
      /^A answers more questions rightly, by 45\.0 points .* would rarely/,
    ],
    [
      'the test alone is not enough',
      { accuracy: accuracy(5, 10, 1, 4, { exactP: 0.012, low: -0.01, high: 0.7 }) },
      /which chance alone could give/,
    ],
    [
      'the interval alone is not enough',
      { accuracy: accuracy(5, 10, 1, 4, { exactP: 0.06, low: 0.01, high: 0.7 }) },
      /which chance alone could give/,
    ],
    [
      'even',
      { accuracy: accuracy(5, 3, 3, 4, { exactP: 1 }) },
      /Neither run is ahead on 15 questions; 6 are right/,
    ],
    ['no discordant pair', { accuracy: accuracy(5, 0, 0, 4) }, /same 5 questions of 9 rightly/],
    ['no answers', { accuracy: accuracy(0, 0, 0, 0) }, /only retrieval can be compared/],
    ['nothing shared', { asked: 0, accuracy: accuracy(0, 0, 0, 0) }, /nothing to compare/],
  ])('%s', (_, more, words) => {
    expect(headline(comparison(more))).toMatch(words);
  });

  it('writes differences in points with their sign', () => {
    expect([points(0.042), points(-0.03), points(0), points(null)]).toEqual(['+4.2', '−3.0', '+0.0', '–']);
    expect(pointsInterval({ low: -0.012, high: 0.096 })).toBe('[−1.2, +9.6]');
    expect(pointsInterval({ low: null, high: null })).toBe('');
  });
});

it('names everything that is not in the paired figures', () => {
  expect(leftWords(comparison())).toEqual([]);
  expect(
    leftWords(
      comparison({
        left: { a: { ...nobody, error: ['x', 'y'] }, b: { ...nobody, unjudged: ['x'], 'no-answer': ['z'] } },
        onlyIn: { a: ['m'], b: [] },
        unanswerable: 3,
      }),
    ),
  ).toEqual([
    '2 questions failed in A',
    '1 question was reached by A alone',
    '1 answer of B is unjudged',
    '1 question has no answer in B',
    '3 questions are marked unanswerable',
  ]);
});

it('draws the matrix over the states that occur, in their order', () => {
  const { states, rows } = matrixOf([
    { from: 'search-drift', to: 'right', n: 2 },
    { from: 'right', to: 'right', n: 3 },
    { from: 'search-drift', to: 'gave-up', n: 1 },
  ]);
  expect(states).toEqual(['right', 'gave-up', 'search-drift']);
  expect(rows.map(({ from, total, cells }) => [from, total, cells.map(({ n }) => n)])).toEqual([
    ['right', 3, [3, 0, 0]],
    ['gave-up', 0, [0, 0, 0]],
    ['search-drift', 3, [2, 1, 0]],
  ]);
  expect(matrixOf([])).toEqual({ states: [], rows: [] });
});

it('lists the questions that changed in the reading in view, or those of one cell', () => {
  const one = (question: string, paper: [AnswerState, AnswerState], blind = paper): ChangedQuestion => ({
    question,
    text: question,
    hops: 2,
    state: { paper: { a: paper[0], b: paper[1] }, 'register-blind': { a: blind[0], b: blind[1] } },
    answer: { a: null, b: null },
  });
  const changed = [
    one('won', ['unreached', 'right']),
    one('false', ['unreached', 'false-resolution'], ['unreached', 'unreached']),
  ];
  const ids = (...args: Parameters<typeof changedIn>) => changedIn(...args).map(({ question }) => question);
  expect(ids(changed, 'paper', null, null)).toEqual(['won', 'false']);
  expect(ids(changed, 'register-blind', null, null)).toEqual(['won']);
  expect(ids(changed, 'paper', 'unreached', 'false-resolution')).toEqual(['false']);
});

it('gives usage a question, leaves out what neither run uses, and never makes up a price', () => {
  const rows = usageRows(
    comparison({
      asked: 4,
      usage: {
        a: { ...noUsage(), searches: 8, seconds: 2 },
        b: {
          ...noUsage(),
          searches: 10,
          llmCalls: 6,
          inputTokens: 4000,
          outputTokens: 402,
          cost: null,
          seconds: 6,
        },
      },
    }),
  );
  expect(rows.map(({ label, a, b }) => [label, a, b])).toEqual([
    ['searches', '2.0', '2.5'],
    ['model calls', '0.0', '1.5'],
    ['tokens in', '0', '1000'],
    ['tokens out', '0', '101'],
    ['cost, as billed', '0.0000', 'not known'],
    ['seconds', '0.5', '1.5'],
  ]);
});
