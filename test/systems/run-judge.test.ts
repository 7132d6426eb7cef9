import { afterEach, describe, expect, test } from 'vitest';
import type { Progress } from '../../src/domain/progress';
import type { Intervention } from '../../src/domain/seam';
import type { QuestionEvent } from '../../src/domain/trace';
import { unwrap } from '../../src/seam/outcome';
import { until } from '../support/waits';
import { eventsOf } from './play';
import {
  closePorts,
  createClassifierWorker,
  createSearchWorker,
  ignore,
  QUESTIONS,
  serve,
  setUp,
  spec,
} from './workers';

afterEach(closePorts);

const JUDGE = { space: 'tiny-space', threshold: 0.5 };
const reads = {
  presence: () => 0.9,
  spans: (question: string, passage: string): [string, number][] =>
    [/designed/.test(question) ? 'Mira Tal' : /teacher/.test(question) ? 'Jonas Vey' : 'Harrowdale']
      .filter((text) => passage.includes(text))
      .map((text) => [text, 3]),
};
const withoutTime = (questions: Map<string, QuestionEvent[]>) =>
  [...questions].map(([id, events]) => [id, events.map((event) => ({ ...event, ms: 0 }))]);

type Context = Awaited<ReturnType<typeof setUp>>;
const traceOf = async ({ store, workspace }: Context, run: string | undefined) =>
  (await store.readRun(workspace, run ?? '')).questions;

describe('a judge in a run', () => {
  test('is loaded once, named in the header of the runs it took part in, and reads heading and text', async () => {
    const classifier = createClassifierWorker();
    const context = await setUp({ classifier });
    const { api, workspace, store } = context;
    const runs = unwrap(
      await api.start(
        spec(workspace, { systems: ['probe-single', 'probe-hops', 'probe-oracle'], k: 4 }),
        'j',
        ignore,
      ),
    );
    expect(runs.map(({ header }) => header.parameters.judge)).toEqual([undefined, JUDGE, undefined]);
    expect(classifier.calls).toEqual(['load shipped']);
    expect(classifier.passages).toContain(
      'Title of bridge\nThe Ostra Bridge in Kelm was designed by Mira Tal.',
    );
    const judged = eventsOf([...(await traceOf(context, runs[1]?.header.run)).values()].flat(), 'judge');
    expect(judged.map(({ hop, use }) => [hop, use])).toEqual(
      QUESTIONS.flatMap(() => [
        [1, 'filled'],
        [2, 'filled'],
      ]),
    );
    // Asked for again, it is the same run.
    const again = unwrap(await api.start(spec(workspace, { k: 4 }), 'j', ignore));
    expect(again).toEqual([runs[1]]);
    expect((await store.get(workspace)).runs).toHaveLength(3);
  });

  test('that the page has loaded already is used as it is', async () => {
    const classifier = createClassifierWorker({ space: 'other' });
    classifier.loaded = 'chosen';
    const { api, workspace } = await setUp({ classifier });
    const [run] = unwrap(await api.start(spec(workspace), 'j', ignore));
    expect(run?.header.parameters.judge?.space).toBe('chosen');
    expect(classifier.calls).toEqual([]);
  });

  test.each([
    ['is missing', () => createClassifierWorker({ broken: 'its file is not there.' })],
    ['was never connected', () => undefined],
  ])('that %s leaves the hop probe as it was, and that is said', async (_, make) => {
    const classifier = make();
    const context = await setUp(classifier === undefined ? {} : { classifier });
    const notes: string[] = [];
    const [run] = unwrap(
      await context.api.start(spec(context.workspace, { k: 4 }), 'j', ({ note }: Progress) => {
        if (note !== undefined) notes.push(note);
      }),
    );
    expect(run).toMatchObject({ state: 'finished', errors: 0 });
    expect(run?.header.parameters.judge).toBeUndefined();
    expect(notes.some((note) => note.startsWith('Fact presence is not judged, as no classifier'))).toBe(true);
    const events = (await traceOf(context, run?.header.run)).get('q1') ?? [];
    expect(eventsOf(events, 'judge')).toEqual([]);
    expect(eventsOf(events, 'note').at(-1)?.message).toContain('was not checked');
  });

  test('what cannot be made without one is refused before anything is searched', async () => {
    const context = await setUp({ classifier: createClassifierWorker({ broken: 'its file is not there.' }) });
    const { api, workspace, worker } = context;
    const refused = async (more: Parameters<typeof spec>[1]) => {
      const outcome = await api.start(spec(workspace, more), 'j', ignore);
      return outcome.ok ? null : [outcome.error.code, outcome.error.message];
    };
    expect(await refused({ systems: ['probe-single', 'reader-single'] })).toEqual([
      'model',
      'These runs answer with the reader, and it could not be loaded: its file is not there.',
    ]);
    const judged = [
      'model',
      'These runs ask the presence judge, and it could not be loaded: its file is not there.',
    ];
    expect(await refused({ interventions: [{ kind: 'augment', policy: 'predicted' }] })).toEqual(judged);
    expect(await refused({ interventions: [{ kind: 'rerank', policy: 'oracle' }] })).toEqual(judged);
    expect(worker.asked).toEqual([]);
    expect(await refused({ interventions: [{ kind: 'augment', policy: 'always' }] })).toBeNull();
    const other = await setUp({ classifier: createClassifierWorker({ reader: false }) });
    expect(
      await other.api.start(spec(other.workspace, { systems: ['reader-hops'] }), 'j', ignore),
    ).toMatchObject({ ok: false, error: { code: 'model', message: expect.stringContaining('cannot read') } });
  });

  test('one question that it fails on is an error, and the others are answered', async () => {
    const classifier = createClassifierWorker({
      ...reads,
      before: async (count) => {
        if (count === 4) throw new Error('out of memory');
      },
    });
    const context = await setUp({ classifier });
    const [run] = unwrap(
      await context.api.start(spec(context.workspace, { systems: ['reader-hops'], k: 4 }), 'j', ignore),
    );
    expect(run).toMatchObject({ state: 'finished', done: 4, errors: 1 });
    const questions = await traceOf(context, run?.header.run);
    expect(questions.get('q2')?.at(-1)).toMatchObject({
      event: 'error',
      message: expect.stringMatching(/^The classifier failed on this question: .*out of memory/),
    });
    expect(eventsOf(questions.get('q2') ?? [], 'answer')).toEqual([]);
    expect(eventsOf(questions.get('q3') ?? [], 'answer')).toMatchObject([{ text: 'Harrowdale' }]);
  });
});

