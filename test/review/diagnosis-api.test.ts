import { beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_CHUNKING } from '../../src/domain/corpus';
import type { WorkspaceStore } from '../../src/domain/store';
import { createDiagnosisApi } from '../../src/review/diagnosis-api';
import { unwrap } from '../../src/seam/outcome';
import { createMemoryStore } from '../../src/workspace/store';
import { gold, header, hop, mapping, question, ranked, run, search } from '../diagnosis/build';
import { corpusMeta, document, questionsMeta, wholeChunk } from '../workspace/make';

const chain = question([gold('a'), gold('b')], { hops: [hop(1, ['a']), hop(2, ['b'])] });
const documents = [
  document('a', 'Built by Bea Bond.'),
  document('b', 'Bea Bond lived in Orr.', { title: 'Bea Bond' }),
];
const mappings = [mapping('a'), mapping('b')];
const single = run(header('single'), { q: [ranked({ 'a#0': 1, 'b#0': 9 })] });
const oracle = run(header('oracle', { system: 'probe-oracle', started: '2026-01-01T01:00:00.000Z' }), {
  q: [search(['a#0'], { hop: 1, purpose: 'oracle' }), search(['b#0'], { hop: 2, purpose: 'oracle' })],
});

const mapped = {
  passages: 2,
  mapped: 2,
  ambiguous: 0,
  unmapped: 0,
  notInCorpus: 0,
  coverage: 1,
  byMethod: { exact: 2 },
};

let store: WorkspaceStore;
let reads: string[];
let workspace: string;

const addRun = async (trace: typeof single): Promise<void> => {
  await store.startRun(workspace, trace.header, trace.questions.size);
  for (const events of trace.questions.values()) await store.appendRun(workspace, trace.header.run, events);
  await store.updateRun(workspace, trace.header.run, { state: 'finished', done: trace.questions.size });
};

beforeEach(async () => {
  // Every change has a second of its own, as those that a person makes.
  let second = 0;
  const memory = createMemoryStore({ clock: () => new Date(Date.UTC(2026, 0, 1, 0, 0, second++)) });
  reads = [];
  store = {
    ...memory,
    readRun: (id, name) => {
      reads.push(name);
      return memory.readRun(id, name);
    },
    readQuestions: (id) => {
      reads.push('questions');
      return memory.readQuestions(id);
    },
  };
  workspace = (await store.create('test')).id;
  await store.writeCorpus(workspace, {
    meta: { ...corpusMeta(2, 2, 'corpus'), chunking: DEFAULT_CHUNKING },
    documents,
    chunks: documents.map((one) => wholeChunk(one)),
    rejects: [],
  });
  await store.writeQuestions(workspace, [chain], { ...questionsMeta, hash: 'set', labelled: 1 });
  await store.writeMappings(workspace, mappings, mapped);
  await addRun(single);
});

const api = () => createDiagnosisApi(async () => store);

