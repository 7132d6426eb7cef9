import { beforeEach, describe, expect, it } from 'vitest';
import type { RecordedAnswer } from '../../src/domain/answer-judgement';
import { DEFAULT_CHUNKING } from '../../src/domain/corpus';
import { judgementsOf } from '../../src/review/answers';
import { createDiagnosisApi } from '../../src/review/diagnosis-api';
import { unwrap } from '../../src/seam/outcome';
import { acquireWriter } from '../../src/workspace/lock';
import { createMemoryLocks } from '../../src/workspace/locks';
import { createMemoryMetadata } from '../../src/workspace/metadata';
import { createMemoryStore, type Store } from '../../src/workspace/store';
import { answer, gold, header, mapping, question, run, search } from '../diagnosis/build';
import { corpusMeta, document, questionsMeta, wholeChunk } from '../workspace/make';

const asked = question([gold('a')], { text: 'Where?', answers: ['Bern'] });
const trace = run(header('r', { system: 'single-shot' }), { q: [search(['a#0']), answer('the capital')] });
const word = (
  by: string,
  verdict: RecordedAnswer['verdict'],
  minute = 0,
  more: Partial<RecordedAnswer> = {},
): RecordedAnswer => ({
  question: 'q',
  asked: 'Where?',
  gold: ['Bern'],
  answer: 'the capital',
  by,
  verdict,
  reason: '',
  time: `2026-01-01T00:0${minute}:00.000Z`,
  ...more,
});

let store: Store;
let workspace: string;
const parts = () => ({ metadata: createMemoryMetadata(), locks: createMemoryLocks() });
let made: ReturnType<typeof parts>;

beforeEach(async () => {
  made = parts();
  store = createMemoryStore({ ...made, tab: () => 'this' });
  workspace = (await store.create('test')).id;
  await store.writeCorpus(workspace, {
    meta: { ...corpusMeta(1, 1, 'corpus'), chunking: DEFAULT_CHUNKING },
    documents: [document('a', 'Bern is the capital.')],
    chunks: [wholeChunk(document('a', 'Bern is the capital.'))],
    rejects: [],
  });
  await store.writeQuestions(workspace, [asked], { ...questionsMeta, hash: 'set', labelled: 1 });
  await store.writeMappings(workspace, [mapping('a')], {
    passages: 1,
    mapped: 1,
    ambiguous: 0,
    unmapped: 0,
    notInCorpus: 0,
    coverage: 1,
    byMethod: { exact: 1 },
  });
  await store.startRun(workspace, trace.header, 1);
  await store.appendRun(workspace, 'r', trace.questions.get('q') ?? []);
  await store.updateRun(workspace, 'r', { state: 'finished', done: 1 });
});

describe('a word on an answer', () => {
  it('changes the diagnosis from then on: a person before a judge before the words', async () => {
    const api = createDiagnosisApi(async () => store);
    const seen = async () => {
      const { correct, abstained, verdict } = unwrap(
        await api.question({ workspace, run: 'r', k: 5, question: 'q' }),
      );
      return { correct, abstained, verdict };
    };
    const counted = async () => unwrap(await api.diagnose({ workspace, run: 'r', k: 5 })).unjudged;
    expect(await seen()).toEqual({ correct: false, abstained: false, verdict: 'composition-miss' });
    await store.keepAnswers(workspace, [word('llm|x|m', 'unjudged')]);
    await api.forget(workspace);
    expect(await seen()).toMatchObject({ correct: null });
    expect(await counted()).toBe(1);
    const all = unwrap(await api.saveAnswers({ workspace, judgements: [word('person', 'correct', 1)] }));
    expect(all).toHaveLength(2);
    expect(await seen()).toEqual({ correct: true, abstained: false, verdict: 'pass' });
    expect(await counted()).toBe(0);
    unwrap(await api.saveAnswers({ workspace, judgements: [word('person', 'abstained', 2)] }));
    expect(await seen()).toMatchObject({ correct: false, abstained: true });
    expect(unwrap(await api.answerJudgements(workspace)).map(({ by, verdict }) => [by, verdict])).toEqual([
      ['llm|x|m', 'unjudged'],
      ['person', 'abstained'],
    ]);
    // Taken back: the judge's word counts again, which was none.
    const back = word('person', 'abstained', 3, { withdrawn: true });
    unwrap(await api.saveAnswers({ workspace, judgements: [back] }));
    expect(await seen()).toMatchObject({ correct: null, abstained: false });
    expect(await counted()).toBe(1);
  });

  it('of a judge, or of no shape, is not taken for a person’s', async () => {
    const api = createDiagnosisApi(async () => store);
    for (const judgements of [[word('llm|x|m', 'correct')], [word('person', 'right' as 'correct')]]) {
      const outcome = await api.saveAnswers({ workspace, judgements });
      expect(outcome).toMatchObject({ ok: false, error: { code: 'bad-input' } });
    }
    expect(await store.readAnswers(workspace)).toEqual([]);
  });

  it('on an unanswerable question is never right or wrong: whether it abstains counts', () => {
    const none = { ...asked, answerable: false };
    const of = (verdict: RecordedAnswer['verdict']) =>
      judgementsOf(trace, [none], [word('person', verdict)]).get('q');
    expect(of('incorrect')).toEqual({ abstained: false });
    expect(of('abstained')).toEqual({ abstained: true });
  });

  it('on other gold answers no longer holds', () => {
    const relabelled = { ...asked, answers: ['Basel'] };
    expect(judgementsOf(trace, [relabelled], [word('person', 'correct')]).size).toBe(0);
    expect(judgementsOf(trace, [asked], [word('person', 'correct')]).get('q')).toEqual({
      abstained: false,
      person: true,
    });
  });
});

