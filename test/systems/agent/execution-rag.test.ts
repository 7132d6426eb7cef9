import { describe, expect, test } from 'vitest';
import { call, type Line } from '../../support/scripted-chat';
import { eventsOf } from '../play';
import { type AgentPlay, playAgent, written } from './agents';

const kinds = (events: readonly { event: string }[]): string[] => events.map(({ event }) => event);
const THREE = JSON.stringify({
  requirements: [
    'Who designed the Ostra Bridge?',
    'Who was the teacher of the designer of the Ostra Bridge?',
    'Where was that teacher born?',
  ],
});
const search = (query: string) => [call('keyword_search', { query })];
const update = (...updates: object[]): string => JSON.stringify({ updates });
const resolved = (id: string, note: string, ...support: string[]) =>
  update({ id, status: 'resolved', note, support });

/** Finds one thing after the other, and says so each time. */
const DILIGENT: Line[] = [
  THREE,
  search('designed Ostra Bridge'),
  resolved('r1', 'Mira Tal', 'bridge#0'),
  search('Mira Tal learned'),
  resolved('r2', 'Jonas Vey', 'tal#0'),
  search('Jonas Vey born'),
  resolved('r3', 'Harrowdale', 'vey#0'),
  'ANSWER: Harrowdale',
];
const run = (lines: readonly Line[], options: AgentPlay = {}) => playAgent('execution-rag', lines, options);
const registers = (events: Parameters<typeof eventsOf>[0]) => eventsOf(events, 'register');

