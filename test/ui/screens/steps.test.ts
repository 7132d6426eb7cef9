import { describe, expect, it } from 'vitest';
import type { LlmEvent, QuestionEvent } from '../../../src/domain/trace';
import { chainView } from '../../../src/ui/components/chain/hop-view';
import { PRESENCE } from '../../../src/ui/messages';
import { costText, MODEL, SEARCHED, UNKNOWN_EVENT } from '../../../src/ui/messages/trace';
import {
  reachedBy,
  type Step,
  type StepOf,
  stepsOf,
  stepsSummary,
} from '../../../src/ui/screens/question/steps';
import { firstQuery, trialRows } from '../../../src/ui/screens/question/trial';
import { judgedOutcome } from '../../../src/ui/screens/question/words';
import { diagnosisOf, searchOf } from '../chain/fixture';

const diagnosis = diagnosisOf(2, [
  { question: 'Who built it?', answer: 'Maren', rank: 1, asked: 'Who built it?' },
  {
    question: 'Which guild had #1?',
    answer: 'Glaziers',
    dependsOn: [1],
    rank: 3,
    asked: 'Which guild had Maren?',
  },
]);
const { hops } = chainView(diagnosis, [], 'accumulated', 2);
const events: QuestionEvent[] = [
  searchOf(1, 'Who built it?', ['d1#0', 'x'], { hop: 1, purpose: 'sub-question' }),
  searchOf(2, 'Which guild had #1?', ['y', 'd1#0', 'd2#0'], {
    hop: 2,
    purpose: 'sub-question',
    unresolved: [1],
  }),
  searchOf(3, 'who built it', ['d1#0', 'x'], { hop: 1, purpose: 'sub-question', duplicateOf: 1 }),
  { event: 'note', question: 'q', step: 4, message: 'a remark' },
  { event: 'done', question: 'q', ms: 3 },
];

describe('stepsOf', () => {
  const steps = stepsOf(events, hops, 2);
  it('keeps searches and notes in order; the end of the question is no step', () => {
    expect(steps.map(({ number, kind }) => [number, kind])).toEqual([
      [1, 'search'],
      [2, 'search'],
      [3, 'search'],
      [4, 'note'],
    ]);
  });
  it('marks gold within k only, and what had been found before', () => {
    expect(steps[0]).toMatchObject({ found: [{ gold: 'g1', card: 1, rank: 1, again: false }], within: 2 });
    expect(steps[1]).toMatchObject({
      found: [{ gold: 'g1', card: 1, rank: 2, again: true }],
      unresolved: [1],
    });
    expect(stepsOf(events, hops, 3)[1]).toMatchObject({
      found: [
        { gold: 'g1', card: 1, rank: 2, again: true },
        { gold: 'g2', card: 2, rank: 3, again: false },
      ],
    });
  });
  it('names the step that a repeat repeats', () => {
    expect(steps[2]).toMatchObject({ repeats: 1 });
  });
  it('sums up', () => {
    expect(stepsSummary(steps)).toBe('3 searches, 1 of them a repeat, 1 asked with a bridge answer missing');
  });
});

