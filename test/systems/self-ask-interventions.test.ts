import { describe, expect, test } from 'vitest';
import { DEFAULT_BM25, DEFAULT_HYBRID } from '../../src/domain/retriever';
import type { Intervention } from '../../src/domain/seam';
import { SYSTEMS } from '../../src/systems/registry';
import { classifierNeed, estimateSpec, plannedRuns } from '../../src/systems/run-plan';
import { seesLabels } from '../../src/systems/visible';
import { agentWith, fakeChat } from '../support/fake-chat';
import { eventsOf, type FakeJudge, play } from './play';
import { CHAIN } from './tiny-search';

/** The steps of a model that goes the right way, and rephrases by turning its question round. */
const chain = [
  'Who designed the Ostra Bridge?',
  'Who was the teacher of Mira Tal?',
  'Where was Jonas Vey born?',
];
const model = () => {
  let step = 0;
  return fakeChat(({ messages }) => {
    const rephrase = messages[0]?.content.includes('in other words');
    const query = messages.at(-1)?.content.replace('Question: ', '') ?? '';
    if (rephrase && chain.includes(query)) return `SUB-QUESTION: Tell me: ${query}`;
    const next = chain[step++];
    return next === undefined ? 'ANSWER: Harrowdale' : `SUB-QUESTION: ${next}`;
  });
};
const playWith = async (intervention: Intervention | null, k = 3, judge: FakeJudge | null = null) => {
  const chat = model();
  const { events } = await play('self-ask', k, { intervention, judge, loops: 15, agent: agentWith(chat) });
  return { events, chat };
};
type Events = Awaited<ReturnType<typeof playWith>>['events'];
const asked = (events: Events) =>
  eventsOf(events, 'search').map(({ hop, purpose, query }) => [hop, purpose, query]);
const steps = chain.map((query) => [null, 'agent', query]);

