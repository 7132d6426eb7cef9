import fc from 'fast-check';
import { is } from 'valibot';
import { describe, expect, test } from 'vitest';
import { AGENTS } from '../../../src/domain/seam';
import { QuestionEventSchema } from '../../../src/domain/trace';
import { MAX_CALLS, mostSearches } from '../../../src/systems/agent/agent';
import { call, type Line } from '../../support/scripted-chat';
import { eventsOf } from '../play';
import { playAgent, written } from './agents';

const junk = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.constantFrom(
    '',
    '{',
    '[[[[',
    '<think>',
    '</think>',
    'ANSWER:',
    'ANSWER: NO ANSWER',
    '```json\n{}\n```',
    'null',
  ),
  fc.json({ maxDepth: 3 }),
  fc.constant('{'.repeat(3000)),
  fc.constant('x'.repeat(100_000)),
);
const anyTool = fc.constantFrom('keyword_search', 'semantic_search', 'read_chunk', 'no_such_tool', '');
const anyArguments = fc.oneof(
  fc.dictionary(fc.constantFrom('query', 'top_k', 'chunk_ids', 'x'), fc.jsonValue()),
  fc.record({
    query: fc.constantFrom('Ostra Bridge', 'Mira Tal', '?!', 'y'.repeat(100_000)),
    top_k: fc.integer(),
  }),
  fc.record({ chunk_ids: fc.array(fc.constantFrom('bridge#0', 'tal#0', 'none#0'), { maxLength: 30 }) }),
);
const anyUpdate = fc
  .array(
    fc.record({
      id: fc.constantFrom('r1', 'r2', 'r9'),
      status: fc.constantFrom('resolved', 'retired', 'active', 'pending', 'gone'),
      support: fc.subarray(['bridge#0', 'tal#0', 'none#0']),
      reason: fc.constantFrom('', 'done'),
    }),
    { maxLength: 3 },
  )
  .map((updates) => JSON.stringify({ updates }));
const anyLine: fc.Arbitrary<Line> = fc.oneof(
  junk,
  fc.tuple(anyTool, anyArguments).map(([tool, args]) => written(tool, args as Record<string, unknown>)),
  fc
    .array(fc.tuple(anyTool, fc.option(anyArguments)), { minLength: 1, maxLength: 7 })
    .map(
      (calls): Line => calls.map(([tool, args]) => call(tool, args as Record<string, unknown> | null, 'raw')),
    ),
  anyUpdate,
  fc.constant('{"requirements": ["Who designed it?", "Who taught her?"]}'),
  fc.constantFrom('ANSWER: Harrowdale', 'It is Harrowdale.'),
  fc.record({ text: junk, truncated: fc.boolean() }),
  fc.constant(new Error('the endpoint failed')),
);

describe('whatever a model replies', () => {
  // No line throws in half of the scripts, or few would come to their budgets.
  const script = fc.array(anyLine, { maxLength: 40 });
  const fallback = fc.constantFrom<Line>(
    '',
    'ANSWER: x',
    'no',
    '{"updates": []}',
    written('keyword_search', { query: 'Kelm' }),
  );

  test.each(AGENTS)('%s ends with one answer or an error, and within its budgets', async (system) => {
    await fc.assert(
      fc.asyncProperty(
        script,
        fallback,
        fc.boolean(),
        fc.record({
          loops: fc.integer({ min: 1, max: 6 }),
          contextTokens: fc.integer({ min: 1, max: 400 }),
          tools: fc.constantFrom('native' as const, 'text' as const),
          ablation: fc.constantFrom(null, 'no-seed' as const, 'no-updates' as const, 'full-replay' as const),
        }),
        async (lines, rest, calm, budgets) => {
          const said = calm ? lines.filter((line) => !(line instanceof Error)) : lines;
          const { events, requests, searched } = await playAgent(system, said, {
            ...budgets,
            rest,
            judge: { presence: (_, passage) => (passage.length % 2 === 0 ? 0.9 : 0.1) },
          });
          const answers = eventsOf(events, 'answer');
          const last = events.at(-1)?.event;
          expect(last === 'error' ? answers : answers.length).toEqual(last === 'error' ? [] : 1);
          expect(last === 'error' || last === 'done').toBe(true);
          if (calm) expect(last).toBe('done');

          const searches = eventsOf(events, 'search');
          const steered = system !== 'a-rag';
          expect(searches.length).toBeLessThanOrEqual(mostSearches(budgets.loops, steered));
          expect(searched.length).toBeLessThanOrEqual(searches.length);
          expect(eventsOf(events, 'open').length).toBeLessThanOrEqual(budgets.loops * MAX_CALLS);
          // A round: a turn and its repair, an update and its repair; before them the register, after them the answer.
          expect(requests.length).toBeLessThanOrEqual(budgets.loops * (steered ? 4 : 2) + (steered ? 4 : 2));
          // Ten tokens a call: once they are used up, only the answer is asked for, with one repair at most.
          const paid = Math.ceil(budgets.contextTokens / 10);
          expect(requests.length).toBeLessThanOrEqual(paid + 2);
          expect(eventsOf(events, 'nudge').length).toBeLessThanOrEqual(1);

          const limits = eventsOf(events, 'limit');
          expect(limits.length).toBeLessThanOrEqual(1);
          const [limit] = limits;
          const [answer] = answers;
          if (answer !== undefined) expect(answer.forced).toBe(limit !== undefined);
          if (limit !== undefined) {
            expect(limit.used).toBeGreaterThanOrEqual(limit.of);
            const after = events.slice(events.indexOf(limit) + 1).map(({ event }) => event);
            expect(after.every((event) => ['llm', 'note', 'answer', 'done', 'error'].includes(event))).toBe(
              true,
            );
          }
          expect(events.every((event) => is(QuestionEventSchema, JSON.parse(JSON.stringify(event))))).toBe(
            true,
          );
        },
      ),
      { numRuns: 150 },
    );
  });
});