describe('stopping and going on with a judge', () => {
  const wanted = (context: Context) => spec(context.workspace, { systems: ['reader-hops'], k: 4 });
  const undisturbed = async () => {
    const classifier = createClassifierWorker(reads);
    const context = await setUp({ classifier });
    const [run] = unwrap(await context.api.start(wanted(context), 'j', ignore));
    return { trace: withoutTime(await traceOf(context, run?.header.run)), passages: classifier.passages };
  };

  test('cancelled while it reads, it leaves at once, and a resumed run repeats only the question in flight', async () => {
    const whole = await undisturbed();
    let cancelled: Promise<void> | null = null;
    const classifier = createClassifierWorker({
      ...reads,
      before: async (count) => {
        if (count !== 5) return;
        cancelled = context.api.cancel('j');
        // Never answers: nothing would end if the cancel waited for it.
        await new Promise(() => {});
      },
    });
    const context = await setUp({ classifier });
    expect(await context.api.start(wanted(context), 'j', ignore)).toMatchObject({
      ok: false,
      error: { code: 'cancelled' },
    });
    await cancelled;
    await until(() => classifier.calls.at(-1)).toMatch(/^cancel j\/judge-/);
    const [stopped] = (await context.store.get(context.workspace)).runs;
    expect(stopped).toMatchObject({ state: 'cancelled', done: 1 });
    const before = context.worker.asked.length;
    const [run] = unwrap(
      await context.api.resumeRuns(context.workspace, [stopped?.header.run ?? ''], 'j', ignore),
    );
    expect(context.worker.asked.slice(before)).toHaveLength(9);
    expect(withoutTime(await traceOf(context, run?.header.run))).toEqual(whole.trace);
  });

  test('a classifier worker that was restarted is loaded again with the same judge, and the run goes on', async () => {
    const whole = await undisturbed();
    const dying = createClassifierWorker({
      ...reads,
      before: (count) => (count === 4 ? new Promise(() => {}) : Promise.resolve()),
    });
    const context = await setUp({ classifier: dying });
    const running = context.api.start(wanted(context), 'j', ignore);
    await until(() => dying.count).toBe(4);
    const next = createClassifierWorker(reads);
    unwrap(await context.api.connectClassifier(serve(next)));
    const [run] = unwrap(await running);
    expect(run).toMatchObject({ state: 'finished', done: 4, errors: 0 });
    expect(next.calls).toEqual(['load tiny-judge']);
    expect(withoutTime(await traceOf(context, run?.header.run))).toEqual(whole.trace);
  });

  test('another judge that the page chooses meanwhile answers nothing of the run', async () => {
    const whole = await undisturbed();
    const classifier = createClassifierWorker({
      ...reads,
      before: async (count) => {
        if (count === 4) classifier.loaded = 'another';
      },
    });
    const context = await setUp({ classifier });
    const [run] = unwrap(await context.api.start(wanted(context), 'j', ignore));
    expect(classifier.calls).toEqual(['load shipped', 'load tiny-judge']);
    expect(withoutTime(await traceOf(context, run?.header.run))).toEqual(whole.trace);
  });

  test('passages of documents that were replaced meanwhile are not read', async () => {
    const worker = createSearchWorker();
    const classifier = createClassifierWorker({
      ...reads,
      before: async (count) => {
        if (count === 4) worker.corpus = 'other';
      },
    });
    const context = await setUp({ worker, classifier });
    expect(await context.api.start(wanted(context), 'j', ignore)).toMatchObject({
      ok: false,
      error: { code: 'model', message: expect.stringContaining('have changed during the run') },
    });
    expect((await context.store.get(context.workspace)).runs).toMatchObject([
      { state: 'interrupted', errors: 0 },
    ]);
  });

  test('a run is not continued with another judge; one begun without a judge goes on without', async () => {
    const stopAt = (at: number) => {
      const worker = createSearchWorker({
        before: async (count) => void (count === at && (await Promise.resolve(stop()))),
      });
      let context: Context | null = null;
      const stop = () => void context?.api.cancel('j');
      return { worker, use: (given: Context) => (context = given) };
    };
    const first = stopAt(4);
    const judged = first.use(
      await setUp({ worker: first.worker, classifier: createClassifierWorker(reads) }),
    );
    await judged.api.start(spec(judged.workspace), 'j', ignore);
    const [begun] = (await judged.store.get(judged.workspace)).runs;
    expect(begun).toMatchObject({ state: 'cancelled', header: { parameters: { judge: JUDGE } } });
    const other = judged.newApi();
    unwrap(await other.connectSearch(serve(createSearchWorker())));
    unwrap(await other.connectClassifier(serve(createClassifierWorker({ space: 'newer' }))));
    expect(await other.resumeRuns(judged.workspace, [begun?.header.run ?? ''], 'j', ignore)).toMatchObject({
      ok: false,
      error: { code: 'bad-input', message: expect.stringContaining('The judge has changed since') },
    });

    const second = stopAt(4);
    const plain = second.use(await setUp({ worker: second.worker }));
    await plain.api.start(spec(plain.workspace), 'j', ignore);
    const [old] = (await plain.store.get(plain.workspace)).runs;
    const classifier = createClassifierWorker(reads);
    unwrap(await plain.api.connectClassifier(serve(classifier)));
    expect(
      unwrap(await plain.api.resumeRuns(plain.workspace, [old?.header.run ?? ''], 'j', ignore)),
    ).toMatchObject([{ state: 'finished', done: 4 }]);
    expect([classifier.calls, classifier.passages]).toEqual([[], []]);
  });
});