describe('readings and judgements in the timeline', () => {
  const span = { text: 'Maren', start: 0, end: 5, score: 2.5, chunk: 'd1#0' };
  const steps = stepsOf(
    [
      searchOf(1, 'Who built it?', ['d1#0', 'x'], { hop: 1, purpose: 'sub-question' }),
      {
        event: 'judge',
        question: 'q',
        step: 2,
        hop: 1,
        judge: 'space',
        threshold: 0.4,
        asked: 'Who built it?',
        state: 'scored',
        probability: 0.62,
        chunk: 'd1#0',
        use: 'filled',
      },
      {
        event: 'read',
        question: 'q',
        step: 3,
        hop: 1,
        asked: 'Who built it?',
        reader: 'space',
        chunks: ['d1#0', 'x'],
        spans: [span],
      },
      { event: 'answer', question: 'q', step: 4, text: 'Maren', abstained: false, forced: false },
    ],
    hops,
    2,
  );
  it('keeps what was read and judged, in order', () => {
    expect(steps.map((step) => step.kind)).toEqual(['search', 'judge', 'read', 'answer']);
    expect(steps[1]).toMatchObject({ probability: 0.62, threshold: 0.4, use: 'filled', chunk: 'd1#0' });
    expect(steps[2]).toMatchObject({ asked: 'Who built it?', passages: 2, spans: [span] });
  });
  it('counts them in the summary', () => {
    expect(stepsSummary(steps)).toBe('1 search, 1 reading, 1 judgement');
  });
  it('calls a judgement present from the threshold on, and a failed one by its name', () => {
    const judged = { state: 'scored', probability: 0.4, threshold: 0.4 } as const;
    expect(judgedOutcome(judged)).toBe(PRESENCE.present);
    expect(judgedOutcome({ ...judged, probability: 0.399 })).toBe(PRESENCE.absent);
    expect(judgedOutcome({ ...judged, state: 'inconclusive', probability: null })).toBe(
      PRESENCE.inconclusive,
    );
    expect(judgedOutcome({ ...judged, state: 'errored', probability: null })).toBe(PRESENCE.errored);
  });
});

describe('reachedBy', () => {
  const steps = stepsOf(events, hops, 3);
  it('lights what had been retrieved up to a step', () => {
    expect([...reachedBy(steps, hops, 0)]).toEqual([]);
    expect([...reachedBy(steps, hops, 1)]).toEqual([1]);
    expect([...reachedBy(steps, hops, 2)]).toEqual([1, 2]);
  });
  it('waits for every gold passage of a hop', () => {
    const second = hops[1];
    if (second === undefined) throw new Error('two hops expected');
    const both = { ...second, goldIds: ['g2', 'g9'] };
    expect([...reachedBy(steps, [both], 4)]).toEqual([]);
  });
});

describe('the trial', () => {
  it('begins with the sub-question of the first broken hop, its bridge answer filled in', () => {
    expect(firstQuery(hops, 'whole?')).toBe('Which guild had Maren?');
    expect(firstQuery([], 'whole?')).toBe('whole?');
  });
  it('shows the first k, a few past the cut, and gold wherever it stands', () => {
    const hits = Array.from({ length: 30 }, (_, index) => ({
      chunk: index === 19 ? 'd2#0' : `c${index}`,
      rank: index + 1,
      score: 1,
    }));
    const rows = trialRows(hits, hops, 2);
    expect(rows.map((row) => row.hit.rank)).toEqual([1, 2, 3, 4, 5, 20]);
    expect(rows.map((row) => row.beyond)).toEqual([false, false, true, true, true, true]);
    expect(rows.at(-1)).toMatchObject({ gap: true, cards: [{ id: 2 }] });
  });
});