describe('execution-rag', () => {
  test('writes a register from a first search, closes item after item, and answers when nothing is open', async () => {
    const { events, news, asked } = await run(DILIGENT);
    expect(kinds(events)).toEqual([
      ...['search', 'llm', 'register'],
      ...['llm', 'search', 'llm', 'register'],
      ...['llm', 'search', 'llm', 'register'],
      ...['llm', 'search', 'llm', 'register'],
      ...['llm', 'answer', 'done'],
    ]);
    expect(eventsOf(events, 'search')[0]).toMatchObject({ purpose: 'question', tool: 'search', shown: 3 });
    expect(registers(events).map(({ active, open, violations }) => [active, open, violations])).toEqual([
      ['r1', 3, []],
      ['r2', 2, []],
      ['r3', 1, []],
      [null, 0, []],
    ]);
    expect(registers(events)[1]?.delta.map(({ id, status }) => [id, status])).toEqual([
      ['r1', 'resolved'],
      ['r2', 'active'],
    ]);
    expect(eventsOf(events, 'answer')).toMatchObject([{ text: 'Harrowdale', forced: false }]);
    expect(eventsOf(events, 'llm').every(({ prompt }) => prompt === 'a-rag/1+execution-rag/1')).toBe(true);
    expect(asked(0)).toContain('A first search with the question brought:\n<documents>');
    expect(news(1)).toContain('Search for r1 now.');
    expect(news(7)).toContain('No item is open. Answer the question now.');
  });

  test('tells only what changed, and the saving against telling all is in the trace', async () => {
    const deltas = registers((await run(DILIGENT)).events).map(({ tokens }) => tokens);
    expect(deltas[0]?.delta).toBe(deltas[0]?.full);
    for (const { delta, full } of deltas.slice(1, 3)) expect(delta).toBeLessThan(full);
    const replay = await run(DILIGENT, { ablation: 'full-replay' });
    const replayed = registers(replay.events).map(({ tokens }) => tokens);
    expect(replayed.map(({ full }) => full)).toEqual(deltas.map(({ full }) => full));
    expect(replayed.every(({ delta, full }) => delta === full)).toBe(true);
    // The last update changes r3 alone: only under full replay are the others told again.
    expect((await run(DILIGENT)).news(7)).not.toContain('"r1"');
    expect(replay.news(7)).toContain('"r1"');
  });

  test('requirements that only copy the example of the prompt are none of this question', async () => {
    // A model of 135 million parameters wrote these for every question it was asked.
    const copied = `The answer to the question "In which valley does the inventor of the tide organ live?" is:
{"requirements": ["Who invented the tide organ?", "In which valley does the inventor of the tide organ live?"]}`;
    const again = await run([copied, ...DILIGENT]);
    expect(again.news(1)).toContain('No JSON of the form');
    expect(registers(again.events)[0]).toMatchObject({ open: 3, violations: [] });
    expect(eventsOf(again.events, 'answer')).toMatchObject([{ text: 'Harrowdale' }]);

    const [opening] = registers((await run([copied, copied, 'ANSWER: Harrowdale'], { loops: 1 })).events);
    expect(opening?.delta.map(({ text }) => text)).toEqual([expect.stringContaining('Ostra Bridge')]);
    expect(opening?.violations).toMatchObject([{ rule: 'unreadable' }]);

    const mixed = JSON.stringify({
      requirements: ['Who invented the tide organ?', 'Who designed the Ostra Bridge?'],
    });
    const [first] = registers((await run([mixed, 'ANSWER: Harrowdale'], { loops: 1 })).events);
    expect(first?.delta.map(({ id, text }) => [id, text])).toEqual([
      ['r1', 'Who designed the Ostra Bridge?'],
    ]);
  });

  test('an answer that comes too early is held back, and an update can still close what is open', async () => {
    const { events, news } = await run([
      JSON.stringify({ requirements: ['Who designed the Ostra Bridge?'] }),
      'ANSWER: Kelm',
      resolved('r1', 'Mira Tal', 'bridge#0'),
      'ANSWER: Mira Tal',
    ]);
    expect(news(2)).toContain('That answer does not count yet, as these items are open: r1.');
    expect(eventsOf(events, 'answer')).toMatchObject([{ text: 'Mira Tal', forced: false }]);
  });

  test('an answer while something stays open is only given when the budget forces it', async () => {
    const { events } = await run([THREE], {
      rest: (request) => (request.messages.at(-1)?.content.includes('"updates"') ? update() : 'ANSWER: Kelm'),
      loops: 4,
    });
    expect(eventsOf(events, 'limit')).toMatchObject([{ limit: 'loops', used: 4, of: 4 }]);
    expect(eventsOf(events, 'answer')).toMatchObject([{ text: 'Kelm', forced: true }]);
    expect(registers(events).at(-1)?.open).toBe(3);
  });

  test('what breaks a rule is recorded and told, and the register stays', async () => {
    const { events, news } = await run([
      THREE,
      search('designed Ostra Bridge'),
      update(
        { id: 'r1', status: 'resolved', note: 'Kelm' },
        { id: 'r7', status: 'active' },
        { id: 'r2', remove: true },
        { id: 'r3', status: 'resolved', support: ['never#0'] },
      ),
      new Error('end'),
    ]);
    expect(registers(events)[1]?.violations.map(({ rule, item }) => [rule, item])).toEqual([
      ['unsupported', 'r1'],
      ['deletion', 'r2'],
      ['foreign-support', 'r3'],
      ['unsupported', 'r3'],
      ['unknown-id', 'r7'],
    ]);
    expect(registers(events)[1]).toMatchObject({ delta: [], active: 'r1', open: 3, tokens: { delta: 0 } });
    expect(news(3)).toContain('Not applied:\nr1: A resolved item needs the id of a chunk');
  });

  test('what the searches of this question showed is support, also what the first one showed', async () => {
    const { events } = await run([
      THREE,
      search('cheese village'),
      // In the trace to depth 50, but beyond the five that the agent was shown, and beyond the seed's three.
      update({ id: 'r1', status: 'resolved', note: 'x', support: ['noise2#0'] }),
      new Error('end'),
    ]);
    const [seed] = eventsOf(events, 'search');
    expect(seed?.hits.length).toBeGreaterThan(3);
    expect(registers(events)[1]?.violations).toEqual([]);
    const unseen = seed?.hits.slice(3).find(({ chunk }) => chunk !== 'noise2#0')?.chunk ?? '';
    const other = await run([
      THREE,
      'ANSWER: x',
      update({ id: 'r1', status: 'resolved', note: 'x', support: [unseen] }),
      new Error('end'),
    ]);
    expect(registers(other.events)[1]?.violations[0]?.rule).toBe('foreign-support');
  });

  test('a register or an update that cannot be read gets one more reply, then counts as none', async () => {
    const { events, news } = await run([
      'First I would look for the designer.',
      'I cannot write JSON.',
      search('Ostra Bridge'),
      '{"updates": [{"id": "r1", "sta',
      'resolved!',
      new Error('end'),
    ]);
    expect(news(1)).toContain('No JSON of the form that was asked for');
    const [first, second] = registers(events);
    expect(first?.delta).toMatchObject([
      {
        id: 'r1',
        text: 'Where was the teacher of the architect of the Ostra Bridge born?',
        status: 'active',
      },
    ]);
    expect(first?.violations.map(({ rule }) => rule)).toEqual(['unreadable']);
    expect(second).toMatchObject({ delta: [], open: 1, violations: [{ rule: 'unreadable', item: null }] });
    expect(news(4)).toContain('No JSON of the form that was asked for');
  });

  test('a reply mended at the second try counts', async () => {
    const { events } = await run(['{', '```json\n{"requirements": ["Who?",]}\n```', new Error('end')]);
    expect(registers(events)).toMatchObject([{ delta: [{ text: 'Who?' }], violations: [] }]);
  });

  test('works the same where tools are called in text', async () => {
    const lines = DILIGENT.map((line): Line => {
      const [first] = Array.isArray(line) ? line : [];
      return first === undefined ? line : written(first.name, first.arguments ?? {});
    });
    const native = await run(DILIGENT);
    const text = await run(lines, { tools: 'text' });
    expect(registers(text.events)).toEqual(registers(native.events));
    expect(eventsOf(text.events, 'answer')).toEqual(eventsOf(native.events, 'answer'));
    for (const { messages } of text.requests)
      messages.forEach(({ role }, i) => {
        expect(role).toBe(i === 0 ? 'system' : i % 2 === 1 ? 'user' : 'assistant');
      });
  });
});