describe('an intervention on a run of a model', () => {
  const parameters = { k: 5, depth: 50, loops: 4 };
  const withIt = { ...parameters, intervention: { kind: 'augment' as const, policy: 'always' as const } };
  const addRun = async (name: string, more: object): Promise<void> => {
    const of = header(name, { system: 'self-ask', model: 'here/small', parameters, ...more });
    await store.startRun(workspace, of, 1);
    await store.appendRun(
      workspace,
      name,
      run(of, { q: [search(['a#0']), answer('Bern')] }).questions.get('q') ?? [],
    );
    await store.updateRun(workspace, name, { state: 'finished', done: 1 });
  };

  it('is compared only with one of the same model, k and budget', async () => {
    await addRun('with', { parameters: withIt });
    await addRun('other model', { model: 'here/large' });
    await addRun('other k', { parameters: { ...parameters, k: 3 } });
    await addRun('other budget', { parameters: { ...parameters, loops: 9 } });
    const api = createDiagnosisApi(async () => store);
    const report = async () => unwrap(await api.interventions({ workspace, runs: null, k: 5 }));
    expect(await report()).toEqual({
      comparisons: [],
      unpaired: [{ run: 'with', reason: expect.stringContaining('with this model, k and budget') }],
    });
    await addRun('base', {});
    const [comparison] = (await report()).comparisons;
    expect(comparison).toMatchObject({
      base: 'base',
      other: 'with',
      all: { answers: { n: 1, gained: 0, unjudged: 0 } },
    });
  });
});

describe('what is kept', () => {
  it('survives a reload, takes words made at the same time, and goes with the workspace', async () => {
    await Promise.all(
      ['x', 'y', 'z'].map((of) =>
        store.keepAnswers(workspace, [word('person', 'correct', 1, { answer: of })]),
      ),
    );
    expect((await store.readAnswers(workspace)).map((one) => one.answer).toSorted()).toEqual(['x', 'y', 'z']);
    await store.remove(workspace);
    expect(await made.metadata.entries('settings')).toEqual([]);
    await expect(store.readAnswers(workspace)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('is not changed by a tab that only reads, nor dropped where it cannot be read', async () => {
    const lease = await acquireWriter(made.locks, workspace, 'another');
    await expect(store.keepAnswers(workspace, [])).rejects.toMatchObject({ code: 'read-only' });
    lease.release();
    const damaged = { schema: 'hopscope.answer-judgements/9' };
    await made.metadata.update('settings', `answer-judgements/${workspace}`, () => damaged);
    await expect(store.readAnswers(workspace)).rejects.toMatchObject({ code: 'damaged' });
    await expect(store.keepAnswers(workspace, [])).rejects.toMatchObject({ code: 'damaged' });
    expect(await made.metadata.get('settings', `answer-judgements/${workspace}`)).toEqual(damaged);
  });
});
