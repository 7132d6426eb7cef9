import { describe, expect, test } from 'vitest';
import type { Question } from '../../src/domain/question';
import type { System } from '../../src/systems/system';
import { visibleTo } from '../../src/systems/visible';
import { eventsOf, play } from './play';
import { CHAIN, PASSAGES } from './tiny-search';

type Spans = [text: string, score: number][];

/** Reads the tiny world as a reader would: the right span, and a worse one beside it. */
const reads = (question: string, passage: string): Spans => {
  if (/designed/.test(question) && passage.includes('Mira Tal'))
    return [
      ['Mira Tal', 4],
      ['Kelm', -2],
    ].filter(([text]) => passage.includes(String(text))) as Spans;
  if (/teacher/.test(question) && passage.includes('Jonas Vey')) return [['Jonas Vey', 3]];
  if (/born/.test(question) && passage.includes('Harrowdale'))
    return [['Harrowdale', passage.includes('born') ? 5 : 1]];
  return [];
};
const judge = { presence: () => 0.9, spans: reads };

const queries = (events: Parameters<typeof eventsOf>[0]) =>
  eventsOf(events, 'search').map(({ query }) => query);

describe('reader-single', () => {
  test('reads the top k of one search and answers with the best span', async () => {
    const passages = { 'a#0': 'Jonas Vey was born in Harrowdale.', 'b#0': 'Jonas lived in Kelm.' };
    const question: Question = { ...CHAIN, text: 'Where was Jonas Vey born?' };
    const { events } = await play('reader-single', 2, {
      question,
      passages,
      judge: {
        presence: (_, passage) => (passage.includes('born') ? 0.9 : 0.2),
        spans: (_, passage) =>
          passage.includes('born')
            ? [
                ['Harrowdale', 2],
                ['Jonas', -1],
              ]
            : [['Kelm', 1]],
      },
    });
    expect(events).toEqual([
      expect.objectContaining({ event: 'search', step: 1, purpose: 'question', hop: null }),
      {
        event: 'read',
        question: 'q1',
        step: 2,
        hop: null,
        asked: 'Where was Jonas Vey born?',
        reader: 'fake',
        chunks: ['a#0', 'b#0'],
        spans: [
          { text: 'Harrowdale', start: 22, end: 32, score: 2, chunk: 'a#0', presence: 0.9 },
          // log-odds −1 + 2.2 against 1 − 1.4: the passage that states the fact weighs more.
          { text: 'Jonas', start: 0, end: 5, score: -1, chunk: 'a#0', presence: 0.9 },
          { text: 'Kelm', start: 15, end: 19, score: 1, chunk: 'b#0', presence: 0.2 },
        ],
      },
      { event: 'answer', question: 'q1', step: 3, text: 'Harrowdale', abstained: false, forced: false },
      // It knows no labels, so the question's text is all that it was given.
      { event: 'done', question: 'q1', ms: 0, given: { text: expect.stringMatching(/^[0-9a-f]{12}$/) } },
    ]);
  });

  test('abstains when no span is worth more than saying nothing, and keeps what it considered', async () => {
    const { events } = await play('reader-single', 3, {
      judge: { presence: () => 0.1, spans: (_, passage) => (passage.includes('Kelm') ? [['Kelm', 2]] : []) },
    });
    expect(eventsOf(events, 'read')[0]?.spans[0]).toMatchObject({ text: 'Kelm', score: 2, presence: 0.1 });
    expect(eventsOf(events, 'answer')).toMatchObject([{ text: '', abstained: true }]);
  });

  test('abstains when nothing was retrieved, and reads nothing', async () => {
    const { events, readings } = await play('reader-single', 3, { passages: { 'x#0': 'zzz' }, judge });
    expect(readings).toEqual([]);
    expect(events.map(({ event }) => event)).toEqual(['search', 'answer', 'done']);
    expect(eventsOf(events, 'answer')[0]?.abstained).toBe(true);
  });

  test('a reader that fails makes the question an error, never an answer', async () => {
    const { events } = await play('reader-single', 3, {
      judge: {
        spans: () => {
          throw new Error('session lost');
        },
      },
    });
    expect(events.map(({ event }) => event)).toEqual(['search', 'error']);
  });
});

