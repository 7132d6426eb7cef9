/** Each system and agent against each personality of the scripted model, over the real port, retriever and runner. */
import { beforeAll, describe, expect, it } from 'vitest';
import { createEndpoint } from '../../scripts/test-llm/endpoint.mjs';
import { fromQuestion } from '../../scripts/test-llm/labelled.mjs';
import type { Personality } from '../../scripts/test-llm/players.mjs';
import { AGENTS, LLM_SYSTEMS } from '../../src/domain/seam';
import { eventsOf } from '../systems/play';
import { type Bed, finish, labelJudge } from './bed';
import { KEY } from './wire';
import { createWorld } from './world';

const SYSTEMS = [...LLM_SYSTEMS, ...AGENTS];
const SIZE = 12;
let bed: Bed;
beforeAll(async () => {
  bed = await createWorld(SIZE);
});

const runWith = (
  system: (typeof SYSTEMS)[number],
  personality: Personality,
  tools: 'native' | 'text' = 'native',
) => {
  const questions = bed.questions.map(fromQuestion);
  return finish(bed, {
    system,
    endpoint: createEndpoint({ questions, personality, key: KEY, tools }),
    config: { tools },
    classifier: system === 'execution-rag-verified' ? labelJudge(bed) : null,
  });
};
const answersOf = ({ trace }: Awaited<ReturnType<typeof runWith>>) =>
  [...trace.questions.values()].map((events) => {
    const [answer] = eventsOf(events, 'answer');
    if (answer === undefined) throw new Error(JSON.stringify(events.at(-1)));
    return answer;
  });
const right = Array.from({ length: SIZE }, (_, at) => `Harrow${at}`);

describe.each(SYSTEMS)('%s', (system) => {
  it('is right with the oracle, and the same when it is sloppy', async () => {
    const oracle = await runWith(system, 'oracle');
    // One search with the question brings the bridge and not the place of birth; fused, what every query brings a little
    // stands above what one of them brings first.
    const blind = system === 'single-shot' || system === 'multi-query';
    const expected = blind ? right.map(() => '') : right;
    expect(
      answersOf(oracle)
        .map(({ text }) => text)
        .toSorted(),
    ).toEqual(expected.toSorted());
    const sloppy = await runWith(system, 'sloppy');
    expect(
      answersOf(sloppy)
        .map(({ text }) => text)
        .toSorted(),
    ).toEqual(expected.toSorted());
    expect([...oracle.trace.questions.values()].flatMap((events) => eventsOf(events, 'note'))).toEqual([]);
  });

  it('abstains when the model gives up, and claims something when it is over-confident', async () => {
    expect(answersOf(await runWith(system, 'give-up')).every(({ abstained }) => abstained)).toBe(true);
    const bold = answersOf(await runWith(system, 'over-confident'));
    expect(bold.every(({ abstained }) => !abstained)).toBe(true);
    const held = bold.filter(({ question, text }) => text === question.replace('q', 'Harrow'));
    // A plan made beforehand leaves nothing to be bold about, and the check tells it what does not hold: then it looks.
    const saved = system === 'execution-rag-verified' || system === 'decompose';
    expect(held).toHaveLength(saved ? SIZE : 0);
  });
});

it.each(AGENTS)('%s plays the same where tools are called in text', async (system) => {
  const native = await runWith(system, 'oracle');
  const text = await runWith(system, 'oracle', 'text');
  expect(answersOf(text).map(({ text }) => text)).toEqual(answersOf(native).map(({ text }) => text));
  const searches = ({ trace }: typeof native) =>
    [...trace.questions].map(([id, events]) => [id, eventsOf(events, 'search').map(({ query }) => query)]);
  expect(Object.fromEntries(searches(text))).toEqual(Object.fromEntries(searches(native)));
});
