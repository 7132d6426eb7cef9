import { afterEach, describe, expect, test } from 'vitest';
import { HopscopeError } from '../../src/domain/outcome';
import type { Progress } from '../../src/domain/progress';
import { createSearchService } from '../../src/retrieval/search-service';
import { unwrap } from '../../src/seam/outcome';
import { storeCorpus } from '../support/passages';
import { idle, until } from '../support/waits';
import { corpusMeta, questionsMeta } from '../workspace/make';
import { closePorts, createSearchWorker, ignore, QUESTIONS, serve, setUp, spec } from './workers';

afterEach(closePorts);

describe('starting runs', () => {
  test('makes one run a system and retriever, and stores every question', async () => {
    const { api, store, workspace, worker } = await setUp();
    const wanted = spec(workspace, {
      systems: ['probe-single', 'probe-hops', 'probe-oracle'],
      retrievers: ['bm25', 'vector'],
    });
    const reports: Progress[] = [];
    // 4 questions: 1 search, 3 hops, and at most 4 a hop.
    expect(unwrap(await api.estimate(wanted))).toEqual({
      model: null,
      searches: 2 * 4 * (1 + 3 + 12),
      questions: 4,
      runs: 6,
    });
    const runs = unwrap(await api.start(wanted, 'j', (progress) => void reports.push(progress)));
    expect(
      runs.map(({ header, state, done, total, errors }) => [header.run, state, done, total, errors]),
    ).toEqual([
      ['probe-single-bm25-1', 'finished', 4, 4, 0],
      ['probe-hops-bm25-2', 'finished', 4, 4, 0],
      ['probe-oracle-bm25-3', 'finished', 4, 4, 0],
      ['probe-single-vector-4', 'finished', 4, 4, 0],
      ['probe-hops-vector-5', 'finished', 4, 4, 0],
      ['probe-oracle-vector-6', 'finished', 4, 4, 0],
    ]);
    // Counted by hand in probes.test.ts: 1 + 3 + 6 searches a question.
    expect(worker.asked).toHaveLength(2 * 4 * (1 + 3 + 6));
    expect(worker.calls).toEqual(['open', 'open', 'embed j/embed']);
    expect((await store.get(workspace)).runs).toEqual(runs);
    const trace = await store.readRun(workspace, 'probe-hops-bm25-2');
    expect(trace.header).toMatchObject({
      system: 'probe-hops',
      parameters: { k: 3, depth: 50 },
      retriever: { id: 'c0/bm25', kind: 'bm25' },
      questionSet: 'q0',
      model: null,
      imported: false,
    });
    expect([...trace.questions.keys()]).toEqual(['q1', 'q2', 'q3', 'q4']);
    expect(reports.some(({ phase }) => phase === 'embedding')).toBe(true);
    expect(reports.at(-1)).toMatchObject({ phase: 'finished', done: 24, total: 24, unit: 'questions' });
  });

  test('a finished run is not made again; other questions or another k are another run', async () => {
    const { api, workspace, worker, store } = await setUp();
    const [first] = unwrap(await api.start(spec(workspace), 'j', ignore));
    const asked = worker.asked.length;
    expect(unwrap(await api.start(spec(workspace), 'j', ignore))).toEqual([first]);
    expect(worker.asked).toHaveLength(asked);
    const [some] = unwrap(await api.start(spec(workspace, { questions: ['q3', 'q1'] }), 'j', ignore));
    expect([...(await store.readRun(workspace, some?.header.run ?? '')).questions.keys()]).toEqual([
      'q1',
      'q3',
    ]);
    expect(some).toMatchObject({ total: 2, done: 2, header: { parameters: { questions: ['q3', 'q1'] } } });
    unwrap(await api.start(spec(workspace, { k: 4 }), 'j', ignore));
    expect((await store.get(workspace)).runs).toHaveLength(3);
  });

  test('asks questions that were typed in, which no file has brought', async () => {
    const { api, store, workspace } = await setUp();
    const tally = { read: 0, kept: 0, rejected: 0, merged: 0 };
    await store.writeQuestions(workspace, QUESTIONS, {
      ...questionsMeta,
      hash: 'typed',
      tally,
      unlabelled: QUESTIONS.length,
    });
    const [run] = unwrap(await api.start(spec(workspace), 'j', ignore));
    expect(run).toMatchObject({ state: 'finished', done: QUESTIONS.length });
    // Whoever deletes them all has nothing left to ask, whatever files once brought.
    await store.writeQuestions(workspace, [], { ...questionsMeta, tally: { ...tally, read: 3, kept: 3 } });
    expect(await api.start(spec(workspace), 'j', ignore)).toMatchObject({
      ok: false,
      error: { code: 'bad-input', message: expect.stringContaining('no questions') },
    });
  });

  test('says what is missing instead of running on nothing', async () => {
    const { api, store } = await setUp();
    const { id } = await store.create('empty');
    expect(await api.start(spec(id), 'j', ignore)).toMatchObject({ ok: false, error: { code: 'bad-input' } });
    // Questions dropped without documents.
    await store.writeCorpus(id, { meta: corpusMeta(0, 0), documents: [], chunks: [], rejects: [] });
    const tally = { ...questionsMeta.tally, read: 4, kept: 4 };
    await store.writeQuestions(id, QUESTIONS, { ...questionsMeta, tally, labelled: QUESTIONS.length });
    expect(await api.start(spec(id), 'j', ignore)).toMatchObject({
      ok: false,
      error: { code: 'bad-input', message: expect.stringContaining('no documents') },
    });
    expect((await store.get(id)).runs).toEqual([]);
    expect(await api.start(spec('nowhere'), 'j', ignore)).toMatchObject({
      ok: false,
      error: { code: 'not-found' },
    });
  });
});

