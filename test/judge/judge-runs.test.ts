import { beforeEach, describe, expect, it } from 'vitest';
import { type Chunk, indexText } from '../../src/domain/corpus';
import { chunkHash } from '../../src/domain/hash';
import { judgedSubQuestion, pairKey } from '../../src/domain/presence';
import type { Progress } from '../../src/domain/progress';
import type { QuestionEvent } from '../../src/domain/trace';
import { createClassifierApi } from '../../src/judge/create-api';
import { describeClassifier } from '../../src/models/classifier/catalogue';
import type { ClassifierLibrary } from '../../src/models/classifier/library';
import { createPairTokenizer } from '../../src/models/classifier/pair-tokenizer';
import { unwrap } from '../../src/seam/outcome';
import { createMemoryFiles } from '../../src/workspace/memory-files';
import { createMemoryMetadata } from '../../src/workspace/metadata';
import { createMemoryStore, type Store } from '../../src/workspace/store';
import { gold, header, hop, mapping, question, ranked, search } from '../diagnosis/build';
import {
  type FakeLanes,
  fakeEntry,
  fakeFiles,
  fakeLanes,
  type Row,
  tokenizerJson,
} from '../support/classifier-lanes';
import { holdAfter, idle, until } from '../support/waits';
import { corpusMeta, document, questionsMeta, wholeChunk } from '../workspace/make';

const tokenizer = createPairTokenizer(tokenizerJson);
const [STATED = -1] = tokenizer.ids('stated');

/** A passage states the fact when it says so. */
const states = ({ ids, types }: Row): { presence: number } => ({
  presence: ids.some((id, i) => types[i] === 1 && id === STATED) ? 4 : -4,
});

const library: ClassifierLibrary = {
  list: async () => [describeClassifier(fakeEntry)],
  add: async () => describeClassifier(fakeEntry),
  refuse: async () => {},
  remove: async () => {},
  find: async () => ({ entry: fakeEntry, files: fakeFiles }),
};

const texts: Record<string, string> = {
  a: 'answer 1 is mentioned here',
  b: 'answer 2 is stated here',
  c: 'nothing',
  d: 'about answer 1 again, stated',
  e: 'answer 2 once more',
  blank: '',
};
const chunks: Chunk[] = Object.entries(texts).map(([id, text]) => {
  const whole = wholeChunk(document(id, text, { title: '' }), { heading: '' });
  return { ...whole, hash: chunkHash(indexText(whole)) };
});

const two = question([gold('a'), gold('b')], {
  hops: [hop(1, ['a']), hop(2, ['b'], { question: 'sub-question 2 about #1' })],
});
const open = question([gold('a')], {
  id: 'open',
  hops: [hop(1, [], { answers: [] }), hop(2, ['a'], { question: 'and #1?' })],
});
const done = (id: string): QuestionEvent => ({ event: 'done', question: id, ms: 1 });

let store: Store;
let workspace: string;
let files: ReturnType<typeof createMemoryFiles>;
const metadata = createMemoryMetadata();

const makeStore = () => createMemoryStore({ files, metadata });

beforeEach(async () => {
  files = createMemoryFiles();
  store = makeStore();
  workspace = (await store.create('w')).id;
  await store.writeCorpus(workspace, {
    meta: corpusMeta(6, 6),
    documents: Object.entries(texts).map(([id, text]) => document(id, text, { title: '' })),
    chunks,
    rejects: [],
  });
  await store.writeQuestions(workspace, [two, open], questionsMeta);
  await store.writeMappings(workspace, [mapping('a'), mapping('b'), mapping('a', { question: 'open' })], {
    passages: 3,
    mapped: 3,
    ambiguous: 0,
    unmapped: 0,
    notInCorpus: 0,
    coverage: 1,
    byMethod: {},
  });
});

const addRun = async (run: string, events: Record<string, QuestionEvent[]>): Promise<void> => {
  await store.startRun(workspace, header(run), Object.keys(events).length);
  for (const [id, list] of Object.entries(events))
    await store.appendRun(workspace, run, [...list.map((event) => ({ ...event, question: id })), done(id)]);
};

