import { describe, expect, it } from 'vitest';
import { diagnoseQuestion, diagnoseRun, evidenceOf, indexGolds } from '../../src/diagnosis';
import type { Criterion } from '../../src/domain/diagnosis';
import type { QuestionEvent } from '../../src/domain/trace';
import { hopsOfRun } from '../../src/judge/pairs';
import { answer, gold, header, hop, mapping, prepare, question, run, search } from './build';

const chain = question([gold('a'), gold('b'), gold('c')], {
  text: 'Who founded the town where the builder of the mill was born?',
  hops: [
    hop(1, ['a'], { question: 'Who built the mill?', answers: ['Ann Lee'] }),
    hop(2, ['b'], { question: 'Where was #1 born?', answers: ['Bern'] }),
    hop(3, ['c'], { question: 'Who founded #2?', answers: ['Cid'] }),
  ],
});
const mapped = ['a', 'b', 'c'].map((id) => mapping(id));
const agent = (query: string, chunks: string[], more: object = {}): QuestionEvent =>
  search(chunks, { purpose: 'agent', query, ...more });
const asked = (events: QuestionEvent[]) =>
  events.map((event, at) => ({ ...event, step: at + 1 }) as QuestionEvent);
const model: QuestionEvent = {
  event: 'llm',
  question: 'q',
  step: 1,
  purpose: 'answer',
  prompt: 'direct/1',
  usage: { input: 1, output: 1, cachedInput: 0, counted: 'endpoint' },
  cost: null,
  ms: 0,
  retries: 0,
  cached: false,
  truncated: false,
  calls: [],
};

const prepared = (events: QuestionEvent[], others: ReturnType<typeof run>[] = []) =>
  prepare({
    questions: [chain],
    mappings: mapped,
    run: run(header('r', { system: 'self-ask' }), { q: asked(events) }),
    others,
  });
const hopsOf = (events: QuestionEvent[], k = 5) => diagnoseQuestion(prepared(events), 'q', k)?.hops ?? [];
const read = (events: QuestionEvent[], criterion: Criterion, k = 5) =>
  hopsOf(events, k).map(({ retrieved }) => retrieved[criterion]);

describe('a system that knows no hops (05.3)', () => {
  // Five searches, two for the first hop, and out of the order of the labels.
  const five = [
    agent('Who founded Bern?', ['c#0']),
    agent('Who built the mill?', ['x#0']),
    agent('the mill, built by whom', ['y#0', 'a#0']),
    agent('Where was Ann Lee born?', ['z#0']),
    agent('Who founded Bern?', ['c#0'], { duplicateOf: 1 }),
  ];

  it('all its searches count for every hop, and each at the hop that its words ask for', () => {
    expect(read(five, 'accumulated')).toEqual([true, false, true]);
    expect(read(five, 'matched')).toEqual([true, false, true]);
    expect(hopsOf(five).map(({ ownQuery }) => ownQuery)).toEqual([
      'the mill, built by whom',
      'Where was Ann Lee born?',
      'Who founded Bern?',
    ]);
    expect(hopsOf(five, 1).map(({ retrieved }) => retrieved.matched)).toEqual([false, false, true]);
  });

  it('what came with the search for another hop is accumulated, not matched', () => {
    const events = [agent('Who built the mill?', ['b#0']), agent('Where was Ann Lee born?', ['x#0'])];
    expect(read(events, 'accumulated')).toEqual([false, true, false]);
    expect(read(events, 'matched')).toEqual([false, false, false]);
  });

  it('a search that asks for nothing labelled counts for all hops together and for none alone', () => {
    const events = [agent('cheese', ['a#0', 'b#0', 'c#0'])];
    expect(read(events, 'accumulated')).toEqual([true, true, true]);
    expect(read(events, 'matched')).toEqual([false, false, false]);
  });

  it('a rephrasing belongs to the search that it repairs', () => {
    const events = [
      agent('Where was Ann Lee born?', ['x#0']),
      agent('Who built the mill?', ['b#0'], { purpose: 'augment' }),
    ];
    expect(read(events, 'matched')).toEqual([false, true, false]);
  });

  it('the judge is asked about the same passages', () => {
    const golds = indexGolds([chain], mapped);
    const trace = run(header('r', { system: 'self-ask' }), { q: asked(five) });
    const hops = hopsOfRun(trace, new Map([['q', chain]]), golds, 50);
    expect(hops.map(({ readings }) => [...readings.matched.ranks.keys()])).toEqual([
      ['x#0', 'y#0', 'a#0'],
      ['z#0'],
      ['c#0'],
    ]);
    for (const { readings } of hops)
      expect([...readings.accumulated.ranks.keys()]).toEqual(['c#0', 'x#0', 'y#0', 'a#0', 'z#0']);
    expect(hops.map(({ readings }) => readings.matched.goldRank)).toEqual([2, null, 1]);
  });

  it('its finds certify drift for another run (B)', () => {
    const other = run(header('r2', { system: 'self-ask' }), { q: asked(five) });
    const diagnosis = diagnoseQuestion(prepared([search(['x#0'])], [other]), 'q', 5);
    expect(diagnosis?.golds.map(({ certificate }) => certificate?.level ?? null)).toEqual(['B', null, 'B']);
    expect(evidenceOf(other, indexGolds([chain], mapped)).questions.size).toBe(1);
  });
});

describe('a fused ranking', () => {
  const legs = [
    search(['a#0', 'x#0'], { purpose: 'leg', query: 'one' }),
    search(['b#0', 'x#0'], { purpose: 'leg', query: 'two' }),
  ];
  const fused = search(['x#0', 'a#0'], { tool: 'fusion', fused: [1, 2] });

  it('is what was retrieved; its legs only certify', () => {
    const whole = prepared([...legs, fused]);
    expect(diagnoseQuestion(whole, 'q', 5)?.retrieved).toEqual(['x#0', 'a#0']);
    expect(diagnoseQuestion(whole, 'q', 1)?.retrieved).toEqual(['x#0']);
    const golds = diagnoseQuestion(whole, 'q', 5)?.golds;
    expect(golds?.map(({ retrieved }) => retrieved)).toEqual([true, false, false]);
    expect(golds?.map(({ certificate }) => certificate?.level ?? null)).toEqual(['A', 'D', null]);
    expect(read([...legs, fused], 'matched')).toEqual([null, null, null]);
  });

  it('asks no retriever', () => {
    expect(prepared([...legs, fused]).usage.searches).toBe(2);
  });
});

describe('an answer without a search', () => {
  it('of a model has retrieved nothing, which is data', () => {
    const whole = prepared([model, answer('the answer')]);
    expect(diagnoseQuestion(whole, 'q', 5)).toMatchObject({
      error: null,
      verdict: 'total-miss',
      evidenceRecall: 0,
      correct: true,
      ungroundedCorrect: true,
    });
    const diagnosis = diagnoseRun(whole, 5, { questions: false });
    expect(diagnosis).toMatchObject({ n: 1, errors: 0 });
    expect(diagnosis.warnings).toContainEqual(expect.objectContaining({ code: 'no-search', count: 1 }));
    expect(whole.silent).toBe(false);
  });
  it('of a run made elsewhere may not have been recorded: no data', () => {
    const elsewhere = prepare({
      questions: [chain],
      mappings: mapped,
      run: run(header('r', { system: 'theirs', imported: true }), { q: asked([answer('the answer')]) }),
    });
    expect(diagnoseQuestion(elsewhere, 'q', 5)?.error).toMatch(/no retrieval/);
  });
});
