/**
 * 500 questions at concurrency 8 on an endpoint of which a fifth of the calls get 429, 500, no answer or half of one:
 * nothing lost, nothing counted twice, nothing paid twice, whatever ends the run in the middle.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { createEndpoint } from '../../scripts/test-llm/endpoint.mjs';
import { fromQuestion } from '../../scripts/test-llm/labelled.mjs';
import { AGENTS, LLM_SYSTEMS, type SystemId } from '../../src/domain/seam';
import type { RunTrace } from '../../src/domain/trace';
import { createSpending } from '../../src/llm/spending';
import { holdAfter, idle } from '../support/waits';
import { eventsOf } from '../systems/play';
import { type Bed, begin, finish, labelJudge, type RunSettings } from './bed';
import { ADDRESS, billed, createReplies, type Endpoint, KEY, timesServed } from './wire';
import { createWorld } from './world';

const SIZE = 500;
let bed: Bed;
beforeAll(async () => {
  bed = await createWorld(SIZE);
});

const endpointWith = (share: number, seed = 3): Endpoint =>
  createEndpoint({
    questions: bed.questions.map(fromQuestion),
    personality: 'oracle',
    key: KEY,
    faults: { share, seed },
  });
const settingsOf = (system: SystemId, more: Partial<RunSettings> = {}): RunSettings => ({
  system,
  endpoint: endpointWith(0.2),
  replies: createReplies(),
  classifier: system === 'execution-rag-verified' ? labelJudge(bed) : null,
  ...more,
});
/** Without what depends on how often a call was tried. */
const outcome = (trace: RunTrace) =>
  Object.fromEntries(
    [...trace.questions].map(([id, events]) => [
      id,
      [
        eventsOf(events, 'search').map(({ query }) => query),
        eventsOf(events, 'answer').map(({ text }) => text),
        events.at(-1)?.event,
      ],
    ]),
  );
const repeated = (endpoint: Endpoint) => [...timesServed(endpoint)].filter(([, times]) => times > 1);
/** Each question once in the trace, and each ended. */
const expectWhole = (trace: RunTrace, counted: number): void => {
  expect([...trace.questions.keys()].toSorted()).toEqual(bed.questions.map(({ id }) => id).toSorted());
  for (const events of trace.questions.values()) {
    expect(events.filter(({ event }) => event === 'done' || event === 'error')).toHaveLength(1);
    expect(['done', 'error']).toContain(events.at(-1)?.event);
    expect(eventsOf(events, 'answer').length).toBe(events.at(-1)?.event === 'done' ? 1 : 0);
  }
  expect(counted).toBe(SIZE);
};

const calm = new Map<SystemId, { outcome: ReturnType<typeof outcome>; requests: Set<string> }>();
/** What comes of a run on an endpoint that behaves; made once a system. */
const undisturbed = async (system: SystemId) => {
  const known = calm.get(system);
  if (known !== undefined) return known;
  const endpoint = endpointWith(0);
  const { trace } = await finish(bed, settingsOf(system, { endpoint }));
  const made = { outcome: outcome(trace), requests: new Set(endpoint.calls.map(({ hash }) => hash)) };
  calm.set(system, made);
  return made;
};

describe.each([...LLM_SYSTEMS, ...AGENTS])('%s', (system) => {
  it('answers all questions where nothing fails', async () => {
    const answers = Object.values((await undisturbed(system)).outcome).flatMap(([, texts]) => texts);
    // One search with the question brings the bridge and not the second fact; among so many passages, several queries
    // whose rankings are fused do.
    const blind = system === 'single-shot';
    expect(answers.toSorted()).toEqual(
      bed.questions.map(({ answers: [gold] }) => (blind ? '' : gold)).toSorted(),
    );
  });

  it('answers the same where a fifth fails, but for questions whose calls failed time after time', async () => {
    const whole = await undisturbed(system);
    const settings = settingsOf(system);
    const run = await finish(bed, settings);
    const endpoint = settings.endpoint as Endpoint;
    const kinds = new Set(endpoint.calls.map(({ fault }) => fault));
    expect([...kinds].toSorted()).toEqual(['429', '500', 'cut', 'hang', null].toSorted());
    expectWhole(run.trace, run.counted());
    expect(repeated(endpoint)).toEqual([]);
    let errors = 0;
    for (const [id, got] of Object.entries(outcome(run.trace)))
      if (got[2] === 'error') errors++;
      else expect([id, got]).toEqual([id, whole.outcome[id]]);
    // Five tries fail with probability 0.2⁵, so a run of 500 questions has a few such questions at most.
    expect(errors).toBeLessThan(25);
    expect(run.meta).toMatchObject({ state: 'finished', done: SIZE, errors });
    expect(errors === 0 || eventsOf([...run.trace.questions.values()].flat(), 'error')[0]?.code).not.toBe(
      'internal',
    );
  });
});