describe('stopping and going on', () => {
  /** Trace of an undisturbed run, to compare with. */
  const undisturbed = async () => {
    const { api, store, workspace, worker } = await setUp();
    const [run] = unwrap(await api.start(spec(workspace), 'j', ignore));
    const { questions } = await store.readRun(workspace, run?.header.run ?? '');
    return { asked: worker.asked, questions: withoutTime(questions) };
  };
  const withoutTime = (questions: Map<string, unknown[]>) =>
    [...questions].map(([id, events]) => [id, events.map((event) => ({ ...(event as object), ms: 0 }))]);

  test('cancelled during any search, it goes on where it was and repeats only the question in flight', async () => {
    const whole = await undisturbed();
    const perQuestion = whole.asked.length / QUESTIONS.length;
    for (let at = 1; at <= whole.asked.length; at++) {
      let cancelled: Promise<void> | null = null;
      const worker = createSearchWorker({
        before: async (count) => {
          if (count === at && cancelled === null) cancelled = context.api.cancel('j');
        },
      });
      const context = await setUp({ worker });
      const { api, store, workspace } = context;
      expect(await api.start(spec(workspace), 'j', ignore)).toMatchObject({
        ok: false,
        error: { code: 'cancelled' },
      });
      await cancelled;
      const [stopped] = (await store.get(workspace)).runs;
      const done = Math.floor((at - 1) / perQuestion);
      expect(stopped).toMatchObject({ state: 'cancelled', done, total: 4 });
      const run = stopped?.header.run ?? '';
      expect((await store.readRun(workspace, run)).questions.size).toBe(done);
      const before = worker.asked.length;
      expect(before).toBe(at);
      expect(unwrap(await api.resumeRuns(workspace, [run], 'j', ignore))).toMatchObject([
        { state: 'finished', done: 4 },
      ]);
      expect(worker.asked.slice(before)).toEqual(whole.asked.slice(done * perQuestion));
      expect(withoutTime((await store.readRun(workspace, run)).questions)).toEqual(whole.questions);
    }
  });

  test('a cancel ends a search that hangs', async () => {
    const worker = createSearchWorker({
      before: (count) => (count === 5 ? new Promise(() => {}) : Promise.resolve()),
    });
    const { api, store, workspace } = await setUp({ worker });
    const running = api.start(spec(workspace), 'j', ignore);
    await until(() => worker.asked.length).toBe(5);
    // The search never answers: this would not end if the cancel waited for it.
    await api.cancel('j');
    expect(await running).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect((await store.get(workspace)).runs).toMatchObject([{ state: 'cancelled', done: 1 }]);
  });

  test('a run that is being executed cannot be executed twice; when it is free, another realm goes on', async () => {
    const whole = await undisturbed();
    const dead = createSearchWorker({
      before: (count) => (count === 8 ? new Promise(() => {}) : Promise.resolve()),
    });
    const { api, newApi, store, workspace } = await setUp({ worker: dead });
    void api.start(spec(workspace), 'j', ignore);
    await until(() => dead.asked.length).toBe(8);
    const [run] = (await store.get(workspace)).runs;
    const id = run?.header.run ?? '';
    expect(run).toMatchObject({ state: 'running' });
    const second = newApi();
    const worker = createSearchWorker();
    unwrap(await second.connectSearch(serve(worker)));
    expect(await second.resumeRuns(workspace, [id], 'k', ignore)).toMatchObject({
      ok: false,
      error: { code: 'busy' },
    });
    await api.cancel('j');
    expect(unwrap(await second.resumeRuns(workspace, [id], 'k', ignore))).toMatchObject([
      { state: 'finished' },
    ]);
    expect(worker.asked).toEqual(whole.asked.slice(6));
    expect(withoutTime((await store.readRun(workspace, id)).questions)).toEqual(whole.questions);
  });

  test('a paused run asks nothing until it goes on', async () => {
    let reached: () => void = () => {};
    const atFour = new Promise<void>((resolve) => {
      reached = resolve;
    });
    const worker = createSearchWorker({ before: async (count) => void (count === 4 && reached()) });
    const { api, store, workspace } = await setUp({ worker });
    const running = api.start(spec(workspace), 'j', ignore);
    await atFour;
    await api.pause('j');
    await until(() => worker.calls).toContain('pause j/embed');
    const state = async () => (await store.get(workspace)).runs[0]?.state;
    await until(state).toBe('paused');
    const asked = worker.asked.length;
    await idle();
    expect(worker.asked).toHaveLength(asked);
    expect(asked % 3).toBe(0);
    await api.resume('j');
    expect(unwrap(await running)).toMatchObject([{ state: 'finished', done: 4 }]);
    expect(worker.asked).toHaveLength(12);
  });

  test('a search worker that was restarted is opened again, and the run goes on', async () => {
    const whole = await undisturbed();
    const dying = createSearchWorker({
      before: (count) => (count === 5 ? new Promise(() => {}) : Promise.resolve()),
    });
    const { api, store, workspace } = await setUp({ worker: dying });
    const notes: string[] = [];
    const running = api.start(
      spec(workspace),
      'j',
      ({ note }) => void (note !== undefined && notes.push(note)),
    );
    await until(() => dying.asked.length).toBe(5);
    const next = createSearchWorker();
    unwrap(await api.connectSearch(serve(next)));
    const [run] = unwrap(await running);
    expect(run).toMatchObject({ state: 'finished', done: 4, errors: 0 });
    expect(next.calls).toEqual(['open']);
    expect(next.asked).toEqual(whole.asked.slice(4));
    expect(notes).toContain('The index was opened again.');
    expect(withoutTime((await store.readRun(workspace, run?.header.run ?? '')).questions)).toEqual(
      whole.questions,
    );
  });

  test('a search worker that dies while it opens the index is given a second try', async () => {
    const stuck = createSearchWorker({ stuck: true });
    const { api, workspace } = await setUp({ worker: stuck });
    const running = api.start(spec(workspace), 'j', ignore);
    await until(() => stuck.calls.length).toBeGreaterThan(0);
    const next = createSearchWorker();
    unwrap(await api.connectSearch(serve(next)));
    expect(unwrap(await running)).toMatchObject([{ state: 'finished', done: 4 }]);
    expect(next.calls).toEqual(['open']);
  });

  test('a run whose documents are replaced meanwhile stops, and keeps what was found in the old ones', async () => {
    const worker = createSearchWorker({
      before: async (count) => {
        if (count === 5) worker.corpus = 'other';
      },
    });
    const { api, store, workspace } = await setUp({ worker });
    expect(await api.start(spec(workspace), 'j', ignore)).toMatchObject({
      ok: false,
      error: { code: 'model', message: expect.stringContaining('have changed during the run') },
    });
    expect((await store.get(workspace)).runs).toMatchObject([{ state: 'interrupted', done: 1, errors: 0 }]);
  });

  test('the page looks at other workspaces meanwhile: neither gets the passages of the other', async () => {
    const { api, store, workspace } = await setUp();
    const service = createSearchService(async () => store);
    unwrap(await api.connectSearch(serve({ api: service })));
    const [alone] = unwrap(await api.start(spec(workspace), 'j', ignore));
    const whole = withoutTime((await store.readRun(workspace, alone?.header.run ?? '')).questions);

    const others: string[] = [];
    for (const place of ['Arle', 'Brok', 'Cind']) {
      others.push(await storeCorpus(store, [{ title: place, text: `The designer of ${place}.` }]));
    }
    const settings = { kind: 'bm25', ...spec(workspace).settings } as const;
    let looks = 0;
    const { appendRun } = store;
    store.appendRun = async (...call) => {
      // More than the search worker keeps in memory, so that the run's corpus has to go and come back.
      for (const other of others) {
        unwrap(await service.open(other, settings, ignore));
        const found = unwrap(await service.search({ workspace: other, query: 'designer', k: 5, settings }));
        expect(found.hits).toHaveLength(1);
        looks++;
      }
      await appendRun(...call);
    };
    unwrap(await api.removeRun(workspace, alone?.header.run ?? ''));
    const [run] = unwrap(await api.start(spec(workspace), 'j', ignore));
    expect(looks).toBe(12);
    expect(run).toMatchObject({ state: 'finished', done: 4, errors: 0 });
    expect(withoutTime((await store.readRun(workspace, run?.header.run ?? '')).questions)).toEqual(whole);
  });

  test('one question’s failure is recorded and the rest is asked', async () => {
    const worker = createSearchWorker({
      before: async (count) => {
        if (count === 5) throw new Error('index fault');
      },
    });
    const { api, store, workspace } = await setUp({ worker });
    const [run] = unwrap(await api.start(spec(workspace), 'j', ignore));
    expect(run).toMatchObject({ state: 'finished', done: 4, errors: 1 });
    const { questions } = await store.readRun(workspace, run?.header.run ?? '');
    expect(questions.get('q2')?.at(-1)).toMatchObject({
      event: 'error',
      code: 'internal',
      message: expect.stringContaining('index fault'),
    });
    expect(questions.get('q3')?.at(-1)).toMatchObject({ event: 'done' });
    // A run with errors is no reason not to be able to get a whole one.
    const [again] = unwrap(await api.start(spec(workspace), 'j', ignore));
    expect(again?.header.run).not.toBe(run?.header.run);
    expect(again).toMatchObject({ errors: 0 });
  });

  test('a full disk interrupts the run, and it can go on', async () => {
    const { api, store, workspace, worker } = await setUp();
    const { appendRun } = store;
    let room = 2;
    store.appendRun = async (...call) => {
      if (room-- <= 0) throw new HopscopeError('quota', 'The disk is full.', { retryable: true });
      await appendRun(...call);
    };
    expect(await api.start(spec(workspace), 'j', ignore)).toMatchObject({
      ok: false,
      error: { code: 'quota', message: 'The disk is full.' },
    });
    const [run] = (await store.get(workspace)).runs;
    expect(run).toMatchObject({ state: 'interrupted', done: 2 });
    room = 100;
    expect(unwrap(await api.start(spec(workspace), 'j', ignore))).toMatchObject([
      { state: 'finished', done: 4, header: { run: run?.header.run } },
    ]);
    expect(worker.asked).toHaveLength(12 + 3);
  });

  test('is refused on another corpus, and for a run that is unknown', async () => {
    const { api, newApi, workspace, store } = await setUp({
      worker: createSearchWorker({
        before: async (count) => void (count === 4 && (await Promise.resolve(stop()))),
      }),
    });
    function stop() {
      void api.cancel('j');
    }
    await api.start(spec(workspace), 'j', ignore);
    const [run] = (await store.get(workspace)).runs;
    const other = newApi();
    unwrap(await other.connectSearch(serve(createSearchWorker({ corpus: 'c9' }))));
    expect(await other.resumeRuns(workspace, [run?.header.run ?? ''], 'j', ignore)).toMatchObject({
      ok: false,
      error: { code: 'bad-input', message: expect.stringContaining('have changed since') },
    });
    expect(await api.resumeRuns(workspace, ['nope'], 'j', ignore)).toMatchObject({
      ok: false,
      error: { code: 'not-found' },
    });
    unwrap(await api.removeRun(workspace, run?.header.run ?? ''));
    expect((await store.get(workspace)).runs).toEqual([]);
  });

  test('two calls under one job name do not mix', async () => {
    const { api, workspace } = await setUp();
    const first = api.start(spec(workspace), 'j', ignore);
    expect(await api.start(spec(workspace), 'j', ignore)).toMatchObject({
      ok: false,
      error: { code: 'busy' },
    });
    unwrap(await first);
  });
});
