import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AnswerJudgement, compareRuns } from '../../src/diagnosis';
import { resamplesFor } from '../../src/diagnosis/compare';
import type { Column } from '../../src/domain/category';
import type { RunComparison } from '../../src/domain/compare';
import type { QuestionEvent, RunHeader } from '../../src/domain/trace';
import { mcnemar } from '../../src/statistics/mcnemar';
import {
  answer,
  failure,
  gold,
  header,
  hop,
  limit,
  mapping,
  prepare,
  question,
  register,
  requirement,
  run,
  search,
} from './build';

const of = (id: string, more: Parameters<typeof question>[1] = {}) =>
  question([gold('a'), gold('b')], {
    id,
    text: `text of ${id}`,
    hops: [hop(1, ['a']), hop(2, ['b'])],
    ...more,
  });
const complete = search(['a#0', 'b#0']);
const partial = search(['a#0', 'x#0']);
const right = answer('the answer');
const wrong = answer('x');
const falseResolution = register([requirement('r1', 'resolved', ['x#0'])]);

type Events = Record<string, QuestionEvent[]>;
interface Sides {
  a: Events;
  b: Events;
  headers?: { a?: Partial<RunHeader>; b?: Partial<RunHeader> };
  retrievers?: { a: string; b: string };
  judgements?: { a?: Record<string, AnswerJudgement>; b?: Record<string, AnswerJudgement> };
  questions?: ReturnType<typeof question>[];
  k?: number;
}

const compared = (sides: Sides): RunComparison => {
  const ids = [...new Set([...Object.keys(sides.a), ...Object.keys(sides.b)])];
  const questions = sides.questions ?? ids.map((id) => of(id));
  const mappings = questions.flatMap(({ id }) => ['a', 'b'].map((one) => mapping(one, { question: id })));
  const traces = {
    a: run(header('a', { system: 'a-rag', ...sides.headers?.a }, sides.retrievers?.a), sides.a),
    b: run(header('b', { system: 'execution-rag', ...sides.headers?.b }, sides.retrievers?.b), sides.b),
  };
  const side = (name: 'a' | 'b') =>
    prepare({
      questions,
      mappings,
      run: traces[name],
      others: [traces[name === 'a' ? 'b' : 'a']],
      judgements: sides.judgements?.[name] ?? {},
    });
  return compareRuns(side('a'), side('b'), sides.k ?? 5, 1);
};

const matrix = ({ transitions }: RunComparison, column: Column = 'paper') =>
  Object.fromEntries(transitions[column].map(({ from, to, n }) => [`${from} → ${to}`, n]));

