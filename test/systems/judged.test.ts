import { describe, expect, test } from 'vitest';
import type { Question } from '../../src/domain/question';
import { eventsOf, play } from './play';
import { CHAIN, CHAIN_GOLD, PASSAGES } from './tiny-search';

/** States a fact exactly where the tiny world does. */
const truth = (question: string, passage: string): number => {
  if (/designed the Ostra Bridge/.test(question)) return passage.includes('designed by Mira Tal') ? 0.9 : 0.1;
  if (/teacher of Mira Tal/.test(question)) return passage.includes('from Jonas Vey') ? 0.8 : 0.2;
  return passage.includes('born in Harrowdale') ? 0.7 : 0.05;
};

const queries = (events: Parameters<typeof eventsOf>[0]) =>
  eventsOf(events, 'search').map(({ query }) => query);

describe('probe-hops with a judge', () => {
  test('fills a bridge answer in when its passage is there and states the fact, and records each decision', async () => {
    const { events } = await play('probe-hops', 4, { judge: { presence: truth } });
    expect(
      events.map((event) =>
        event.event === 'judge'
          ? [event.step, 'judge', event.hop, event.asked, event.probability, event.chunk, event.use]
          : event.event === 'search'
            ? [event.step, event.query]
            : event.event,
      ),
    ).toEqual([
      [1, 'Who designed the Ostra Bridge?'],
      [2, 'judge', 1, 'Who designed the Ostra Bridge?', 0.9, 'bridge#0', 'filled'],
      [3, 'Who was the teacher of Mira Tal?'],
      [4, 'judge', 2, 'Who was the teacher of Mira Tal?', 0.8, 'tal#0', 'filled'],
      [5, 'Where was Jonas Vey born?'],
      // No hop builds on the last one, so nothing was to be decided about it; and nothing is left unchecked.
      'done',
    ]);
    expect(eventsOf(events, 'judge')[0]).toMatchObject({
      question: 'q1',
      judge: 'fake',
      threshold: 0.5,
      state: 'scored',
    });
  });

  test('does not fill in what its passage does not state, and says why', async () => {
    const { events } = await play('probe-hops', 4, {
      judge: {
        presence: (question, passage) => (/teacher/.test(question) ? 0.49 : truth(question, passage)),
      },
    });
    expect(queries(events)).toEqual([
      'Who designed the Ostra Bridge?',
      'Who was the teacher of Mira Tal?',
      'Where was born?',
    ]);
    expect(eventsOf(events, 'judge').map(({ use }) => use)).toEqual(['filled', 'not-filled']);
    expect(eventsOf(events, 'note').map(({ message }) => message)).toEqual([
      'Hop 3: #2 could not be filled in, as its passage was found and does not state the fact, says the judge.',
    ]);
    expect(eventsOf(events, 'search').at(-1)?.unresolved).toEqual([2]);
  });

  test('at the threshold a fact is present, and below it is not', async () => {
    const at = async (threshold: number) => {
      const { events } = await play('probe-hops', 4, { judge: { presence: () => 0.6 }, threshold });
      return eventsOf(events, 'judge').map(({ use }) => use);
    };
    expect(await at(0.6)).toEqual(['filled', 'filled']);
    expect(await at(0.600001)).toEqual(['not-filled']);
  });

  test('a passage that was not retrieved is not judged, whatever the others state', async () => {
    // Mira Tal's own passage stands fourth for hop 2.
    const { events, judged } = await play('probe-hops', 3, { judge: { presence: () => 1 } });
    expect(queries(events).at(-1)).toBe('Where was born?');
    expect(eventsOf(events, 'judge').map(({ hop }) => hop)).toEqual([1]);
    expect(judged.map(([question]) => question)).toEqual(Array(3).fill('Who designed the Ostra Bridge?'));
    expect(eventsOf(events, 'note')[0]?.message).toContain('the passage that states it was not found');
  });

  test('judges with gold bridge answers, also where the search had none', async () => {
    // Hop 1's passage does not state its fact, so hop 2 is searched open; hop 2's own passage is there all the same.
    const { events } = await play('probe-hops', 8, {
      judge: { presence: (question) => (/designed/.test(question) ? 0 : 1) },
    });
    expect(queries(events)).toEqual([
      'Who designed the Ostra Bridge?',
      'Who was the teacher?',
      'Where was born?',
    ]);
    const [, second] = eventsOf(events, 'judge');
    expect(second).toBeUndefined();
    const wide = await play('probe-hops', 8, {
      judge: { presence: (question) => (/designed/.test(question) ? 0 : 1) },
      passages: { ...PASSAGES, 'tal#0': 'The teacher of Mira Tal was Jonas Vey.' },
    });
    expect(eventsOf(wide.events, 'judge').map(({ asked, use }) => [asked, use])).toEqual([
      ['Who designed the Ostra Bridge?', 'not-filled'],
      ['Who was the teacher of Mira Tal?', 'filled'],
    ]);
    expect(queries(wide.events).at(-1)).toBe('Where was Jonas Vey born?');
  });

  test('decides again when a later hop needs it and more was retrieved, asking only about what is new', async () => {
    const question: Question = {
      ...CHAIN,
      hops: [
        { id: 1, question: 'Which ferry opened?', answers: ['Mira Tal'], dependsOn: [], gold: ['g1'] },
        { id: 2, question: 'What did #1 learn?', answers: ['x'], dependsOn: [1], gold: ['g2'] },
        { id: 3, question: 'From whom did #1 learn?', answers: ['x'], dependsOn: [1], gold: ['g3'] },
      ],
    };
    const { events, judged } = await play('probe-hops', 8, {
      question,
      // The fact stands in a passage that only the second search brings.
      judge: { presence: (_, passage) => (passage.includes('learned her craft') ? 0.9 : 0.1) },
      passages: { ...PASSAGES, 'bridge#0': 'The ferry at Ostra Bridge opened.', 'noise1#0': 'What she did.' },
    });
    expect(eventsOf(events, 'judge').map(({ hop, use, chunk }) => [hop, use, chunk])).toEqual([
      [1, 'not-filled', expect.any(String)],
      [1, 'not-filled', expect.any(String)],
    ]);
    expect(new Set(judged.map(String)).size).toBe(judged.length);
  });

  test('what cannot be decided is not filled in', async () => {
    const { events } = await play('probe-hops', 4, { judge: { presence: () => null } });
    expect(eventsOf(events, 'judge')).toMatchObject([
      { state: 'inconclusive', probability: null, chunk: null, use: 'not-filled' },
    ]);
    expect(events.at(-1)).toMatchObject({ event: 'done' });
  });

  test('a passage that failed makes the question an error, unless another states the fact', async () => {
    const fault = (where: string) => (question: string, passage: string) =>
      passage.includes(where) ? new Error('out of memory') : truth(question, passage);
    const failed = await play('probe-hops', 4, { judge: { presence: fault('designed by Mira Tal') } });
    expect(eventsOf(failed.events, 'judge')).toMatchObject([
      { state: 'errored', probability: null, chunk: null, use: 'not-filled' },
    ]);
    expect(failed.events.at(-1)).toMatchObject({
      event: 'error',
      question: 'q1',
      step: 3,
      code: 'internal',
      message: 'The judge could not score a passage: out of memory.',
    });
    const elsewhere = await play('probe-hops', 4, { judge: { presence: fault('ferry') } });
    expect(eventsOf(elsewhere.events, 'judge')[0]).toMatchObject({ state: 'scored', use: 'filled' });
    expect(elsewhere.events.at(-1)).toMatchObject({ event: 'done' });
  });

  test('asks the judge nothing about a question without sub-questions or without gold', async () => {
    const none = await play('probe-hops', 4, { question: { ...CHAIN, hops: [] }, judge: {} });
    const gone = CHAIN_GOLD.map((mapping) => ({ ...mapping, chunks: [] }));
    const unmapped = await play('probe-hops', 4, { mappings: gone, judge: {} });
    expect([...none.judged, ...unmapped.judged]).toEqual([]);
  });
});
