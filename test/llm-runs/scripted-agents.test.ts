/**
 * A drifting agent and a register agent, both scripted, over 60 questions of MuSiQue on one BM25 retriever, through the
 * real port, runner, store and diagnosis. What is expected is worked out here from the script and from plain searches.
 */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { createEndpoint } from '../../scripts/test-llm/endpoint.mjs';
import { filled, fromQuestion, readLabelled } from '../../scripts/test-llm/labelled.mjs';
import type { Personality } from '../../scripts/test-llm/players.mjs';
import { DEFAULT_CHUNKING } from '../../src/domain/corpus';
import type { Question } from '../../src/domain/question';
import type { QuestionEvent } from '../../src/domain/trace';
import { createIngestApi } from '../../src/ingest/create-api';
import { createDiagnosisApi } from '../../src/review/diagnosis-api';
import { unwrap } from '../../src/seam/outcome';
import { createMemoryStore } from '../../src/workspace/store';
import { hasShared, sharedFile } from '../support/shared';
import { eventsOf } from '../systems/play';
import { type Bed, finish, labelJudge, openBed } from './bed';

const FILE = 'questions/musique.jsonl';
const K = 5;
const COUNT = 60;

const ingested = async () => {
  const store = createMemoryStore();
  const { id } = await store.create('musique');
  const ingest = createIngestApi({
    store: async () => store,
    counter: async () => (text) => text.split(/\s+/).length,
  });
  const file = { path: 'musique.jsonl', file: new Blob([readFileSync(sharedFile(FILE))]) };
  unwrap(
    await ingest.ingest(
      {
        workspace: id,
        files: [{ ...file, reader: 'musique', role: 'both' }],
        chunking: { ...DEFAULT_CHUNKING, unit: 'passage' },
        mode: 'replace',
      },
      'ingest',
      () => {},
    ),
  );
  return openBed(store, id);
};

/** Chunks of each gold passage, as the mapping placed them. */
const goldOf = ({ mappings }: Bed, { id }: Question): string[][] =>
  mappings.filter(({ question }) => question === id).map(({ chunks }) => chunks);
const found = async ({ search }: Bed, queries: readonly string[]): Promise<Set<string>> => {
  const all = new Set<string>();
  for (const query of queries) for (const { chunk } of await search(query, K)) all.add(chunk);
  return all;
};
const lacks = (golds: readonly (readonly string[])[], retrieved: ReadonlySet<string>): boolean =>
  golds.some((chunks) => !chunks.some((chunk) => retrieved.has(chunk)));
const queriesOf = (question: Question): string[] => {
  const labelled = fromQuestion(question);
  return labelled.hops.map((hop) => filled(labelled, hop));
};

type Role = 'oracle' | 'over-confident' | 'give-up';
/** What the register agent plays, of the questions on which the drifting agent drifts. */
const ROLES: readonly Role[] = ['oracle', 'over-confident', 'give-up'];

const build = async () => {
  const whole = await ingested();
  const script = new Map<string, { agent: 'drifting' | 'oracle'; register: Role }>();
  const drifts: Question[] = [];
  const steady: Question[] = [];
  for (const question of whole.questions) {
    const golds = goldOf(whole, question);
    const queries = queriesOf(question);
    const [first = ''] = queries;
    // Whoever asks by the labels finds all; whoever asks for the first fact, or with the question, does not.
    if (lacks(golds, await found(whole, queries))) continue;
    const enough = !lacks(golds, await found(whole, [question.text, first]));
    if (!enough && drifts.length < 45) drifts.push(question);
    else if (steady.length < 15) steady.push(question);
  }
  for (const [at, { id }] of drifts.entries())
    script.set(id, { agent: 'drifting', register: ROLES[at % 3] ?? 'oracle' });
  for (const { id } of steady) script.set(id, { agent: 'oracle', register: 'oracle' });
  return { script, bed: await openBed(whole.store, whole.workspace, [...script.keys()]) };
};