describe('interventions in a spec', () => {
  const interventions: Intervention[] = [
    { kind: 'augment', policy: 'none' },
    { kind: 'augment', policy: 'predicted' },
    { kind: 'augment', policy: 'predicted' },
    { kind: 'rerank', policy: 'always' },
  ];

  test('one run a system, retriever and intervention; systems that cannot be intervened on run once', async () => {
    const classifier = createClassifierWorker({ presence: () => 0.1 });
    const context = await setUp({ classifier });
    const { api, workspace, worker } = context;
    const wanted = spec(workspace, {
      systems: ['probe-single', 'probe-hops'],
      retrievers: ['bm25', 'vector'],
      interventions,
    });
    const estimate = unwrap(await api.estimate(wanted));
    // 4 questions on 2 retrievers: 1 search; 3 hops three times, and up to 3 rephrasings a hop in one of them.
    expect(estimate).toEqual({ model: null, searches: 2 * 4 * (1 + 3 * 3 + 3 * 3), questions: 4, runs: 8 });
    const runs = unwrap(await api.start(wanted, 'j', ignore));
    expect(runs.map(({ header }) => header.run)).toEqual([
      'probe-single-bm25-1',
      'probe-hops-bm25-augment-none-2',
      'probe-hops-bm25-augment-predicted-3',
      'probe-hops-bm25-rerank-always-4',
      'probe-single-vector-5',
      'probe-hops-vector-augment-none-6',
      'probe-hops-vector-augment-predicted-7',
      'probe-hops-vector-rerank-always-8',
    ]);
    expect(runs[2]?.header.parameters).toEqual({
      k: 3,
      depth: 50,
      judge: JUDGE,
      intervention: { kind: 'augment', policy: 'predicted' },
    });
    expect(worker.asked.length).toBeLessThanOrEqual(estimate.searches);
    // Each of them is its own run, and none is made twice; without an intervention it is another one.
    expect(unwrap(await api.start(wanted, 'j', ignore))).toEqual(runs);
    const [plain] = unwrap(await api.start(spec(workspace), 'j', ignore));
    expect(runs.map(({ header }) => header.run)).not.toContain(plain?.header.run);
  });

  test('the loop budget is part of a run that goes on by itself, and of its estimate', async () => {
    const context = await setUp({ classifier: createClassifierWorker(reads) });
    const { api, workspace } = context;
    const wanted = (loops?: number) =>
      spec(workspace, {
        systems: ['reader-iterative', 'reader-single'],
        ...(loops === undefined ? {} : { loops }),
      });
    expect(unwrap(await api.estimate(wanted())).searches).toBe(4 * (4 + 1));
    expect(unwrap(await api.estimate(wanted(2))).searches).toBe(4 * (2 + 1));
    const [two, single] = unwrap(await api.start(wanted(2), 'j', ignore));
    expect([two?.header.parameters.loops, single?.header.parameters.loops]).toEqual([2, undefined]);
    const [four, same] = unwrap(await api.start(wanted(), 'j', ignore));
    expect(four?.header.run).not.toBe(two?.header.run);
    expect(same).toEqual(single);
    const searches = eventsOf((await traceOf(context, two?.header.run)).get('q1') ?? [], 'search');
    expect(searches).toHaveLength(2);
  });
});
