import { describe, expect, it } from 'vitest';
import type { QuestionEvent } from '../../../src/domain/trace';
import { chainView } from '../../../src/ui/components/chain/hop-view';
import { PRESENCE } from '../../../src/ui/messages';
import { reachedBy, stepsOf, stepsSummary } from '../../../src/ui/screens/question/steps';
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
