import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PairScore } from '../../src/domain/presence';
import type { Question } from '../../src/domain/question';
import { rephrasings } from '../../src/systems/reformulate';
import { reranked } from '../../src/systems/rerank';
import { eventsOf, play } from './play';
import { CHAIN, PASSAGES, tinySearch } from './tiny-search';

const augment = (policy: 'none' | 'always' | 'predicted' | 'oracle') => ({
  kind: 'augment' as const,
  policy,
});
const rerank = (policy: 'none' | 'always' | 'predicted' | 'oracle') => ({ kind: 'rerank' as const, policy });

/** States nothing about teachers; everything else is stated everywhere. */
const noTeacher = { presence: (question: string) => (/teacher/.test(question) ? 0.1 : 0.9) };

const asked = (events: Parameters<typeof eventsOf>[0]) =>
  eventsOf(events, 'search').map(({ hop, purpose, query }) => [hop, purpose, query]);
const judgements = (events: Parameters<typeof eventsOf>[0]) =>
  eventsOf(events, 'judge').map(({ hop, use }) => [hop, use]);
const chunks = (hits: { chunk: string }[] | undefined) => (hits ?? []).map(({ chunk }) => chunk);

describe('augment', () => {
  test('none: the same trace as without an intervention', async () => {
    const plain = await play('probe-hops', 3, { judge: noTeacher });
    expect((await play('probe-hops', 3, { judge: noTeacher, intervention: augment('none') })).events).toEqual(
      plain.events,
    );
    expect((await play('probe-hops', 3, { judge: noTeacher, intervention: rerank('none') })).events).toEqual(
      plain.events,
    );
  });

  test('always: every hop is asked again in other words', async () => {
    const { events } = await play('probe-hops', 4, { intervention: augment('always') });
    expect(asked(events)).toEqual([
      [1, 'sub-question', 'Who designed the Ostra Bridge?'],
      [1, 'augment', 'designed Ostra Bridge'],
      [1, 'augment', 'Ostra Bridge designed'],
      [1, 'augment', 'Ostra Bridge'],
      [2, 'sub-question', 'Who was the teacher of Mira Tal?'],
      [2, 'augment', 'teacher Mira Tal'],
      [2, 'augment', 'Mira Tal teacher'],
      [2, 'augment', 'Mira Tal'],
      [3, 'sub-question', 'Where was Jonas Vey born?'],
      // Its keywords are already entity and relation: the same words are asked once.
      [3, 'augment', 'Jonas Vey born'],
      [3, 'augment', 'Jonas Vey'],
    ]);
  });

  test('what a rephrasing brings within k counts as retrieved', async () => {
    // At k = 3 Mira Tal's passage is not among hop 2's own hits (probes.test.ts); her name alone brings it.
    const { events } = await play('probe-hops', 3, { intervention: augment('oracle') });
    expect(asked(events)).toEqual([
      [1, 'sub-question', 'Who designed the Ostra Bridge?'],
      [2, 'sub-question', 'Who was the teacher of Mira Tal?'],
      [2, 'augment', 'teacher Mira Tal'],
      [2, 'augment', 'Mira Tal teacher'],
      [2, 'augment', 'Mira Tal'],
      [3, 'sub-question', 'Where was Jonas Vey born?'],
    ]);
    expect(eventsOf(events, 'search').at(-1)?.unresolved).toEqual([]);
  });

  test('predicted: only hops whose fact is judged absent after their own search, each judged once', async () => {
    const { events } = await play('probe-hops', 4, { intervention: augment('predicted'), judge: noTeacher });
    expect(judgements(events)).toEqual([
      [1, 'not-flagged'],
      [1, 'filled'],
      [2, 'flagged'],
      [2, 'not-filled'],
      [3, 'not-flagged'],
    ]);
    expect(
      asked(events)
        .filter(([, purpose]) => purpose === 'augment')
        .map(([hop]) => hop),
    ).toEqual([2, 2, 2]);
  });

  test('a hop that could not be judged is not flagged', async () => {
    const { events } = await play('probe-oracle', 4, {
      intervention: augment('predicted'),
      judge: { presence: () => null },
    });
    expect(judgements(events)).toEqual([1, 2, 3].map((hop) => [hop, 'not-flagged']));
    expect(asked(events).some(([, purpose]) => purpose === 'augment')).toBe(false);
  });

  test('oracle on probe-oracle asks before the searches that only certify', async () => {
    const { events } = await play('probe-oracle', 1, { intervention: augment('oracle') });
    expect(
      eventsOf(events, 'search').map(({ hop, purpose, duplicateOf }) => [hop, purpose, duplicateOf]),
    ).toEqual([
      [1, 'oracle', null],
      [2, 'oracle', null],
      [2, 'augment', null],
      [2, 'augment', null],
      [2, 'augment', null],
      [2, 'keywords', 3],
      [2, 'relation', 4],
      [2, 'title', 5],
      [3, 'oracle', null],
    ]);
  });

  test('a hop without labelled gold is never flagged by the oracle', async () => {
    const question: Question = { ...CHAIN, hops: CHAIN.hops.map((hop) => ({ ...hop, gold: [] })) };
    const { events } = await play('probe-hops', 1, { question, intervention: augment('oracle') });
    expect(asked(events)).toHaveLength(3);
  });

  test('takes the labels’ shorthand instead of keywords, filled as the query is', () => {
    expect(rephrasings('Who taught Mira Tal?', 'Mira Tal >> student of', ['Mira Tal'])).toEqual([
      'Mira Tal student of',
      'Mira Tal taught',
      'Mira Tal',
    ]);
    expect(rephrasings('Mira Tal', null, ['Mira Tal'])).toEqual([]);
    expect(rephrasings('???', null, [])).toEqual([]);
  });
});