describe('reader-hops', () => {
  test('goes on with what it read and answers with the last hop’s span', async () => {
    const { events, readings } = await play('reader-hops', 4, { judge });
    expect(queries(events)).toEqual([
      'Who designed the Ostra Bridge?',
      'Who was the teacher of Mira Tal?',
      'Where was Jonas Vey born?',
    ]);
    expect(eventsOf(events, 'read').map(({ hop, asked, spans }) => [hop, asked, spans[0]?.text])).toEqual([
      [1, 'Who designed the Ostra Bridge?', 'Mira Tal'],
      [2, 'Who was the teacher of Mira Tal?', 'Jonas Vey'],
      [3, 'Where was Jonas Vey born?', 'Harrowdale'],
    ]);
    // Accumulated: everything that earlier hops brought is read again, with the new question.
    const [first, second, third] = eventsOf(events, 'read').map(({ chunks }) => chunks);
    expect(second?.slice(0, first?.length)).toEqual(first);
    expect(third?.slice(0, second?.length)).toEqual(second);
    expect(new Set(readings.map(String)).size).toBe(readings.length);
    expect(eventsOf(events, 'answer')).toMatchObject([{ text: 'Harrowdale', abstained: false }]);
  });

  test('an answer that was read wrong goes into the next query', async () => {
    const { events } = await play('reader-hops', 4, {
      judge: {
        presence: () => 0.9,
        spans: (question, passage) =>
          /designed the/.test(question) && passage.includes('Kelm') ? [['Kelm', 9]] : [],
      },
    });
    expect(queries(events)[1]).toBe('Who was the teacher of Kelm?');
  });

  test('a hop whose bridge was not read is searched and not read, and the end is an abstention', async () => {
    const { events } = await play('reader-hops', 4, {
      judge: {
        presence: () => 0.9,
        spans: (question, passage) => (/teacher/.test(question) ? [] : reads(question, passage)),
      },
    });
    expect(queries(events)).toEqual([
      'Who designed the Ostra Bridge?',
      'Who was the teacher of Mira Tal?',
      'Where was born?',
    ]);
    expect(eventsOf(events, 'read').map(({ hop }) => hop)).toEqual([1, 2]);
    expect(eventsOf(events, 'note').map(({ message }) => message)).toEqual([
      'Hop 3 was searched and not read, as no answer was read for #2.',
    ]);
    expect(eventsOf(events, 'answer')).toMatchObject([{ text: '', abstained: true }]);
  });

  test('where several hops end the decomposition, reads the whole question over all they brought', async () => {
    const question: Question = {
      ...CHAIN,
      text: 'Was the ferry or the Ostra Bridge in Kelm?',
      hops: [
        { id: 1, question: 'Where was the ferry?', answers: ['Kelm'], dependsOn: [], gold: [] },
        { id: 2, question: 'Where was the Ostra Bridge?', answers: ['Kelm'], dependsOn: [], gold: [] },
      ],
    };
    const { events } = await play('reader-hops', 2, {
      question,
      judge: { presence: () => 0.9, spans: (_, passage) => (passage.includes('Kelm') ? [['Kelm', 1]] : []) },
    });
    const last = eventsOf(events, 'read').at(-1);
    expect(last).toMatchObject({ hop: null, asked: question.text });
    expect(new Set(last?.chunks)).toEqual(
      new Set(eventsOf(events, 'search').flatMap(({ hits }) => hits.slice(0, 2).map(({ chunk }) => chunk))),
    );
    expect(eventsOf(events, 'answer')).toMatchObject([{ text: 'Kelm' }]);
  });

  test('without sub-questions reads once and says so', async () => {
    const { events } = await play('reader-hops', 3, { question: { ...CHAIN, hops: [] }, judge });
    expect(events.map(({ event }) => event)).toEqual(['note', 'search', 'read', 'answer', 'done']);
  });
});

