import { describe, expect, it } from 'vitest';
import { compareInterventions } from '../../src/diagnosis';
import type { QuestionEvent, RunHeader } from '../../src/domain/trace';
import { answer, failure, gold, header, hop, mapping, prepare, question, run, search } from './build';

const questionOf = (id: string) =>
  question([gold('a'), gold('b')], {
    id,
    hops: [
      hop(1, ['a'], { question: `First of ${id}?`, answers: ['Ann'] }),
      hop(2, ['b'], { question: `Second of ${id}?`, answers: ['Bern'] }),
    ],
  });
const ids = ['q1', 'q2', 'q3'];
const asked = (of: number, chunks: string[], more: object = {}): QuestionEvent =>
  search(chunks, { hop: of, purpose: 'sub-question', step: of, ...more });
const flagged = (of: number, use: 'flagged' | 'not-flagged'): QuestionEvent => ({
  event: 'judge',
  question: 'q',
  step: 1,
  hop: of,
  judge: 'judge',
  threshold: 0.5,
  asked: '',
  state: 'scored',
  probability: 0.1,
  chunk: null,
  use,
});

const scores = Object.fromEntries(
  ids.flatMap((id) => [
    [`First of ${id}?`, { 'a#0': 0.9, 'b#0': 0, 'x#0': 0, 'y#0': 0 }],
    [`Second of ${id}?`, { 'a#0': 0, 'b#0': 0.8, 'x#0': 0, 'y#0': 0.7 }],
  ]),
);
const prepared = (of: RunHeader, events: Record<string, QuestionEvent[]>, judged = true) =>
  prepare({
    questions: ids.map(questionOf),
    mappings: ids.flatMap((id) => [mapping('a', { question: id }), mapping('b', { question: id })]),
    run: run(of, events),
    ...(judged ? { scores } : {}),
  });

const base = {
  q1: [asked(1, ['a#0']), asked(2, ['x#0'])],
  q2: [asked(1, ['x#0']), asked(2, ['b#0'])],
  q3: [asked(1, ['a#0']), asked(2, ['x#0'])],
};
/** q1 gains hop 2 (gold), q2 loses hop 2 by reordering, q3 gains only the fact of hop 2. */
const augmented = {
  q1: [
    asked(1, ['a#0']),
    flagged(1, 'not-flagged'),
    asked(2, ['x#0']),
    flagged(2, 'flagged'),
    asked(2, ['b#0'], { purpose: 'augment', step: 3 }),
  ],
  q2: [asked(1, ['x#0']), asked(2, ['x#0', 'b#0'], { rerank: { judge: 'judge', depth: 20 } })],
  q3: [
    asked(1, ['a#0']),
    asked(2, ['x#0']),
    asked(2, ['y#0'], { purpose: 'augment', step: 3 }),
    asked(2, ['x#0'], { purpose: 'augment', step: 4, duplicateOf: 2 }),
  ],
};
const withIt = header('with', {
  system: 'probe-hops',
  parameters: { k: 1, depth: 50, intervention: { kind: 'augment', policy: 'predicted' } },
});
const compare = (judged = true) =>
  compareInterventions(
    prepared(header('base', { system: 'probe-hops' }), base, judged),
    prepared(withIt, augmented, judged),
    1,
  );

describe('what an intervention changed (04)', () => {
  const { all, byCell, byHops, byFlags, ...rest } = compare();

  it('names both runs, the intervention, and what it cost', () => {
    expect(rest).toEqual({
      base: 'base',
      other: 'with',
      system: 'probe-hops',
      retriever: 'bm25',
      intervention: { kind: 'augment', policy: 'predicted' },
      usesLabels: false,
      k: 1,
      questions: 3,
      extraSearchesPerQuestion: 2 / 3,
      // Of each question both hops were searched once more on purpose: of 6 steps 3 were intervened on.
      flagged: expect.objectContaining({ count: 3, n: 6 }),
    });
    expect(all.answers).toBeNull();
    expect(all).toMatchObject({ hops: 6, extraSearches: 2, treated: { count: 3, n: 6 } });
  });

  it('counts gold and fact gained and lost, with McNemar', () => {
    expect(all.goldRetrieved.matched).toMatchObject({
      n: 6,
      base: { count: 3 },
      other: { count: 3 },
      gained: 1,
      lost: 1,
      difference: 0,
      exactP: 1,
    });
    expect(all.goldRetrieved.accumulated).toMatchObject({ gained: 1, lost: 1 });
    expect(all.factPresent).toMatchObject({ n: 6, gained: 2, lost: 1, exactP: 1 });
    expect(all.factPresent?.difference).toBeCloseTo(1 / 6, 12);
  });

  it('says of how many hops the fact is not judged: a gain is just what is new and unscored', () => {
    expect(all.notJudged).toBe(0);
    // The passages that only the intervention found have no score yet.
    const half = compareInterventions(
      prepared(header('base', { system: 'probe-hops' }), base),
      prepare({
        questions: ids.map(questionOf),
        mappings: ids.flatMap((id) => [mapping('a', { question: id }), mapping('b', { question: id })]),
        run: run(withIt, augmented),
        scores: { ...scores, 'Second of q1?': { 'x#0': 0 }, 'Second of q3?': { 'x#0': 0 } },
      }),
      1,
    ).all;
    expect(half).toMatchObject({ hops: 6, notJudged: 2, factPresent: { n: 4, gained: 0 } });
    expect(compare(false).all.notJudged).toBe(6);
  });

  it('splits by cell of the base run, hops and flags', () => {
    expect(
      byCell?.map(({ cell, effect }) => [
        cell,
        effect.hops,
        effect.factPresent?.gained,
        effect.factPresent?.lost,
      ]),
    ).toEqual([
      ['fact-present', 3, 0, 1],
      ['retrieval-failure', 3, 2, 0],
    ]);
    expect(byHops).toEqual([{ hops: 2, effect: all }]);
    expect(byFlags?.map(({ flags, effect }) => [flags, effect.hops])).toEqual([[1, 6]]);
    expect((byCell ?? []).reduce((sum, { effect }) => sum + effect.extraSearches, 0)).toBe(all.extraSearches);
  });

  it('without a judge only retrieval is compared', () => {
    const bare = compare(false);
    expect(bare).toMatchObject({ byCell: null, byFlags: null, all: { factPresent: null } });
    expect(bare.all.goldRetrieved).toEqual(all.goldRetrieved);
  });

  it('leaves out questions that either run failed on or did not reach', () => {
    const partly = compareInterventions(
      prepared(header('base', { system: 'probe-hops' }), base),
      prepared(withIt, { q1: augmented.q1, q2: [failure('lost')] }),
      1,
    );
    expect(partly).toMatchObject({ questions: 1, extraSearchesPerQuestion: 1, all: { hops: 2 } });
    const none = compareInterventions(prepared(header('base'), base), prepared(withIt, {}), 1);
    expect(none).toMatchObject({
      questions: 0,
      extraSearchesPerQuestion: null,
      all: { goldRetrieved: { accumulated: { n: 0, difference: null, exactP: null } } },
    });
  });
});