describe('the ablations', () => {
  test('no-seed: the register is written from the question alone', async () => {
    const { events, asked } = await run(DILIGENT, { ablation: 'no-seed' });
    expect(kinds(events).slice(0, 2)).toEqual(['llm', 'register']);
    expect(eventsOf(events, 'search').every(({ purpose }) => purpose === 'agent')).toBe(true);
    expect(asked(0)).not.toContain('A first search');
    expect(asked(0)).not.toContain('from the documents above');
  });

  test('no-updates: the register is told once and never changes, and does not keep an answer back', async () => {
    const { events, news } = await run([THREE, search('Ostra Bridge'), 'ANSWER: Kelm'], {
      ablation: 'no-updates',
    });
    expect(kinds(events)).toEqual(['search', 'llm', 'register', 'llm', 'search', 'llm', 'answer', 'done']);
    expect(news(1)).toContain('In this run the register stays as it is');
    expect(eventsOf(events, 'answer')).toMatchObject([{ text: 'Kelm', forced: false }]);
  });
});

describe('execution-rag-verified', () => {
  const states = (question: string, passage: string): number =>
    (/designed/.test(question) && passage.includes('Mira Tal') && passage.includes('designed')) ||
    (/teacher/.test(question) && passage.includes('learned')) ||
    (/born/.test(question) && passage.includes('Jonas Vey was born'))
      ? 0.9
      : 0.12;
  const verified = (lines: readonly Line[], options: AgentPlay = {}) =>
    playAgent('execution-rag-verified', lines, { judge: { presence: states }, ...options });

  test('refuses a resolution whose support does not state the fact, and the trace shows it', async () => {
    const { events, news, judged } = await verified([
      THREE,
      search('bridge Kelm ferry'),
      resolved('r1', 'Kelm', 'noise1#0'),
      search('designed Ostra Bridge'),
      resolved('r1', 'Mira Tal', 'bridge#0'),
      new Error('end'),
    ]);
    expect(judged).toEqual([
      ['Who designed the Ostra Bridge?', 'noise1#0'],
      ['Who designed the Ostra Bridge?', 'bridge#0'],
    ]);
    expect(eventsOf(events, 'judge')).toMatchObject([
      {
        hop: null,
        item: 'r1',
        asked: 'Who designed the Ostra Bridge?',
        probability: 0.12,
        use: 'not-resolved',
      },
      { hop: null, item: 'r1', chunk: 'bridge#0', probability: 0.9, threshold: 0.5, use: 'resolved' },
    ]);
    const [, refused, taken] = registers(events);
    expect(refused).toMatchObject({
      delta: [],
      active: 'r1',
      violations: [
        {
          rule: 'fact-not-present',
          item: 'r1',
          message: 'Its support does not state the fact: the classifier gives it 12%, and 50% is needed.',
        },
      ],
    });
    expect(news(3)).toContain('Not applied:\nr1: Its support does not state the fact');
    expect(taken).toMatchObject({ violations: [], active: 'r2' });
    // The refused chunk is not its support.
    expect(taken?.delta[0]?.support).toEqual(['bridge#0']);
  });

  test('the same agent without the check resolves it', async () => {
    const { events } = await run([
      THREE,
      search('bridge Kelm ferry'),
      resolved('r1', 'Kelm', 'noise1#0'),
      new Error('end'),
    ]);
    expect(registers(events)[1]).toMatchObject({ active: 'r2', violations: [] });
  });

  test('asks nothing about what the other rules refuse, and stays open where the judge cannot decide', async () => {
    const { events, judged } = await verified(
      [
        THREE,
        search('Ostra Bridge'),
        resolved('r1', 'x'),
        search('Mira'),
        resolved('r1', 'x', 'tal#0'),
        new Error('end'),
      ],
      { judge: { presence: () => null } },
    );
    expect(judged).toHaveLength(1);
    expect(registers(events).map(({ violations }) => violations.map(({ rule }) => rule))).toEqual([
      [],
      ['unsupported'],
      ['fact-not-present'],
    ]);
    expect(registers(events)[2]?.violations[0]?.message).toContain('could not decide');
  });

  test('a judge that fails makes the question an error', async () => {
    const { events } = await verified([THREE, search('Ostra Bridge'), resolved('r1', 'x', 'bridge#0')], {
      judge: { presence: () => new Error('session lost') },
    });
    expect(events.at(-1)?.event).toBe('error');
    expect(eventsOf(events, 'answer')).toEqual([]);
  });
});
