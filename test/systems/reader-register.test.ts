import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Question } from '../../src/domain/question';
import { eventsOf, type FakeJudge, play } from './play';
import { CHAIN, PASSAGES } from './tiny-search';

/** The fact of each sub-question of the chain, and the passage that states it. */
const FACTS: [asked: RegExp, passage: string, answer: string][] = [
  [/designed/, PASSAGES['bridge#0'] ?? '', 'Mira Tal'],
  [/teacher of Mira Tal/, PASSAGES['tal#0'] ?? '', 'Jonas Vey'],
  [/Jonas Vey born/, PASSAGES['vey#0'] ?? '', 'Harrowdale'],
];
const fair: FakeJudge = {
  presence: (question, passage) =>
    FACTS.some(([asked, stated]) => asked.test(question) && passage === stated) ? 0.9 : 0.1,
  spans: (question, passage) =>
    FACTS.flatMap(([asked, stated, answer]): [string, number][] =>
      asked.test(question) && passage === stated ? [[answer, 4]] : [],
    ),
};
const queries = (events: Parameters<typeof eventsOf>[0]) =>
  eventsOf(events, 'search').map(({ query }) => query);
const registers = (events: Parameters<typeof eventsOf>[0]) => eventsOf(events, 'register');

describe('reader-register', () => {
  test('resolves sub-question after sub-question, with the passage that states it, and answers with the last', async () => {
    const { events } = await play('reader-register', 4, { judge: fair, loops: 15 });
    expect(queries(events)).toEqual([
      'Who designed the Ostra Bridge?',
      'Who was the teacher of Mira Tal?',
      'Where was Jonas Vey born?',
    ]);
    expect(registers(events).map(({ active, open }) => [active, open])).toEqual([
      ['r1', 3],
      ['r2', 2],
      ['r3', 1],
      [null, 0],
    ]);
    expect(registers(events)[1]?.delta[0]).toEqual({
      id: 'r1',
      text: 'Who designed the Ostra Bridge?',
      status: 'resolved',
      note: 'Mira Tal',
      support: ['bridge#0'],
      reason: '',
    });
    expect(eventsOf(events, 'judge').map(({ hop, item, use }) => [hop, item, use])).toEqual([
      [1, 'r1', 'resolved'],
      [2, 'r2', 'resolved'],
      [3, 'r3', 'resolved'],
    ]);
    expect(eventsOf(events, 'answer')).toMatchObject([
      { text: 'Harrowdale', abstained: false, forced: false },
    ]);
  });

  test('asks what is open again in other words, until the passage that states it comes', async () => {
    // At k = 1 the sub-question brings a passage about another bridge; its keywords bring the right one.
    const passages = {
      ...PASSAGES,
      'trap#0': 'Who designed the Ostra ferry? Nobody knows.',
      'bridge#0': 'Ostra Bridge designed Mira Tal.',
    };
    const judge: FakeJudge = {
      presence: (question, passage) =>
        (
          /designed/.test(question)
            ? passage === passages['bridge#0']
            : /Tal|Vey/.test(question) && /Vey/.test(passage)
        )
          ? 0.9
          : 0.1,
      spans: (question, passage) =>
        /designed/.test(question) && passage === passages['bridge#0']
          ? [['Mira Tal', 4]]
          : /Vey was/.test(passage)
            ? [['Harrowdale', 4]]
            : /Vey/.test(passage)
              ? [['Jonas Vey', 4]]
              : [],
    };
    const { events } = await play('reader-register', 1, { passages, judge, loops: 15 });
    const [first, second] = eventsOf(events, 'search');
    expect(first).toMatchObject({ query: 'Who designed the Ostra Bridge?', hop: 1, purpose: 'sub-question' });
    expect(second).toMatchObject({ query: 'designed Ostra Bridge', hop: 1, purpose: 'sub-question' });
    expect(first?.hits[0]?.chunk).toBe('trap#0');
    expect(
      eventsOf(events, 'judge')
        .slice(0, 2)
        .map(({ use }) => use),
    ).toEqual(['not-resolved', 'resolved']);
    expect(registers(events)[1]?.delta[0]).toMatchObject({
      id: 'r1',
      status: 'resolved',
      support: ['bridge#0'],
    });
  });

  test('a fact that is not there stays open, however sure the reader is; the budget ends in an abstention', async () => {
    const { events, asked } = await play('reader-register', 4, {
      judge: { ...fair, presence: () => 0.1, spans: () => [] },
      loops: 2,
    });
    expect(asked).toHaveLength(2);
    expect(eventsOf(events, 'read')).toEqual([]);
    expect(registers(events)).toHaveLength(1);
    expect(eventsOf(events, 'limit')).toMatchObject([{ limit: 'loops', used: 2, of: 2 }]);
    expect(eventsOf(events, 'answer')).toMatchObject([{ text: '', abstained: true, forced: true }]);
  });

  test('when the words run out before the budget it abstains and says why', async () => {
    const { events } = await play('reader-register', 4, {
      judge: { ...fair, presence: () => 0.1 },
      loops: 15,
    });
    const asked = queries(events);
    expect(asked.slice(0, 2)).toEqual(['Who designed the Ostra Bridge?', 'designed Ostra Bridge']);
    expect(new Set(asked).size).toBe(asked.length);
    expect(asked.length).toBeLessThan(15);
    expect(eventsOf(events, 'limit')).toEqual([]);
    expect(eventsOf(events, 'note')[0]?.message).toContain('asked in all the words there are');
    expect(eventsOf(events, 'answer')).toMatchObject([{ abstained: true, forced: false }]);
  });

  test('what hangs on nothing open is asked meanwhile, and the open item keeps its place', async () => {
    const question: Question = {
      ...CHAIN,
      hops: [
        { id: 1, question: 'Who built the Ostra Bridge?', answers: [], dependsOn: [], gold: [] },
        { id: 2, question: 'Where was Jonas Vey born?', answers: [], dependsOn: [], gold: [] },
      ],
    };
    const { events } = await play('reader-register', 4, { question, judge: fair, loops: 15 });
    expect(
      eventsOf(events, 'search')
        .map(({ hop }) => hop)
        .at(-1),
    ).toBe(2);
    expect(
      registers(events).map(({ active, open, delta }) => [active, open, delta.map(({ id }) => id)]),
    ).toEqual([
      ['r1', 2, ['r1', 'r2']],
      ['r2', 2, ['r1', 'r2']],
      ['r1', 1, ['r1', 'r2']],
    ]);
    expect(registers(events).every(({ violations }) => violations.length === 0)).toBe(true);
    expect(eventsOf(events, 'answer')).toMatchObject([{ abstained: true }]);
  });

  test('an item that no words found is looked at again when a search for another has brought its passage', async () => {
    const passages = {
      'a#0': 'Who built what, and who built which: a guide to builders.',
      'b#0': 'Jonas Vey, whose span over the Kelm stands, was born in Harrowdale.',
    };
    const question: Question = {
      ...CHAIN,
      hops: [
        { id: 1, question: 'Who built it?', answers: [], dependsOn: [], gold: [] },
        {
          id: 2,
          question: 'Where was #1 born, of the builders in Harrowdale?',
          answers: [],
          dependsOn: [1],
          gold: [],
        },
        { id: 3, question: 'What stands over the Kelm?', answers: [], dependsOn: [], gold: [] },
      ],
    };
    const { events } = await play('reader-register', 1, {
      question,
      passages,
      loops: 15,
      judge: {
        presence: (_, passage) => (passage === passages['b#0'] ? 0.9 : 0.1),
        spans: (asked, passage) =>
          passage === passages['b#0']
            ? [[/built/.test(asked) ? 'Jonas Vey' : /born/.test(asked) ? 'Harrowdale' : 'span', 4]]
            : [],
      },
    });
    const resolvedItems = registers(events).flatMap(({ delta }) =>
      delta.flatMap(({ id, status }) => (status === 'resolved' ? [id] : [])),
    );
    expect(resolvedItems).toEqual(['r3', 'r1', 'r2']);
    // Found without another search for it.
    expect(
      eventsOf(events, 'search')
        .map(({ hop }) => hop)
        .indexOf(3),
    ).toBeGreaterThan(0);
    expect(eventsOf(events, 'answer')).toHaveLength(1);
  });

  test('without sub-questions reads once and says so', async () => {
    const { events } = await play('reader-register', 3, { question: { ...CHAIN, hops: [] }, judge: fair });
    expect(events.map(({ event }) => event)).toEqual(['note', 'search', 'read', 'answer', 'done']);
  });

  test('a judge that fails makes the question an error', async () => {
    const { events } = await play('reader-register', 3, {
      judge: { presence: () => new Error('session lost') },
    });
    expect(events.at(-1)?.event).toBe('error');
  });

  test('does not change with labels that it may not see', async () => {
    const other: Question = {
      ...CHAIN,
      answers: ['elsewhere'],
      gold: [],
      hops: CHAIN.hops.map((hop) => ({ ...hop, answers: ['elsewhere'], gold: [] })),
    };
    const [a, b] = await Promise.all(
      [CHAIN, other].map((question) => play('reader-register', 3, { question, judge: fair })),
    );
    expect(b?.events).toEqual(a?.events);
  });

  test('ends within its budget, whatever the judge and the labels say', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            question: fc.constantFrom('Who designed it?', 'Who taught #1?', '#2', 'Where is #9?', ''),
            dependsOn: fc.subarray([1, 2, 3]),
          }),
          { maxLength: 4 },
        ),
        fc.infiniteStream(fc.constantFrom(0.9, 0.1, null)),
        fc.integer({ min: 1, max: 8 }),
        async (hops, verdicts, loops) => {
          const question: Question = {
            ...CHAIN,
            hops: hops.map((hop, i) => ({ id: i + 1, ...hop, answers: [], gold: [] })),
          };
          const { events } = await play('reader-register', 3, {
            question,
            loops,
            judge: {
              presence: () => verdicts.next().value ?? null,
              spans: (_, passage) => [[passage.slice(0, 5), 1]],
            },
          });
          expect(eventsOf(events, 'answer')).toHaveLength(1);
          expect(events.at(-1)?.event).toBe('done');
          expect(eventsOf(events, 'search').length).toBeLessThanOrEqual(Math.max(loops, 1));
          expect(registers(events).every(({ violations }) => violations.length === 0)).toBe(true);
          const last = registers(events).at(-1);
          if (last !== undefined && last.open > 0)
            expect(eventsOf(events, 'answer')[0]?.abstained).toBe(true);
        },
      ),
    );
  });
});