describe('comparison of two runs (05.6)', () => {
  it('pairs the questions that both answered; McNemar, difference and interval are of the discordant ones', () => {
    const events = (states: string): Events =>
      Object.fromEntries(
        [...states].map((state, at) => [`q${at}`, [complete, state === '1' ? right : wrong]]),
      );
    const { accuracy, asked, fixed } = compared({ a: events('1110000000'), b: events('0011111100') });
    expect(asked).toBe(10);
    expect(accuracy).toMatchObject({ n: 10, both: 1, lost: 2, gained: 5, neither: 2, difference: 0.3 });
    expect(accuracy.base).toMatchObject({ count: 3, n: 10 });
    expect(accuracy.other).toMatchObject({ count: 6, n: 10 });
    // Exact: 2 · P(X ≤ 2), X ~ B(7, ½) = 2 · 29/128; mid-p takes off P(X = 2) = 21/128.
    expect(accuracy.exactP).toBeCloseTo(58 / 128, 12);
    expect(accuracy.midP).toBeCloseTo(37 / 128, 12);
    expect(accuracy.low).toBeLessThan(0.3);
    expect(accuracy.high).toBeGreaterThan(0.3);
    expect(fixed).toEqual(accuracy);
  });

  it('lets nothing leave the denominator silently: abstentions stay, the rest is named and counts as not right in `fixed`', () => {
    const { accuracy, fixed, asked, left, onlyIn, unanswerable } = compared({
      a: {
        both: [complete, right],
        abstained: [complete, answer('', true)],
        failed: [complete, right],
        unjudged: [complete, right],
        silent: [complete, right],
        mine: [complete, right],
        null: [complete, answer('', true)],
      },
      b: {
        both: [complete, right],
        abstained: [complete, right],
        failed: [complete, failure('429')],
        unjudged: [complete, answer('hm')],
        silent: [complete],
        yours: [complete, right],
        null: [complete, answer('', true)],
      },
      questions: ['both', 'abstained', 'failed', 'unjudged', 'silent', 'mine', 'yours', 'null'].map((id) =>
        of(id, { answerable: id !== 'null' }),
      ),
      judgements: { b: { unjudged: { correct: null } } },
    });
    expect(asked).toBe(5);
    expect(accuracy).toMatchObject({ n: 2, both: 1, gained: 1, lost: 0 });
    expect(fixed).toMatchObject({ n: 5, both: 1, gained: 1, lost: 3, neither: 0, difference: -0.4 });
    expect(left.a).toEqual({ unjudged: [], 'no-answer': [], error: [] });
    expect(left.b).toEqual({ unjudged: ['unjudged'], 'no-answer': ['silent'], error: ['failed'] });
    expect(onlyIn).toEqual({ a: ['mine'], b: ['yours'] });
    expect(unanswerable).toBe(1);
  });

  const scripted: Sides = {
    a: {
      drift1: [partial, wrong],
      drift2: [partial, wrong],
      drift3: [partial, wrong],
      fine: [complete, right],
      lost: [complete, right],
    },
    b: {
      drift1: [complete, right],
      drift2: [partial, falseResolution, wrong],
      drift3: [partial, limit(), answer('x', false, true)],
      fine: [complete, right],
      lost: [complete, wrong],
    },
  };

  it('gives the transitions in both columns, which differ by the false resolutions alone', () => {
    const comparison = compared(scripted);
    // Only the first one's passage was found by the other run: drift; for the rest no query is known.
    expect(matrix(comparison)).toEqual({
      'right → right': 1,
      'right → reasoning-error': 1,
      'search-drift → right': 1,
      'unreached → gave-up': 1,
      'unreached → false-resolution': 1,
    });
    expect(matrix(comparison, 'register-blind')).toEqual({
      'right → right': 1,
      'right → reasoning-error': 1,
      'search-drift → right': 1,
      'unreached → gave-up': 1,
      'unreached → unreached': 1,
    });
    expect(comparison.columnsDiffer).toBe(true);
    expect(comparison.changed.map(({ question: id }) => id)).toEqual(['drift1', 'drift2', 'drift3', 'lost']);
    expect(comparison.changed[1]).toMatchObject({
      hops: 2,
      answer: { a: 'x', b: 'x' },
      state: {
        paper: { a: 'unreached', b: 'false-resolution' },
        'register-blind': { a: 'unreached', b: 'unreached' },
      },
    });
  });

  it('claims drift between runs of the same retriever and of no others', () => {
    const same = compared(scripted);
    expect(same.retriever.same).toBe(true);
    expect(same.drift).toEqual({ aMissed: 1, bMissed: 0, passages: 10 });
    const other = compared({ ...scripted, retrievers: { a: 'one', b: 'two' } });
    expect(other.retriever.same).toBe(false);
    expect(other.retriever.sentence).toMatch(/different retrievers.*no drift is claimed/);
    expect(other.drift).toBeNull();
    // The certificate of the other run is gone, and with it the drift.
    expect(matrix(other)).toMatchObject({ 'unreached → right': 1 });
  });

  it('compares the tools of agents, in any order', () => {
    const tools = [
      { tool: 'keyword_search', retriever: 'words' },
      { tool: 'semantic_search', retriever: 'vectors' },
    ];
    const withTools = (of: typeof tools) => ({ parameters: { k: 5, depth: 50, tools: of } });
    const sameOf = (a: Partial<RunHeader>, b: Partial<RunHeader>) =>
      compared({ ...scripted, headers: { a, b }, retrievers: { a: 'seed a', b: 'seed b' } }).retriever;
    expect(sameOf(withTools(tools), withTools(tools.toReversed())).same).toBe(true);
    const part = sameOf(withTools(tools), withTools(tools.slice(0, 1)));
    expect(part.same).toBe(false);
    expect(part.sentence).toMatch(/share a retriever/);
  });

  it('gives recall by depth and by number of hops, over what is known in both runs', () => {
    const one = question([gold('a')], { id: 'one', hops: [hop(1, ['a'])] });
    const { byDepth, byHops, recall } = compared({
      a: { two: [partial, wrong], gone: [partial, failure('x')], one: [partial, right] },
      b: { two: [complete, right], gone: [complete, right], one: [search(['x#0']), wrong] },
      questions: [of('two'), of('gone'), one],
    });
    expect(
      byDepth.map(({ hop: at, goldRetrieved: { n, base, other, gained, lost } }) => [
        at,
        n,
        base.count,
        other.count,
        gained,
        lost,
      ]),
    ).toEqual([
      [1, 2, 2, 1, 0, 1],
      [2, 1, 0, 1, 1, 0],
    ]);
    expect(
      byHops.map(({ hops, accuracy, recall: mean }) => [hops, accuracy.n, accuracy.difference, mean]),
    ).toEqual([
      [1, 1, -1, { a: 1, b: 0, n: 1 }],
      [2, 1, 1, { a: 0.5, b: 1, n: 1 }],
    ]);
    expect(recall).toEqual({ a: 0.75, b: 0.5, n: 2 });
  });

  const llm = (input: number, output: number, cost: number | null, cached = false): QuestionEvent => ({
    event: 'llm',
    question: 'q',
    step: 2,
    purpose: 'answer',
    prompt: 'answer/1',
    usage: { input, output, cachedInput: 0, counted: 'endpoint' },
    cost,
    ms: 5,
    retries: 0,
    cached,
    truncated: false,
    calls: [],
  });

  it('sums tokens, searches and cost over the questions both were asked; an unknown price makes the cost unknown', () => {
    const { usage } = compared({
      a: { q1: [complete, llm(100, 10, 0.5), llm(50, 5, null, true), right], mine: [llm(9, 9, 9)] },
      b: {
        q1: [
          complete,
          { ...complete, step: 2, duplicateOf: 1 },
          llm(7, 1, 0.25),
          llm(7, 1, null),
          falseResolution,
          right,
        ],
      },
    });
    expect(usage.a).toMatchObject({
      searches: 1,
      llmCalls: 2,
      cachedReplies: 1,
      inputTokens: 150,
      outputTokens: 15,
      cost: 0.5,
      register: null,
    });
    expect(usage.b).toMatchObject({
      searches: 2,
      duplicateSearches: 1,
      llmCalls: 2,
      inputTokens: 14,
      cost: null,
      register: { delta: 10, full: 20 },
    });
  });

  it('warns of what else differs', () => {
    const { warnings } = compared({
      ...scripted,
      headers: { a: { model: 'small', questionSet: 'old' }, b: { model: 'large' } },
    });
    expect(warnings).toEqual([
      expect.stringMatching(/question set/),
      expect.stringMatching(/different models \(small; large\)/),
    ]);
    expect(compared(scripted).warnings).toEqual([]);
  });

  it('compares retrieval alone where no run answers', () => {
    const { accuracy, left, recall } = compared({ a: { q1: [partial] }, b: { q1: [complete] } });
    expect(accuracy).toMatchObject({ n: 0, difference: null, low: null, high: null, exactP: null });
    expect(left.a['no-answer']).toEqual(['q1']);
    expect(recall).toEqual({ a: 0.5, b: 1, n: 1 });
  });

  it('keeps its sums, whatever became of the questions, and turns over when the runs do', () => {
    const ends: QuestionEvent[][] = [
      [complete, right],
      [complete, wrong],
      [partial, wrong],
      [partial, answer('', true)],
      [partial, falseResolution, wrong],
      [partial],
      [failure('x')],
    ];
    const list = fc.array(fc.option(fc.nat(ends.length - 1)), { minLength: 6, maxLength: 6 });
    const side = (made: (number | null)[]): Events =>
      Object.fromEntries(made.flatMap((end, at) => (end === null ? [] : [[`q${at}`, ends[end] ?? []]])));
    fc.assert(
      fc.property(list, list, (a, b) => {
        const there = compared({ a: side(a), b: side(b) });
        const back = compared({ a: side(b), b: side(a) });
        const both = a.filter((end, at) => end !== null && b[at] !== null).length;
        expect(there.asked).toBe(both);
        expect(there.fixed.n).toBe(both);
        for (const column of ['paper', 'register-blind'] as const)
          expect(there.transitions[column].reduce((sum, { n }) => sum + n, 0)).toBe(both);
        const gone = new Set([there.left.a, there.left.b].flatMap((left) => Object.values(left).flat()));
        expect(there.accuracy.n + gone.size).toBe(both);
        expect(there.byHops.reduce((sum, { accuracy }) => sum + accuracy.n, 0)).toBe(there.accuracy.n);
        expect([back.accuracy.gained, back.accuracy.lost]).toEqual([
          there.accuracy.lost,
          there.accuracy.gained,
        ]);
        expect(back.accuracy.exactP).toBe(mcnemar(there.accuracy.gained, there.accuracy.lost)?.exact ?? null);
        expect(back.changed.length).toBe(there.changed.length);
      }),
      { numRuns: 60 },
    );
  });

  it('draws less often where there are many questions', () => {
    expect([resamplesFor(0), resamplesFor(500), resamplesFor(10_000), resamplesFor(1_000_000)]).toEqual([
      10_000, 10_000, 3_000, 1_000,
    ]);
  });
});