describe.skipIf(!hasShared)('a drifting agent and a register agent on MuSiQue', () => {
  let built: Awaited<ReturnType<typeof build>>;
  let runs: Awaited<ReturnType<typeof runAll>>;
  let diagnosis: ReturnType<typeof createDiagnosisApi>;

  const endpointOf = (which: 'agent' | 'register') =>
    createEndpoint({
      questions: built.bed.questions.map(fromQuestion),
      personality: 'oracle',
      script: new Map<string, Personality>([...built.script].map(([id, roles]) => [id, roles[which]])),
    });
  const runAll = async () => {
    const { bed } = built;
    const agent = await finish(bed, { system: 'a-rag', endpoint: endpointOf('agent'), k: K });
    const register = await finish(bed, { system: 'execution-rag', endpoint: endpointOf('register'), k: K });
    const verified = await finish(bed, {
      system: 'execution-rag-verified',
      endpoint: endpointOf('register'),
      classifier: labelJudge(bed),
      k: K,
    });
    const probe = await finish(bed, { system: 'probe-oracle', endpoint: null, k: K });
    return { agent, register, verified, probe };
  };

  beforeAll(async () => {
    built = await build();
    runs = await runAll();
    diagnosis = createDiagnosisApi(async () => built.bed.store);
  }, 240_000);

  const roleOf = (id: string) => {
    const role = built.script.get(id);
    if (role === undefined) throw new Error(id);
    return role;
  };
  const diagnosed = async (run: string, question: string) =>
    unwrap(await diagnosis.question({ workspace: built.bed.workspace, run, k: K, question }));
  const retrieved = (events: readonly QuestionEvent[] = []): Set<string> =>
    new Set(
      eventsOf(events, 'search').flatMap(({ hits, shown = K }) =>
        hits.filter(({ rank }) => rank <= Math.min(K, shown)).map(({ chunk }) => chunk),
      ),
    );

  it('is built as it should be', () => {
    expect(built.bed.questions).toHaveLength(COUNT);
    const drifting = [...built.script.values()].filter(({ agent }) => agent === 'drifting');
    expect(drifting).toHaveLength(45);
    for (const run of Object.values(runs)) expect(run.meta).toMatchObject({ state: 'finished', errors: 0 });
  });

  it('certifies drift by B and C exactly for the questions that were built so', async () => {
    const levels = new Set<string>();
    for (const { id } of built.bed.questions) {
      const { golds, category } = await diagnosed(runs.agent.id, id);
      const drifts = roleOf(id).agent === 'drifting';
      expect([id, category?.paper ?? null]).toEqual([id, drifts ? 'search-drift' : null]);
      const own = retrieved(runs.agent.trace.questions.get(id));
      const others = retrieved(runs.register.trace.questions.get(id));
      for (const chunk of retrieved(runs.verified.trace.questions.get(id))) others.add(chunk);
      const chunksOf = goldOf(built.bed, built.bed.questions.find((one) => one.id === id) as Question);
      golds.forEach(({ certificate }, at) => {
        const has = (set: ReadonlySet<string>) => chunksOf[at]?.some((chunk) => set.has(chunk)) === true;
        // Found by itself; else by an agent on the same retriever; else by the probe, which asks by the labels.
        const expected = has(own) ? 'A' : has(others) ? 'B' : 'C';
        expect([id, at, certificate?.level]).toEqual([id, at, expected]);
        if (drifts) levels.add(expected);
      });
    }
    expect([...levels].toSorted()).toEqual(['A', 'B', 'C']);
  });

  it('moves missing evidence to right, false resolution and giving up as scripted', async () => {
    const compared = unwrap(
      await diagnosis.compare({
        workspace: built.bed.workspace,
        a: runs.agent.id,
        b: runs.register.id,
        k: K,
      }),
    );
    const counts = (column: 'paper' | 'register-blind') =>
      Object.fromEntries(compared.transitions[column].map(({ from, to, n }) => [`${from} → ${to}`, n]));
    const alike = { 'right → right': 15, 'search-drift → right': 15, 'search-drift → gave-up': 15 };
    expect(counts('paper')).toEqual({ ...alike, 'search-drift → false-resolution': 15 });
    expect(counts('register-blind')).toEqual({ ...alike, 'search-drift → search-drift': 15 });
    expect(compared.columnsDiffer).toBe(true);
    const differ = compared.changed
      .filter(({ state }) => state.paper.b !== state['register-blind'].b)
      .map(({ question }) => question);
    const scripted = [...built.script].filter(([, { register }]) => register === 'over-confident');
    expect(differ.toSorted()).toEqual(scripted.map(([id]) => id).toSorted());
    expect(compared.retriever.same).toBe(true);
    // All fifteen discordant pairs on one side: 2 · (1/2)^15.
    expect(compared.accuracy).toMatchObject({ n: COUNT, gained: 15, lost: 0 });
    expect(compared.accuracy.exactP).toBeCloseTo(2 ** -14, 12);
  });

  it('refuses a resolution whose support does not state the fact, and the trace shows it', () => {
    for (const [id, { register }] of built.script) {
      const events = runs.verified.trace.questions.get(id) ?? [];
      const refused = eventsOf(events, 'register').flatMap(({ violations }) =>
        violations.filter(({ rule }) => rule === 'fact-not-present'),
      );
      const judged = eventsOf(events, 'judge').filter(({ use }) => use === 'not-resolved');
      expect([id, refused.length]).toEqual([id, judged.length]);
      expect([id, refused.length > 0]).toEqual([id, register === 'over-confident']);
      expect(judged.every(({ probability }) => probability === 0.1)).toBe(true);
      // Once told, it looks for what states the fact.
      if (register === 'over-confident')
        expect([id, eventsOf(events, 'answer')[0]?.abstained]).toEqual([id, false]);
    }
    const unchecked = [...runs.register.trace.questions.values()].flat();
    expect(eventsOf(unchecked, 'judge')).toEqual([]);
    expect(eventsOf(unchecked, 'register').flatMap(({ violations }) => violations)).toEqual([]);
  });
});