describe('rerank', () => {
  /** The judge prefers passages about Jonas, then those about Kelm. */
  const prefers = {
    presence: (_: string, passage: string) =>
      passage.includes('Jonas') ? 0.9 : passage.includes('Kelm') ? 0.6 : 0.2,
  };

  test('always: the first 20 in the order of the judge, for the query as it was searched', async () => {
    const { events, judged } = await play('probe-oracle', 2, {
      intervention: rerank('always'),
      judge: prefers,
    });
    const [first] = eventsOf(events, 'search');
    const plain = await tinySearch(PASSAGES).search('Who designed the Ostra Bridge?');
    expect(chunks(plain)).toEqual(['bridge#0', 'noise3#0', 'noise1#0', 'noise4#0']);
    expect(first).toMatchObject({ rerank: { judge: 'fake', depth: 20 } });
    expect(chunks(first?.hits)).toEqual(['bridge#0', 'noise1#0', 'noise3#0', 'noise4#0']);
    expect(first?.hits.map(({ rank }) => rank)).toEqual([1, 2, 3, 4]);
    // Scores stay the retriever's.
    expect(first?.hits.map(({ score }) => score)).toEqual([0, 2, 1, 3].map((i) => plain[i]?.score));
    expect(judged.slice(0, 4)).toEqual(
      chunks(plain).map((chunk) => ['Who designed the Ostra Bridge?', chunk]),
    );
    expect(eventsOf(events, 'judge')).toEqual([]);
  });

  test('what falls below k is not retrieved, and what comes up is', async () => {
    const plain = await play('probe-hops', 2, { judge: { presence: () => 1 } });
    expect(eventsOf(plain.events, 'search').at(-1)?.unresolved).toEqual([2]);
    const up = await play('probe-hops', 2, {
      intervention: rerank('always'),
      judge: {
        presence: (question, passage) => (/teacher/.test(question) ? (passage.includes('Mira') ? 1 : 0) : 1),
      },
    });
    expect(eventsOf(up.events, 'search').at(-1)?.unresolved).toEqual([]);
    const down = await play('probe-hops', 1, {
      intervention: rerank('always'),
      judge: {
        presence: (question, passage) => (/designed/.test(question) && passage.includes('Mira') ? 0.6 : 0.8),
      },
    });
    expect(eventsOf(down.events, 'note')[0]?.message).toContain('#1 could not be filled in, as the passage');
  });

  test('predicted and oracle: the hop’s own search is put in order when it is flagged, and only then', async () => {
    const predicted = await play('probe-hops', 4, { intervention: rerank('predicted'), judge: noTeacher });
    expect(
      eventsOf(predicted.events, 'search').map(({ hop, rerank: by }) => [hop, by !== undefined]),
    ).toEqual([
      [1, false],
      [2, true],
      [3, false],
    ]);
    expect(predicted.events.slice(2, 4).map(({ event }) => event)).toEqual(['judge', 'search']);
    const oracle = await play('probe-hops', 3, {
      intervention: rerank('oracle'),
      judge: { presence: () => 1 },
    });
    expect(eventsOf(oracle.events, 'search').map(({ hop, rerank: by }) => [hop, by !== undefined])).toEqual([
      [1, false],
      [2, true],
      [3, false],
    ]);
  });

  test('a passage that failed makes the question an error', async () => {
    const { events } = await play('probe-hops', 3, {
      intervention: rerank('always'),
      judge: { presence: (_, passage) => (passage.includes('ferry') ? new Error('no memory') : 1) },
    });
    expect(events.at(-1)).toMatchObject({ event: 'error', message: expect.stringContaining('no memory') });
  });

  test('loses no hit, keeps ties and unscored hits as they were, and numbers ranks from 1', () => {
    const state = (probability: number | null): PairScore => ({
      state: probability === null ? 'inconclusive' : 'scored',
      probability,
    });
    fc.assert(
      fc.property(fc.array(fc.option(fc.constantFrom(0, 0.25, 0.5, 1)), { maxLength: 20 }), (scores) => {
        const hits = scores.map((_, i) => ({ chunk: `c${i}`, rank: i + 1, score: 20 - i }));
        const result = reranked(hits, scores.map(state));
        expect(chunks(result).toSorted()).toEqual(chunks(hits).toSorted());
        expect(result.map(({ rank }) => rank)).toEqual(hits.map(({ rank }) => rank));
        const order = result.map(({ chunk }) => Number(chunk.slice(1)));
        for (const [at, i] of order.entries()) {
          const next = order[at + 1];
          if (next === undefined) continue;
          const [a, b] = [scores[i] ?? -1, scores[next] ?? -1];
          expect(a > b || (a === b && i < next)).toBe(true);
        }
      }),
    );
  });
});
