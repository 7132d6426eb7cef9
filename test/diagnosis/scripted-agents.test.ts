import { expect, it } from 'vitest';
import { compareRuns, diagnoseRun } from '../../src/diagnosis';
import type { GoldMapping } from '../../src/domain/mapping';
import type { Question } from '../../src/domain/question';
import type { QuestionEvent } from '../../src/domain/trace';
import {
  answer,
  gold,
  header,
  hop,
  limit,
  mapping,
  prepare,
  question,
  register,
  requirement,
  run,
  search,
} from './build';

/**
 * A scripted drifting agent and a scripted register agent over 60 questions and one retriever. By its number a question is
 * built so that the drifting agent misses its second passage (0–39) or not (40–59); of those it misses, the register agent
 * answers 0–9, resolves 10–19 falsely, gives 20–24 up, and misses 25–39 as well. A probe reaches 10–14 and 25–29.
 */
const numbers = Array.from({ length: 60 }, (_, at) => at);
const id = (at: number): string => `q${at}`;
const within = (at: number, from: number, to: number): boolean => at >= from && at <= to;

const questions: Question[] = numbers.map((at) =>
  question([gold('a'), gold('b')], { id: id(at), hops: [hop(1, ['a']), hop(2, ['b'])] }),
);
const mappings: GoldMapping[] = questions.flatMap((one) =>
  ['a', 'b'].map((passage) => mapping(passage, { question: one.id })),
);
const script = (events: (at: number) => QuestionEvent[] | null): Record<string, QuestionEvent[]> =>
  Object.fromEntries(
    numbers.flatMap((at) => {
      const made = events(at);
      return made === null ? [] : [[id(at), made]];
    }),
  );

const tools = [{ tool: 'keyword_search', retriever: 'words' }];
const agent = (name: string, system: string) =>
  header(name, { system, parameters: { k: 5, depth: 50, tools } }, `seed of ${name}`);
const asks = (chunks: string[], more = {}): QuestionEvent =>
  search(chunks, { tool: 'keyword_search', purpose: 'sub-question', ...more });
const right = answer('the answer');

const drifting = run(
  agent('drifting', 'a-rag'),
  script((at) => [asks(['a#0', 'x#0']), ...(at < 40 ? [answer('x')] : [asks(['b#0']), right])]),
);
const registered = run(
  agent('registered', 'execution-rag'),
  script((at) => {
    const resolved = (chunk: string) => register([requirement('r1', 'resolved', [chunk])]);
    if (within(at, 10, 19)) return [asks(['a#0']), resolved('x#0'), answer('x')];
    if (within(at, 20, 24)) return [asks(['a#0']), limit(), answer('x', false, true)];
    if (within(at, 25, 39)) return [asks(['a#0']), resolved('a#0'), answer('x')];
    return [asks(['a#0', 'b#0']), resolved('b#0'), right];
  }),
);
const probe = run(
  header('probe', { system: 'probe-oracle' }, 'words'),
  script((at) =>
    within(at, 10, 14) || within(at, 25, 29) ? [search(['b#0'], { hop: 2, purpose: 'oracle' })] : null,
  ),
);
// The same passages by another retriever: they certify nothing here.
const elsewhere = run(
  header('elsewhere', { system: 'probe-oracle' }, 'vectors'),
  script(() => [search(['b#0'], { hop: 2, purpose: 'oracle' })]),
);

const all = [drifting, registered, probe, elsewhere];
const prepared = (of: (typeof all)[number]) =>
  prepare({ questions, mappings, run: of, others: all.filter((other) => other !== of) });

it('certifies drift by B and C exactly for the questions that were built so', () => {
  const { questions: diagnosed } = diagnoseRun(prepared(drifting), 5, { questions: true });
  diagnosed.forEach(({ golds, category }, at) => {
    const level = golds[1]?.certificate?.level ?? null;
    const built = at >= 40 ? 'A' : at < 10 ? 'B' : within(at, 10, 14) || within(at, 25, 29) ? 'C' : null;
    expect([at, level]).toEqual([at, built]);
    expect([at, category?.paper ?? null]).toEqual([
      at,
      at >= 40 ? null : built === null ? 'unreached' : 'search-drift',
    ]);
  });
});

it('moves missing evidence to right, false resolution and giving up as scripted, in columns that differ by false resolutions alone', () => {
  const { transitions, accuracy, retriever, drift } = compareRuns(
    prepared(drifting),
    prepared(registered),
    5,
    1,
  );
  const counts = (column: 'paper' | 'register-blind') =>
    Object.fromEntries(transitions[column].map(({ from, to, n }) => [`${from} → ${to}`, n]));
  const alike = {
    'right → right': 20,
    'search-drift → right': 10,
    'unreached → gave-up': 5,
    'search-drift → search-drift': 5,
    'unreached → unreached': 10,
  };
  expect(counts('paper')).toEqual({
    ...alike,
    'search-drift → false-resolution': 5,
    'unreached → false-resolution': 5,
  });
  expect(counts('register-blind')).toEqual({
    ...alike,
    'search-drift → search-drift': 10,
    'unreached → unreached': 15,
  });
  expect(accuracy).toMatchObject({ n: 60, gained: 10, lost: 0, both: 20, neither: 30 });
  // All ten discordant pairs on one side: 2 · (1/2)^10.
  expect(accuracy.exactP).toBeCloseTo(2 / 1024, 12);
  expect(retriever.same).toBe(true);
  expect(drift).toEqual({ aMissed: 10, bMissed: 0, passages: 120 });
});