describe('reader-iterative', () => {
  test('follows titles and names of what it read, and answers from all of it', async () => {
    const question: Question = {
      ...CHAIN,
      text: 'Where was the teacher of the designer of the Ostra Bridge born?',
    };
    const passages = {
      'bridge#0': 'The Ostra Bridge in Kelm was designed by Mira Tal.',
      'tal#0': 'Mira Tal learned from Jonas Vey.',
      'vey#0': 'Jonas Vey is from Harrowdale.',
    };
    const { events, readings } = await play('reader-iterative', 3, {
      question,
      passages,
      judge: {
        presence: (_, passage) => (passage.includes('Harrowdale') ? 0.9 : 0.3),
        spans: (_, passage) =>
          passage.includes('Harrowdale')
            ? [['Harrowdale', 3]]
            : passage.includes('designed')
              ? [['Mira Tal', -1]]
              : [['Jonas Vey', -0.5]],
      },
    });
    expect(queries(events)).toEqual([
      question.text,
      `${question.text} Mira Tal`,
      `${question.text} Jonas Vey`,
      `${question.text} Harrowdale`,
    ]);
    expect(
      eventsOf(events, 'search').every(({ hop, purpose }) => hop === null && purpose === 'question'),
    ).toBe(true);
    expect(eventsOf(events, 'read').at(-1)?.chunks).toEqual(['bridge#0', 'tal#0', 'vey#0']);
    // Each passage is read once, however often the set has grown.
    expect(readings).toHaveLength(3);
    expect(eventsOf(events, 'answer')).toMatchObject([
      { text: 'Harrowdale', abstained: false, forced: false },
    ]);
  });

  test('never searches more often than the loop budget allows, and stops when no name is left', async () => {
    const short = await play('reader-iterative', 2, { judge, loops: 2 });
    expect(eventsOf(short.events, 'search')).toHaveLength(2);
    const bare = await play('reader-iterative', 2, {
      judge: { presence: () => 0.1 },
      passages: { 'a#0': 'teacher of the architect born' },
      question: { ...CHAIN, text: 'teacher of the architect born' },
      loops: 9,
    });
    expect(eventsOf(bare.events, 'search')).toHaveLength(1);
    expect(eventsOf(bare.events, 'answer')).toMatchObject([{ abstained: true }]);
  });

  test('asks no query twice', async () => {
    const { asked, events } = await play('reader-iterative', 3, { judge, loops: 9 });
    expect(new Set(asked).size).toBe(asked.length);
    expect(eventsOf(events, 'search').every(({ duplicateOf }) => duplicateOf === null)).toBe(true);
  });
});

describe('what a system may see', () => {
  test.each<[System['needs'], Partial<Question>]>([
    ['labels', CHAIN],
    [
      'sub-questions',
      { answers: [], gold: [], hops: CHAIN.hops.map((hop) => ({ ...hop, answers: [], gold: [] })) },
    ],
    ['nothing', { answers: [], gold: [], hops: [] }],
  ])('%s', (needs, expected) => {
    expect(visibleTo(needs, { ...CHAIN, type: 'bridge' })).toMatchObject({
      id: 'q1',
      text: CHAIN.text,
      ...expected,
    });
    expect(visibleTo(needs, { ...CHAIN, answerable: false }).answerable).toBe(needs !== 'labels');
  });

  test('the answers of a system without labels do not change with the labels', async () => {
    const other: Question = {
      ...CHAIN,
      answers: ['elsewhere'],
      gold: [],
      hops: CHAIN.hops.map((hop) => ({ ...hop, answers: ['elsewhere'], gold: [] })),
    };
    for (const system of ['reader-single', 'reader-hops', 'reader-iterative'] as const) {
      const [a, b] = await Promise.all(
        [CHAIN, other].map((question) => play(system, 3, { question, judge, passages: PASSAGES })),
      );
      expect(b?.events).toEqual(a?.events);
    }
  });
});