describe('an agent in the timeline', () => {
  const llm = (step: number, more: Partial<LlmEvent> = {}): LlmEvent => ({
    event: 'llm',
    question: 'q',
    step,
    purpose: 'act',
    prompt: 'a-rag/1',
    usage: { input: 1200, output: 34, cachedInput: 0, counted: 'endpoint' },
    cost: 0.0005,
    ms: 812.4,
    retries: 0,
    cached: false,
    truncated: false,
    asked: [{ role: 'user', content: '<b>Who?</b>' }],
    reply: 'I search.',
    calls: ['keyword_search'],
    ...more,
  });
  const events: QuestionEvent[] = [
    llm(1),
    searchOf(2, 'builder', ['x', 'd1#0', 'd2#0'], { purpose: 'agent', tool: 'keyword_search', shown: 2 }),
    { event: 'open', question: 'q', step: 3, chunks: ['d1#0'], unknown: ['nowhere#1'] },
    { event: 'nudge', question: 'q', step: 4, loops: 12 },
    searchOf(5, 'leg one', ['d2#0'], { purpose: 'leg' }),
    searchOf(6, 'leg two', ['y'], { purpose: 'leg' }),
    searchOf(7, 'whole', ['y', 'd2#0'], { tool: 'fusion', fused: [5, 6] }),
    llm(8, { cost: null, truncated: true, calls: [] }),
    { event: 'limit', question: 'q', step: 9, limit: 'loops', used: 15, of: 15 },
    { event: 'answer', question: 'q', step: 10, text: 'Maren', abstained: false, forced: true },
    { event: 'error', question: 'q', step: 11, code: 'llm-unreadable', message: 'no answer' },
    { event: 'done', question: 'q', ms: 3 },
  ];
  const steps = stepsOf(events, hops, 1);
  const step = <K extends Step['kind']>(kind: K, at = 0): StepOf<K> => {
    const found = steps.filter((one): one is StepOf<K> => one.kind === kind)[at];
    if (found === undefined) throw new Error(`no ${kind}`);
    return found;
  };
  it('drops nothing silently: every event but the end is a step, in order', () => {
    expect(steps.map(({ kind }) => kind)).toEqual(
      events.flatMap(({ event }) => (event === 'done' ? [] : [event])),
    );
    expect(steps.map(({ number }) => number)).toEqual(steps.map((_, at) => at + 1));
  });
  it('says of an event of a later version that it does not know it', () => {
    const later = { event: 'reflection', question: 'q', step: 1 } as unknown as QuestionEvent;
    expect(stepsOf([later], hops, 1)).toEqual([{ kind: 'unknown', number: 1, name: 'reflection' }]);
    expect(UNKNOWN_EVENT('reflection')).toContain('“reflection”');
  });
  it('counts what the agent was shown, whatever k is', () => {
    expect(step('search')).toMatchObject({
      tool: 'keyword_search',
      shown: 2,
      within: 2,
      found: [{ gold: 'g1', card: 1, rank: 2 }],
      counts: true,
    });
  });
  it('shows what a leg found without counting it: the fused ranking decides', () => {
    expect(step('search', 1)).toMatchObject({ purpose: 'leg', counts: false, found: [{ gold: 'g2' }] });
    expect(step('search', 3)).toMatchObject({ fused: [5, 6], within: 1, found: [], counts: true });
    expect([...reachedBy(steps, hops, steps.length)]).toEqual([1]);
    expect(SEARCHED.fused([5, 6])).toContain('steps 5, 6');
  });
  it('keeps what the model cost, was asked and replied, and what it opened', () => {
    expect(step('llm')).toMatchObject({ purpose: 'act', prompt: 'a-rag/1', reply: 'I search.' });
    expect(MODEL.facts(step('llm'))).toBe('1,200 tokens in, 34 out · cost 0.0005 · 812 ms');
    expect(step('open')).toMatchObject({ chunks: ['d1#0'], unknown: ['nowhere#1'] });
    expect(step('limit')).toMatchObject({ limit: 'loops', used: 15, of: 15 });
    expect(step('answer')).toMatchObject({ forced: true });
    expect(step('error')).toMatchObject({ code: 'llm-unreadable' });
  });
  it('says where tokens were estimated, what was cached, retried and is of no known price', () => {
    const usage = { input: 10, output: 1, cachedInput: 4, counted: 'tokenizer' } as const;
    expect(MODEL.facts({ ...step('llm'), usage, cost: null, retries: 2, cached: true })).toBe(
      '10 tokens in (4 of them cached by the endpoint), 1 out, estimated here · cost not known · 812 ms · 2 retries · from the response cache: nothing was sent',
    );
    expect([0, 0.00001, 0.25].map(costText)).toEqual(['cost 0', 'cost below 0.0001', 'cost 0.2500']);
  });
  it('sums tokens and cost up; one unknown price makes the sum unknown, and a fusion is no search', () => {
    expect(stepsSummary(steps)).toBe('3 searches, 2 model replies: 2,468 tokens, cost not known');
    expect(stepsSummary(stepsOf([llm(1), llm(2)], hops, 1))).toBe(
      '0 searches, 2 model replies: 2,468 tokens, cost 0.0010',
    );
  });
  it('says of a repeat that it is one even where the step it repeats is not in the trace', () => {
    const [one] = stepsOf([searchOf(4, 'again', [], { duplicateOf: 2 })], hops, 1);
    expect(one).toMatchObject({ repeat: true, repeats: null });
    expect(SEARCHED.repeat(null)).toContain('repeat');
  });
});