describe('augment', () => {
  test('none: the same trace as without an intervention', async () => {
    const plain = await playWith(null);
    expect(asked(plain.events)).toEqual(steps);
    for (const kind of ['augment', 'rerank'] as const)
      expect((await playWith({ kind, policy: 'none' })).events).toEqual(plain.events);
  });

  test('always: every sub-question once more in other words, and what it brings is read too', async () => {
    const { events, chat } = await playWith({ kind: 'augment', policy: 'always' });
    expect(asked(events)).toEqual(
      chain.flatMap((query) => [
        [null, 'agent', query],
        [null, 'augment', `Tell me: ${query}`],
      ]),
    );
    expect(eventsOf(events, 'llm').filter(({ prompt }) => prompt === 'rephrase/1')).toHaveLength(3);
    const found = new Set(
      eventsOf(events, 'search').flatMap(({ hits }) => hits.slice(0, 3).map(({ chunk }) => chunk)),
    );
    const read = chat.asked
      .at(-1)
      ?.messages.flatMap(({ content }) => content.match(/<passage n="\d+" title="(?!Tide|Suri)/g) ?? []);
    expect(read).toHaveLength(found.size);
  });

  test('predicted: only a step whose fact the judge does not find in what was retrieved so far', async () => {
    const judge = { presence: (question: string) => (/teacher/.test(question) ? 0.1 : 0.9) };
    const { events } = await playWith({ kind: 'augment', policy: 'predicted' }, 3, judge);
    expect(eventsOf(events, 'judge').map(({ hop, asked: of, use }) => [hop, of, use])).toEqual([
      [null, chain[0], 'not-flagged'],
      [null, chain[1], 'flagged'],
      [null, chain[2], 'not-flagged'],
    ]);
    expect(asked(events).filter(([, purpose]) => purpose === 'augment')).toEqual([
      [null, 'augment', `Tell me: ${chain[1]}`],
    ]);
  });

  test('oracle: only a step whose gold is really missing; the labels are in no prompt', async () => {
    // At k = 3 the passage of Mira Tal's teacher is not among the hits of its own sub-question (probes.test.ts).
    const { events, chat } = await playWith({ kind: 'augment', policy: 'oracle' });
    expect(asked(events).filter(([, purpose]) => purpose === 'augment')).toEqual([
      [null, 'augment', `Tell me: ${chain[1]}`],
    ]);
    const question = {
      ...CHAIN,
      hops: CHAIN.hops.map((hop) => ({ ...hop, answers: ['SECRET'] })),
      answers: ['SECRET'],
    };
    const blind = model();
    await play('self-ask', 3, {
      question,
      intervention: { kind: 'augment', policy: 'oracle' },
      agent: agentWith(blind),
    });
    expect(JSON.stringify(blind.asked)).not.toContain('SECRET');
    expect(chat.asked.length).toBe(5);
  });

  test('a rephrasing that cannot be read is noted, and the step goes on', async () => {
    let turn = 0;
    const chat = fakeChat(
      () => ['SUB-QUESTION: Who designed the Ostra Bridge?', 'hm', '', 'ANSWER: x'][turn++] ?? '',
    );
    const { events } = await play('self-ask', 3, {
      intervention: { kind: 'augment', policy: 'always' },
      agent: agentWith(chat),
    });
    expect(events.map(({ event }) => event)).toEqual([
      'llm',
      'search',
      'llm',
      'llm',
      'note',
      'llm',
      'answer',
      'done',
    ]);
    expect(eventsOf(events, 'answer')[0]).toMatchObject({ text: 'x', abstained: false });
  });
});

describe('rerank', () => {
  test('the first 20 in the judge’s order, of which k are read', async () => {
    const judge = { presence: (_: string, passage: string) => (passage.includes('cheese') ? 0.9 : 0.2) };
    const { events, chat } = await playWith({ kind: 'rerank', policy: 'always' }, 1, judge);
    for (const search of eventsOf(events, 'search'))
      expect(search.rerank).toEqual({ judge: 'fake', depth: 20 });
    const last = eventsOf(events, 'search').at(-1);
    const shown = chat.asked.at(-1)?.messages.at(-1)?.content ?? '';
    expect(last?.hits[0]?.chunk).toBe('vey#0');
    expect(shown).toContain('Jonas Vey was born in Harrowdale.');
    expect(shown.match(/<passage /g)).toHaveLength(1);
  });
});

describe('planned', () => {
  const intervention = (policy: Intervention['policy']): Intervention => ({ kind: 'augment', policy });
  const spec = {
    workspace: 'w',
    systems: ['self-ask' as const],
    retrievers: ['bm25' as const],
    settings: { bm25: DEFAULT_BM25, hybrid: DEFAULT_HYBRID, model: 'none' },
    k: 3,
    questions: null,
    loops: 4,
  };
  test('one run a policy; oracle is said to look at labels', () => {
    const interventions = (['none', 'always', 'predicted', 'oracle'] as const).map(intervention);
    const runs = plannedRuns({ ...spec, interventions }, 'bm25');
    expect(runs.map((run) => run.intervention?.policy)).toEqual(['none', 'always', 'predicted', 'oracle']);
    expect(runs.map(classifierNeed)).toEqual(['none', 'none', 'judge!', 'none']);
    const header = (of: Intervention) => ({ parameters: { k: 3, depth: 50, intervention: of } });
    expect(interventions.map((of) => seesLabels(SYSTEMS['self-ask'], header(of)))).toEqual([
      false,
      false,
      false,
      true,
    ]);
    expect(seesLabels(SYSTEMS['probe-hops'], header(intervention('none')))).toBe(true);
  });
  test('a rephrasing a step is within the estimate', () => {
    expect(estimateSpec({ ...spec, interventions: [intervention('none')] }, [CHAIN], null).searches).toBe(4);
    expect(estimateSpec({ ...spec, interventions: [intervention('always')] }, [CHAIN], null).searches).toBe(
      8,
    );
  });
});