describe('the diagnosis api', () => {
  it('diagnoses a stored run at any k and reads nothing again for another k', async () => {
    const { diagnose, table } = api();
    const five = unwrap(await diagnose({ workspace, run: 'single', k: 5 }));
    expect(five).toMatchObject({ n: 1, k: 5, triage: { 'hop-miss': 1 }, questions: [], warnings: [] });
    const before = [...reads];
    const nine = unwrap(await diagnose({ workspace, run: 'single', k: 9 }));
    expect(nine.triage['evidence-complete']).toBe(1);
    expect(unwrap(await table({ workspace, run: 'single', k: 9 }))[0]).toMatchObject({
      verdict: 'evidence-complete',
    });
    expect(reads).toEqual(before);
  });

  it('takes a run that was made meanwhile into account', async () => {
    const { question: one } = api();
    const ask = { workspace, run: 'single', k: 5, question: 'q' };
    expect(unwrap(await one(ask)).golds[1]?.certificate).toBeNull();
    await addRun(oracle);
    const later = unwrap(await one(ask));
    expect(later.golds[1]?.certificate).toMatchObject({ level: 'C', run: 'oracle', rank: 1 });
    expect(later.test).toMatchObject({
      bridge: true,
      bridgeEntity: 'Bea Bond',
      rewrite: true,
      verdict: 'confirmed',
    });
    expect(later.mappings).toEqual(mappings);
    expect(later.events.map(({ event }) => event)).toEqual(['search', 'done']);
  });

  it('follows edited questions', async () => {
    const { diagnose } = api();
    expect(unwrap(await diagnose({ workspace, run: 'single', k: 5 })).triage['hop-miss']).toBe(1);
    await store.writeQuestions(workspace, [{ ...chain, gold: [gold('a')], hops: [hop(1, ['a'])] }], {
      ...questionsMeta,
      hash: 'edited',
    });
    await store.writeMappings(workspace, [mapping('a')], { ...mapped, passages: 1, mapped: 1 });
    const edited = unwrap(await diagnose({ workspace, run: 'single', k: 5 }));
    expect(edited.triage['evidence-complete']).toBe(1);
    expect(edited.warnings.map(({ code }) => code)).toEqual(['questions-changed']);
  });

  it('names the runs that asked another question set, with what of it is other', async () => {
    const { ages } = api();
    expect(unwrap(await ages(workspace))).toEqual([]);
    await store.writeQuestions(workspace, [chain, { ...chain, id: 'new' }], {
      ...questionsMeta,
      hash: 'edited',
    });
    const runs = (await store.get(workspace)).runs.map(({ header }) => header.run);
    const found = unwrap(await ages(workspace));
    expect(found.map(({ run }) => run)).toEqual(runs);
    // Traces of older versions do not say how they asked.
    for (const { age } of found)
      expect(age).toEqual({ words: [], labels: [], unknown: [chain.id], unasked: ['new'], gone: [] });
  });

  it('notices that the corpus was chunked anew since the run', async () => {
    await store.writeCorpus(workspace, {
      meta: { ...corpusMeta(2, 2, 'corpus'), chunking: { unit: 'tokens', size: 64, overlap: 0 } },
      documents,
      chunks: documents.map((one) => wholeChunk(one)),
      rejects: [],
    });
    const { warnings } = unwrap(await api().diagnose({ workspace, run: 'single', k: 5 }));
    expect(warnings.map(({ code }) => code)).toContain('corpus-changed');
  });

  it('makes the files of a report, of one run or of all', async () => {
    await addRun(oracle);
    const { report } = api();
    const all = unwrap(await report({ workspace, k: 5, run: null, chunks: true }));
    expect(all.files.map(({ name }) => name)).toEqual([
      'summary.json',
      'questions.jsonl',
      'questions.csv',
      'report.html',
      'trace-single.jsonl',
      'trace-oracle.jsonl',
      'chunks.jsonl',
    ]);
    expect(all.summary.runs.map(({ id }) => id).toSorted()).toEqual(['oracle', 'single']);
    expect(JSON.parse(all.files[0]?.text ?? '')).toEqual(all.summary);
    const one = unwrap(await report({ workspace, k: 5, run: 'single', chunks: false }));
    expect(one.files.map(({ name }) => name)).not.toContain('chunks.jsonl');
    expect(one.summary.runs).toHaveLength(1);
    const bare = unwrap(await report({ workspace, k: 5, run: 'single', chunks: false, texts: false }));
    expect(bare.files.map(({ name }) => name)).toContain('trace-single-without-texts.jsonl');
  });

  it('compares two runs at any k, and reads nothing again for another k', async () => {
    await addRun(oracle);
    const { compare } = api();
    const five = unwrap(await compare({ workspace, a: 'single', b: 'oracle', k: 5 }));
    expect(five).toMatchObject({
      a: 'single',
      b: 'oracle',
      k: 5,
      asked: 1,
      recall: { a: 0.5, b: 1, n: 1 },
      retriever: { same: true },
      drift: { aMissed: 1, bMissed: 0, passages: 2 },
      left: { a: { 'no-answer': ['q'] } },
    });
    const before = [...reads];
    const nine = unwrap(await compare({ workspace, a: 'single', b: 'oracle', k: 9 }));
    expect(nine.drift).toEqual({ aMissed: 0, bMissed: 0, passages: 2 });
    expect(reads).toEqual(before);
  });

  it('refuses to compare a run with itself, at no k, or with one that is not there', async () => {
    const { compare } = api();
    const code = async (b: string, k = 5) => {
      const outcome = await compare({ workspace, a: 'single', b, k });
      return outcome.ok ? null : outcome.error.code;
    };
    expect(await code('single')).toBe('bad-input');
    expect(await code('nope')).toBe('not-found');
    expect(await code('oracle', 0)).toBe('bad-input');
  });

  it.each([0, 51, 2.5, Number.NaN])('refuses k = %s', async (k) => {
    expect(await api().diagnose({ workspace, run: 'single', k })).toMatchObject({
      ok: false,
      error: { code: 'bad-input' },
    });
  });

  it('says which thing is not there, and works again afterwards', async () => {
    const { diagnose, question: one, forget } = api();
    expect(await diagnose({ workspace, run: 'nope', k: 5 })).toMatchObject({
      ok: false,
      error: { code: 'not-found' },
    });
    expect(await one({ workspace, run: 'single', k: 5, question: 'nope' })).toMatchObject({
      ok: false,
      error: { code: 'not-found' },
    });
    expect(await diagnose({ workspace: 'nope', run: 'single', k: 5 })).toMatchObject({
      ok: false,
      error: { code: 'not-found' },
    });
    await forget(workspace);
    expect(await diagnose({ workspace, run: 'single', k: 5 })).toMatchObject({ ok: true });
  });

  it('tries again after a read that failed', async () => {
    const whole = store;
    let broken = true;
    store = {
      ...whole,
      readRun: (id, name) => (broken ? Promise.reject(new Error('disk')) : whole.readRun(id, name)),
    };
    const { diagnose } = api();
    expect(await diagnose({ workspace, run: 'single', k: 5 })).toMatchObject({ ok: false });
    broken = false;
    expect(await diagnose({ workspace, run: 'single', k: 5 })).toMatchObject({ ok: true });
  });
});