describe('what it changed for the answers', () => {
  const ofAgent = (query: string, chunks: string[], more: object = {}): QuestionEvent =>
    search(chunks, { purpose: 'agent', query, ...more });
  const flag = (asked: string): QuestionEvent =>
    ({ ...flagged(1, 'flagged'), hop: null, asked }) as QuestionEvent;
  /** q1 becomes right, q2 is right in both, q3 has no verdict in the second run. */
  const without = {
    q1: [ofAgent('First of q1?', ['a#0']), ofAgent('Second of q1?', ['x#0']), answer('wrong')],
    q2: [ofAgent('First of q2?', ['x#0']), ofAgent('Second of q2?', ['b#0']), answer('the answer')],
    q3: [ofAgent('First of q3?', ['a#0']), ofAgent('Second of q3?', ['b#0']), answer('wrong')],
  };
  const withThem = {
    q1: [
      ofAgent('First of q1?', ['a#0']),
      ofAgent('Second of q1?', ['x#0']),
      flag('Second of q1?'),
      ofAgent('altogether other words', ['b#0'], { purpose: 'augment' }),
      answer('the answer'),
    ],
    q2: [
      ofAgent('First of q2?', ['x#0']),
      ofAgent('Unlabelled matters', ['y#0'], { rerank: { judge: 'judge', depth: 20 } }),
      ofAgent('Second of q2?', ['b#0']),
      answer('the answer'),
    ],
    q3: [ofAgent('First of q3?', ['a#0']), ofAgent('Second of q3?', ['b#0']), answer('unclear')],
  };
  const preparedFor = (of: RunHeader, events: Record<string, QuestionEvent[]>, unjudged: string[] = []) =>
    prepare({
      questions: ids.map(questionOf),
      mappings: ids.flatMap((id) => [mapping('a', { question: id }), mapping('b', { question: id })]),
      run: run(of, events),
      scores,
      judgements: Object.fromEntries(unjudged.map((id) => [id, { correct: null }])),
    });
  const oracle = { k: 1, depth: 50, intervention: { kind: 'augment' as const, policy: 'oracle' as const } };
  const compared = compareInterventions(
    preparedFor(header('base', { system: 'self-ask' }), without),
    preparedFor(header('with', { system: 'self-ask', parameters: oracle }), withThem, ['q3']),
    1,
  );

  it('counts right answers question by question, and names those without a verdict', () => {
    expect(compared.all.answers).toMatchObject({
      n: 2,
      base: { count: 1 },
      other: { count: 2 },
      gained: 1,
      lost: 0,
      difference: 1 / 2,
      exactP: 1,
      unjudged: 1,
    });
    expect(compared.usesLabels).toBe(true);
  });

  it('gives each question once to every group that one of its hops is in', () => {
    expect(
      compared.byCell?.map(({ cell, effect }) => [cell, effect.answers?.n, effect.answers?.gained]),
    ).toEqual([
      ['fact-present', 2, 1],
      ['retrieval-failure', 2, 1],
    ]);
    expect(
      compared.byFlags?.map(({ flags, effect }) => [flags, effect.answers?.n, effect.answers?.unjudged]),
    ).toEqual([
      [0, 0, 1],
      [1, 2, 0],
    ]);
    expect(compared.byHops[0]?.effect.answers).toEqual(compared.all.answers);
  });

  it('finds the hop of a label-blind step by its words, and that of a rephrasing by the step it repairs', () => {
    // Hop 2 of q1 and none of q2: what was put in order there asks for nothing that is labelled.
    expect(compared.all.treated).toMatchObject({ count: 1, n: 6 });
    expect(compared.flagged).toMatchObject({ count: 2, n: 7 });
    expect(compared.all.extraSearches).toBe(1);
    expect(compared.all.goldRetrieved.matched).toMatchObject({ n: 6, gained: 1, lost: 0 });
  });
});
