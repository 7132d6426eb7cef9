import { describe, expect, test } from 'vitest';
import type { Question } from '../../src/domain/question';
import type { QuestionEvent } from '../../src/domain/trace';
import { playEpisode } from '../../src/systems/episode';
import { SYSTEMS } from '../../src/systems/registry';
import { play } from './play';
import { CHAIN, CHAIN_GOLD, PASSAGES, tinySearch } from './tiny-search';

/** [step, hop, purpose, query, unresolved, duplicate of, first three hits] or the note, one line an event. */
const lines = (events: QuestionEvent[]) =>
  events.map((event) => {
    if (event.event === 'note') return [event.step, event.message];
    if (event.event !== 'search') return [event.event];
    const { step, hop, purpose, query, unresolved, duplicateOf, hits } = event;
    return [step, hop, purpose, query, unresolved, duplicateOf, hits.slice(0, 3).map(({ chunk }) => chunk)];
  });

const UNCHECKED =
  'Bridge answers were filled in when their gold passage was retrieved; that it states the fact was not checked.';

describe('probe-single', () => {
  test('asks the question once and keeps the whole ranking', async () => {
    const { events, asked } = await play('probe-single', 1);
    expect(events).toMatchObject([
      {
        event: 'search',
        question: 'q1',
        step: 1,
        hop: null,
        purpose: 'question',
        tool: 'search',
        query: CHAIN.text,
        key: 'where was the teacher of the architect of the ostra bridge born',
        duplicateOf: null,
        unresolved: [],
      },
      { event: 'done', question: 'q1', ms: 0 },
    ]);
    expect(asked).toEqual([CHAIN.text]);
    const [search] = events;
    expect(search?.event === 'search' && search.hits.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5, 6]);
  });
});

describe('probe-hops', () => {
  test('fills a bridge answer in only where its gold passage was found within k', async () => {
    // Mira Tal's own passage stands fourth for hop 2, so at k = 3 her teacher stays unknown.
    const { events } = await play('probe-hops', 3);
    expect(lines(events)).toEqual([
      [
        1,
        1,
        'sub-question',
        'Who designed the Ostra Bridge?',
        [],
        null,
        ['bridge#0', 'noise3#0', 'noise1#0'],
      ],
      [
        2,
        2,
        'sub-question',
        'Who was the teacher of Mira Tal?',
        [],
        null,
        ['bridge#0', 'noise4#0', 'noise5#0'],
      ],
      [3, 'Hop 3: #2 could not be filled in, as the passage that states it was not found.'],
      [4, 3, 'sub-question', 'Where was born?', [2], null, ['noise4#0', 'noise5#0', 'vey#0']],
      [5, UNCHECKED],
      ['done'],
    ]);
    const deeper = await play('probe-hops', 4);
    expect(lines(deeper.events).slice(2)).toEqual([
      [3, 3, 'sub-question', 'Where was Jonas Vey born?', [], null, ['vey#0', 'tal#0', 'noise4#0']],
      [4, UNCHECKED],
      ['done'],
    ]);
  });

  test('knows an answer from a passage that the search for another hop brought', async () => {
    const question: Question = {
      ...CHAIN,
      hops: [
        {
          id: 1,
          question: 'Which ferry?',
          answers: ['Kelm ferry'],
          dependsOn: [],
          gold: ['g1'],
        },
        {
          id: 2,
          question: 'Was Mira Tal of the Ostra Bridge a pupil?',
          answers: ['yes'],
          dependsOn: [],
          gold: ['g2'],
        },
        {
          id: 3,
          question: 'Where was the teacher after #1 born?',
          answers: ['x'],
          dependsOn: [1],
          gold: ['g3'],
        },
      ],
    };
    const { events } = await play('probe-hops', 2, { question });
    // bridge#0 (g1) is not in the top 2 of hop 1's search, but in that of hop 2's.
    expect(lines(events).map((line) => line[3])).toContain('Where was the teacher after Kelm ferry born?');
    expect(lines(events)[0]?.[6]).not.toContain('bridge#0');
  });

  test('asks the same words once, and says of which search it is a repeat', async () => {
    const question: Question = {
      ...CHAIN,
      hops: [
        {
          id: 1,
          question: 'Where was Jonas Vey born?',
          answers: ['Harrowdale'],
          dependsOn: [],
          gold: ['g3'],
        },
        {
          id: 2,
          question: 'where was JONAS VEY  born',
          answers: ['Harrowdale'],
          dependsOn: [],
          gold: ['g3'],
        },
      ],
    };
    const { events, asked } = await play('probe-hops', 5, { question });
    expect(asked).toEqual(['Where was Jonas Vey born?']);
    expect(lines(events).slice(0, 2)).toEqual([
      [1, 1, 'sub-question', 'Where was Jonas Vey born?', [], null, ['vey#0', 'tal#0', 'noise4#0']],
      [2, 2, 'sub-question', 'where was JONAS VEY  born', [], 1, ['vey#0', 'tal#0', 'noise4#0']],
    ]);
    expect(events).toHaveLength(3);
  });

  test('without labelled hops asks the question once and says so', async () => {
    const { events } = await play('probe-hops', 5, { question: { ...CHAIN, hops: [] } });
    expect(events.map((event) => event.event)).toEqual(['note', 'search', 'done']);
    expect(events[1]).toMatchObject({ purpose: 'question', hop: null, query: CHAIN.text, step: 2 });
  });

  test('a hop whose gold is not in the corpus never yields its answer', async () => {
    const gone = CHAIN_GOLD.map((mapping) =>
      mapping.gold === 'g1'
        ? { ...mapping, status: 'notInCorpus' as const, method: null, chunks: [] }
        : mapping,
    );
    const { events } = await play('probe-hops', 50, { mappings: gone });
    expect(events.find((event) => event.event === 'search' && event.hop === 2)).toMatchObject({
      query: 'Who was the teacher?',
      unresolved: [1],
    });
  });
});