const start = async (
  over = store,
): Promise<{ api: ReturnType<typeof createClassifierApi>; fake: FakeLanes }> => {
  const fake = fakeLanes(states);
  const around = {
    spawn: fake.spawn,
    cores: 1,
    probe: async () => ({ adapter: null, software: false, reason: 'none' }),
  };
  const api = createClassifierApi({ store: async () => over, library, around });
  unwrap(await api.load({}, () => {}));
  return { api, fake };
};
const quiet = (): void => {};
const judge = async (runs: string[], depth: number, over = store) => {
  const { api, fake } = await start(over);
  const tally = unwrap(await api.judgeRuns({ workspace, runs, depth }, 'job', quiet));
  return { tally, asked: fake.rows().length };
};
const hash = (id: string): string => chunkHash(texts[id] ?? '');
const recorded = async (asked: string, ids: string[]): Promise<(number | null)[]> => {
  const cache = await store.vectors('judge|fake|r1|int8-weight|passage|0|T1', 1);
  return ids.map((id) => cache.get(pairKey(asked, hash(id)))?.[0] ?? null);
};
const sigmoid = (x: number): unknown => expect.closeTo(1 / (1 + Math.exp(-x)), 6);

describe('judging a run', () => {
  const [first, second] = two.hops;
  if (first === undefined || second === undefined) throw new Error('two hops');

  it('scores each hop with the passages accumulated up to it, gold answers filled in', async () => {
    await addRun('r', {
      q: [
        search(
          ['a', 'c'].map((id) => `${id}#0`),
          { hop: 1 },
        ),
        search(['b#0'], { hop: 2 }),
      ],
    });
    const { tally } = await judge(['r'], 5);
    expect(judgedSubQuestion(two, second)).toBe('sub-question 2 about answer 1');
    // Hop 1 fails although its gold is there: "answer 1" stands in a (scored) and in d, which is looked up as well.
    expect(tally).toEqual({ pairs: 6, scored: 6, inconclusive: 0, errored: 0, messages: [] });
    expect(await recorded('sub-question 1', ['a', 'c', 'b', 'd', 'e'])).toEqual([
      sigmoid(-4),
      sigmoid(-4),
      null,
      sigmoid(4),
      null,
    ]);
    expect(await recorded('sub-question 2 about answer 1', ['a', 'c', 'b', 'e'])).toEqual([
      sigmoid(-4),
      sigmoid(-4),
      sigmoid(4),
      null,
    ]);
  });

  it('leaves out reformulations, passages below the depth, failed questions, and passages counted twice', async () => {
    await addRun('r', {
      q: [
        ranked({ 'c#0': 1, 'b#0': 6 }, { hop: null }),
        ranked({ 'd#0': 1 }, { hop: 1, purpose: 'keywords' }),
        ranked({ 'd#0': 1 }, { hop: 1, purpose: 'title' }),
      ],
    });
    await addRun('s', { q: [ranked({ 'c#0': 2 }, { hop: null })] });
    await addRun('failed', {
      q: [ranked({ 'e#0': 1 }), { event: 'error', question: 'q', step: 1, code: 'x', message: 'm' }],
    });
    const { tally } = await judge(['r', 's', 'failed'], 5);
    expect(tally).toMatchObject({ pairs: 2, scored: 2 });
    expect((await store.vectors('judge|fake|r1|int8-weight|passage|0|T1', 1)).size).toBe(2);
  });

  it('looks in the whole corpus when gold arrives at some k within the depth without the fact, whatever comes later', async () => {
    // The gold of hop 1 is there at k = 1 without the fact; at k = 3 another passage seems to state it.
    await addRun('r', { q: [ranked({ 'a#0': 1, 'c#0': 2, 'b#0': 3 }, { hop: 1 })] });
    const { tally } = await judge(['r'], 3);
    // Three passages for each hop, and the one other passage with "answer 1"; gold of hop 2 arrives with its fact.
    expect(tally.pairs).toBe(7);
    expect(await recorded('sub-question 1', ['d'])).toEqual([sigmoid(4)]);
    expect(await recorded('sub-question 2 about answer 1', ['e'])).toEqual([null]);
  });

  it('gives states, not zeros: an open placeholder, an empty passage, a passage that is gone', async () => {
    await addRun('r', { q: [search(['blank#0', 'gone#0'])], open: [search(['a#0'])] });
    const { tally } = await judge(['r'], 5);
    expect(tally).toMatchObject({ scored: 1, inconclusive: 3, errored: 1 });
    expect(tally.messages).toEqual([
      expect.stringMatching(/gone#0.*not in the corpus/),
      expect.stringMatching(/passage is empty/),
      expect.stringMatching(/#1/),
    ]);
    expect(await recorded('sub-question 1', ['blank'])).toEqual([null]);
  });

  it('scores nothing twice: not in the next session, not in another tab', async () => {
    await addRun('r', { q: [search(['a#0', 'b#0', 'c#0'])] });
    const first = await judge(['r'], 5);
    expect(first.tally.scored).toBeGreaterThan(5);
    const again = await judge(['r'], 5, makeStore());
    expect(again.tally).toEqual({ ...first.tally, scored: 0 });
    // The one row is the canary of loading.
    expect(again.asked).toBeLessThanOrEqual(1);

    const tab = await start(store);
    const scores = unwrap(
      await tab.api.score([{ question: 'sub-question 1', passage: texts.c ?? '' }], 'score'),
    );
    expect(scores).toEqual([{ state: 'scored', probability: sigmoid(-4) }]);
  });

  it('takes in what another tab scored meanwhile', async () => {
    await addRun('r', { q: [search(['a#0', 'b#0', 'c#0'])] });
    const one = await start(makeStore());
    const two = await start(makeStore());
    for (const { api } of [one, two]) unwrap(await api.score([{ question: 'q', passage: 'warm' }], 's'));
    unwrap(await one.api.judgeRuns({ workspace, runs: ['r'], depth: 5 }, 'j', quiet));
    const tally = unwrap(await two.api.judgeRuns({ workspace, runs: ['r'], depth: 5 }, 'j', quiet));
    expect(tally.scored).toBe(0);
  });

  it('a worker ended in mid-run loses nothing that was written', async () => {
    const many = Array.from({ length: 400 }, (_, i) => `passage number ${i}`);
    await store.writeCorpus(workspace, {
      meta: corpusMeta(400, 400, 'c1'),
      documents: many.map((text, i) => document(`m${i}`, text, { title: '' })),
      chunks: many.map((text, i) => ({
        ...wholeChunk(document(`m${i}`, text, { title: '' }), { heading: '' }),
        hash: chunkHash(text),
      })),
      rejects: [],
    });
    await addRun('r', { q: [search(many.map((_, i) => `m${i}#0`))] });
    const { api, fake } = await start();
    let batches = 0;
    fake.gate.wait = () => {
      batches++;
      // The worker is gone: nothing after this ever answers.
      return batches > 300 ? new Promise(() => {}) : Promise.resolve();
    };
    void api.judgeRuns({ workspace, runs: ['r'], depth: 400 }, 'job', quiet);
    await until(() => batches).toBeGreaterThan(300);
    await until(
      async () => (await makeStore().vectors('judge|fake|r1|int8-weight|passage|0|T1', 1)).size,
    ).toBeGreaterThanOrEqual(256);
    // What was scored after those may still be on its way.
    await idle();
    const kept = (await makeStore().vectors('judge|fake|r1|int8-weight|passage|0|T1', 1)).size;
    const { tally } = await judge(['r'], 400, makeStore());
    expect(tally.pairs).toBe(800);
    expect(tally.scored).toBe(800 - kept);
  });

  it('is paused, resumed and cancelled with what was scored written', async () => {
    await addRun('r', { q: [search(Object.keys(texts).map((id) => `${id}#0`))] });
    const { api, fake } = await start();
    const hold = holdAfter(3);
    fake.gate.wait = hold.wait;
    const progress: Progress[] = [];
    const running = api.judgeRuns(
      { workspace, runs: ['r'], depth: 5 },
      'job',
      (report) => void progress.push(report),
    );
    await hold.reached;
    // What is being computed does not answer: this would not end if the cancel waited for it.
    await api.cancel('job');
    expect(await running).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    // A cancelled call does not wait for the disk.
    await until(
      async () => (await makeStore().vectors('judge|fake|r1|int8-weight|passage|0|T1', 1)).size,
    ).toBeGreaterThan(0);
    hold.release();

    const paused = api.judgeRuns(
      { workspace, runs: ['r'], depth: 5 },
      'job',
      (report) => void progress.push(report),
    );
    await api.pause('job');
    await api.resume('job');
    expect(unwrap(await paused).pairs).toBeGreaterThan(8);
    expect(new Set(progress.map(({ phase }) => phase))).toEqual(
      new Set(['reading the runs', 'judging hops', 'looking for missing facts in the corpus']),
    );
    expect(progress.every(({ done, total }) => total === null || done <= total)).toBe(true);
  });

  it('judges 2,000 hops', async () => {
    const questions = Array.from({ length: 1000 }, (_, i) => ({
      ...two,
      id: `q${i}`,
      hops: two.hops.map((one) => ({ ...one, question: `${one.question} of ${i}` })),
    }));
    await store.writeQuestions(workspace, questions, questionsMeta);
    await addRun(
      'r',
      Object.fromEntries(questions.map(({ id }) => [id, [search(['a#0', 'blank#0'], { question: id })]])),
    );
    const { tally } = await judge(['r'], 5);
    expect(tally).toMatchObject({ pairs: 4000, scored: 2000, inconclusive: 2000, errored: 0 });
    expect(tally.messages).toHaveLength(1);
  }, 120_000);

  it('in paper mode a hop is one pair of its joined passages', async () => {
    await addRun('r', { q: [search(['c#0', 'b#0'])] });
    const { api, fake } = await start();
    unwrap(await api.load({ mode: 'paper' }, () => {}));
    const before = fake.rows().length;
    const tally = unwrap(await api.judgeRuns({ workspace, runs: ['r'], depth: 5 }, 'job', quiet));
    expect(tally).toMatchObject({ pairs: 2, scored: 2 });
    const rows = fake.rows().slice(before);
    expect(rows).toHaveLength(2);
    const joined = tokenizer.ids(`${texts.c}\n${texts.b}`);
    expect(rows[0]?.ids.slice(-joined.length - 1, -1)).toEqual(joined);
  });

  it('refuses a depth that is none, and a call before a model is loaded', async () => {
    const { api } = await start();
    expect(await api.judgeRuns({ workspace, runs: [], depth: 0 }, 'job', quiet)).toMatchObject({
      ok: false,
      error: { code: 'bad-input' },
    });
    const cold = createClassifierApi({ store: async () => store, library });
    expect(await cold.score([], 'job')).toMatchObject({
      ok: false,
      error: { code: 'model', retryable: true },
    });
    expect(await cold.state()).toEqual({ ok: true, value: null });
  });
});

describe('loading', () => {
  it('keeps the open model for a caller without a wish, and opens another for one with', async () => {
    const { api, fake } = await start();
    const before = fake.lanes.length;
    unwrap(await api.load({ model: 'hopscope-presence-reader', mode: 'passage' }, quiet));
    expect(fake.lanes).toHaveLength(before);
    unwrap(await api.load({ device: 'wasm' }, quiet));
    expect(fake.lanes).toHaveLength(before + 1);
    unwrap(await api.load({}, quiet));
    expect(fake.lanes).toHaveLength(before + 1);
  });

  it('holds no call that is cancelled meanwhile', async () => {
    const api = createClassifierApi({
      store: async () => store,
      library: { ...library, find: () => new Promise(() => {}) },
    });
    void api.load({}, quiet);
    const waiting = api.score([{ question: 'q', passage: 'p' }], 'job');
    await idle();
    await api.cancel('job');
    expect(await waiting).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  });
});

describe('the check before judging', () => {
  it('shows three examples, stated, implied and missing', async () => {
    const { api } = await start();
    const checks = unwrap(await api.check());
    expect(checks.map(({ expected }) => expected)).toEqual([true, true, false]);
    for (const { probability } of checks) expect(probability).toBeGreaterThan(0);
    const broken = createClassifierApi({
      store: async () => store,
      library,
      around: {
        spawn: fakeLanes(() => ({ presence: Number.NaN })).spawn,
        cores: 1,
        probe: async () => ({ adapter: null, software: false, reason: '' }),
      },
    });
    unwrap(await broken.load({}, () => {}));
    expect(await broken.check()).toMatchObject({ ok: false, error: { code: 'model' } });
  });
});