describe.each(['self-ask', 'execution-rag'] as const)('%s, ended in the middle', (system) => {
  it('by a cancel: ends at once, begins no call, and a resumed run repeats none', async () => {
    const whole = await undisturbed(system);
    const endpoint = endpointWith(0);
    const replies = createReplies();
    const hold = holdAfter(700);
    const run = await begin(bed, settingsOf(system, { endpoint, replies, gate: () => hold.wait() }));
    const failed = run.done.catch((thrown: unknown) => thrown);
    await hold.reached;
    await idle();
    const before = run.requests.length;
    // None of the calls under way ever gets an answer: nothing would end if the cancel waited for one.
    await run.cancel();
    expect(await failed).toMatchObject({ code: 'cancelled' });
    await idle();
    expect(run.requests).toHaveLength(before);
    const [stored] = (await bed.store.get(bed.workspace)).runs.filter(({ header }) => header.run === run.id);
    const kept = (await run.trace()).questions.size;
    expect(kept).toBeGreaterThan(0);
    expect(kept).toBeLessThan(SIZE);
    expect(stored).toMatchObject({ state: 'cancelled', done: kept });

    // As after a reload: another port, the same stored replies.
    const again = await finish(bed, settingsOf(system, { endpoint, replies, run: run.run }));
    expectWhole(again.trace, again.counted());
    expect(outcome(again.trace)).toEqual(whole.outcome);
    expect(repeated(endpoint)).toEqual([]);
    expect(new Set(timesServed(endpoint).keys())).toEqual(whole.requests);
  });

  it('by a key that is withdrawn: stops, and goes on with a new one without repeating a call', async () => {
    const whole = await undisturbed(system);
    const endpoint = endpointWith(0.2);
    const replies = createReplies();
    let asked = 0;
    const refusal = () =>
      Response.json({ error: { message: 'revoked', code: 'invalid_api_key' } }, { status: 401 });
    const run = await begin(
      bed,
      settingsOf(system, { endpoint, replies, instead: () => (++asked > 700 ? refusal() : null) }),
    );
    await expect(run.done).rejects.toMatchObject({ code: 'llm-key' });
    // Each lane asks once more at most, then all is quiet.
    expect(asked).toBeLessThanOrEqual(700 + 8);
    const [stored] = (await bed.store.get(bed.workspace)).runs.filter(({ header }) => header.run === run.id);
    expect(stored?.state).toBe('interrupted');
    const again = await finish(bed, settingsOf(system, { endpoint, replies, run: run.run }));
    expectWhole(again.trace, again.counted());
    expect(repeated(endpoint)).toEqual([]);
    for (const [id, got] of Object.entries(outcome(again.trace)))
      if (got[2] === 'done') expect([id, got]).toEqual([id, whole.outcome[id]]);
  });

  it('by its spending limit: what is billed stays within, and more money ends it', async () => {
    const endpoint = endpointWith(0.2);
    const replies = createReplies();
    const limit = 0.5;
    const run = await begin(bed, settingsOf(system, { endpoint, replies, spending: createSpending(limit) }));
    await expect(run.done).rejects.toMatchObject({ code: 'llm-spent' });
    const spent = billed(endpoint);
    expect(spent).toBeLessThanOrEqual(limit);
    // The ledger knows of no less than was billed: what was cut or hung counts at its worst case.
    expect(run.spending.spent).toBeGreaterThanOrEqual(spent);
    expect(run.spending.spent).toBeLessThanOrEqual(limit * (1 + 1e-9));
    const kept = (await run.trace()).questions.size;
    expect(kept).toBeLessThan(SIZE);
    const again = await finish(
      bed,
      settingsOf(system, {
        endpoint,
        replies,
        run: run.run,
        spending: createSpending(1000, run.spending.spent),
      }),
    );
    expectWhole(again.trace, again.counted());
    expect(repeated(endpoint)).toEqual([]);
  });
});

it('asks the configured endpoint alone, with the key in one header', async () => {
  const run = await finish(bed, settingsOf('a-rag'));
  expect(new Set(run.requests.map(({ url }) => url))).toEqual(new Set([`${ADDRESS}/chat/completions`]));
  for (const { init } of run.requests) {
    const { authorization, ...others } = Object.fromEntries(new Headers(init.headers));
    expect(authorization).toBe(`Bearer ${KEY}`);
    expect(others).toEqual({ 'content-type': 'application/json' });
    expect(init).toMatchObject({ credentials: 'omit', redirect: 'manual', referrerPolicy: 'no-referrer' });
  }
});