describe.skipIf(!hasShared)('deltas against full replay, on questions of four hops', () => {
  it('puts both counts in the trace, and saves tokens', async () => {
    const labelled = readLabelled(sharedFile(FILE)).filter(({ hops }) => hops.length === 4);
    const whole = await ingested();
    const bed = await openBed(
      whole.store,
      whole.workspace,
      labelled.map(({ id }) => id),
    );
    expect(bed.questions.length).toBe(14);
    const endpoint = () =>
      createEndpoint({ questions: bed.questions.map(fromQuestion), personality: 'oracle' });
    const delta = await finish(bed, { system: 'execution-rag', endpoint: endpoint() });
    const replay = await finish(bed, {
      system: 'execution-rag',
      endpoint: endpoint(),
      ablation: 'full-replay',
    });
    const tokensOf = ({ trace }: typeof delta) =>
      [...trace.questions.values()].flatMap((events) =>
        eventsOf(events, 'register').map(({ tokens }) => tokens),
      );
    const sum = (of: { delta: number; full: number }[], which: 'delta' | 'full') =>
      of.reduce((total, tokens) => total + tokens[which], 0);
    const told = tokensOf(delta);
    const replayed = tokensOf(replay);
    expect(told.length).toBeGreaterThan(14 * 5);
    for (const { delta: some, full } of told) expect(some).toBeLessThanOrEqual(full);
    for (const { delta: all, full } of replayed) expect(all).toBe(full);
    // The same updates were made, so the registers were the same.
    expect(sum(replayed, 'full')).toBe(sum(told, 'full'));
    const saved = 1 - sum(told, 'delta') / sum(replayed, 'delta');
    console.info(
      `register tokens on ${bed.questions.length} questions of four hops: ${sum(told, 'delta')} by deltas, ${sum(replayed, 'delta')} by full replay, ${(saved * 100).toFixed(1)}% saved`,
    );
    expect(saved).toBeGreaterThan(0.2);
  });
});