describe('probe-oracle', () => {
  test('asks the ideal query, and other words only where gold is not first', async () => {
    const { events } = await play('probe-oracle', 1);
    expect(lines(events)).toEqual([
      [1, 1, 'oracle', 'Who designed the Ostra Bridge?', [], null, ['bridge#0', 'noise3#0', 'noise1#0']],
      [2, 2, 'oracle', 'Who was the teacher of Mira Tal?', [], null, ['bridge#0', 'noise4#0', 'noise5#0']],
      [3, 2, 'keywords', 'teacher Mira Tal', [], null, ['bridge#0', 'tal#0', 'noise4#0']],
      [4, 2, 'relation', 'Mira Tal teacher', [], null, ['bridge#0', 'tal#0', 'noise4#0']],
      [5, 2, 'title', 'Mira Tal', [], null, ['bridge#0', 'tal#0']],
      [6, 3, 'oracle', 'Where was Jonas Vey born?', [], null, ['vey#0', 'tal#0', 'noise4#0']],
      ['done'],
    ]);
  });

  test('never puts a hop’s own answer or its gold passage’s title into a query of that hop', async () => {
    const question: Question = {
      ...CHAIN,
      hops: CHAIN.hops.map((hop) => ({ ...hop, answers: [`answer${hop.id}`] })),
      gold: CHAIN.gold.map(({ id }) => ({ id, title: `title${id}`, text: `text${id}` })),
    };
    const { events } = await play('probe-oracle', 1, {
      question,
      passages: { 'x#0': 'who where was born teacher' },
    });
    for (const event of events) {
      if (event.event !== 'search') continue;
      expect(event.query).not.toContain(`answer${event.hop}`);
      expect(event.query).not.toMatch(/titleg|textg/);
    }
    expect(events.filter((event) => event.event === 'search').length).toBeGreaterThan(6);
  });

  test('spends nothing on gold that has no chunk', async () => {
    const unmapped = CHAIN_GOLD.map((mapping) => ({
      ...mapping,
      status: 'unmapped' as const,
      method: null,
      chunks: [],
    }));
    const { events } = await play('probe-oracle', 1, { mappings: unmapped });
    expect(lines(events).map((line) => line[2])).toEqual(['oracle', 'oracle', 'oracle', undefined]);
  });

  test('without hops asks keywords, names, and the gold titles that the labels name', async () => {
    const question: Question = {
      ...CHAIN,
      hops: [],
      gold: [
        { id: 'g1', title: 'Ostra Bridge' },
        { id: 'g3', title: 'Jonas Vey' },
      ],
    };
    const { events, asked } = await play('probe-oracle', 1, { question });
    expect(
      lines(events)
        .slice(1)
        .map((line) => [line[2], line[3], line[5]]),
    ).toEqual([
      ['question', CHAIN.text, null],
      ['keywords', 'teacher architect Ostra Bridge born', null],
      ['relation', 'Ostra Bridge teacher architect born', null],
      ['relation', 'Jonas Vey teacher architect Ostra Bridge born', null],
      ['title', 'Ostra Bridge', null],
      ['title', 'Jonas Vey', null],
      [undefined, undefined, undefined],
    ]);
    expect(asked).toHaveLength(6);
    expect(asked.length).toBeLessThanOrEqual(SYSTEMS['probe-oracle'].searches(question, 4));
  });

  test('a search that fails is this question’s error, with what was asked before it', async () => {
    const { search } = tinySearch(PASSAGES);
    let calls = 0;
    const events = await playEpisode({
      system: SYSTEMS['probe-oracle'],
      question: CHAIN,
      gold: new Map(),
      k: 5,
      loops: 4,
      intervention: null,
      agent: null,
      signal: new AbortController().signal,
      passages: async () => [],
      classifier: null,
      search: async (query) => {
        calls++;
        if (calls === 2) throw new Error('index fault');
        return search(query);
      },
      now: () => 0,
      failure: (thrown) => ({ code: 'internal', message: String(thrown) }),
    });
    expect(lines(events).map((line) => line[2] ?? line[0])).toEqual(['oracle', 'error']);
    const hash = expect.stringMatching(/^[0-9a-f]{12}$/);
    expect(events[1]).toEqual({
      event: 'error',
      question: 'q1',
      step: 2,
      code: 'internal',
      message: 'Error: index fault',
      // A probe is shown everything, so everything of it is recorded.
      given: { text: hash, hops: hash, labels: hash },
    });
  });
});
