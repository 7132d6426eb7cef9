import { beforeEach, describe, expect, it } from 'vitest';
import { type Chunk, DEFAULT_CHUNKING } from '../../src/domain/corpus';
import { type HopLabel, JUDGE_LABELS_SCHEMA } from '../../src/domain/judge-check';
import { pairKey } from '../../src/domain/presence';
import { SHIPPED_JUDGE } from '../../src/domain/shipped-judge';
import type { WorkspaceStore } from '../../src/domain/store';
import type { RunTrace } from '../../src/domain/trace';
import { createDiagnosisApi } from '../../src/review/diagnosis-api';
import { unwrap } from '../../src/seam/outcome';
import { createMemoryStore } from '../../src/workspace/store';
import { gold, header, hop, mapping, question, run, search } from '../diagnosis/build';
import { corpusMeta, document, questionsMeta, wholeChunk } from '../workspace/make';

const FIRST = 'Who built it?';
const SECOND = 'Where was Bea Bond born?';
const chain = question([gold('a'), gold('b')], {
  hops: [
    hop(1, ['a'], { question: FIRST, answers: ['Bea Bond'] }),
    hop(2, ['b'], { question: 'Where was #1 born?', answers: ['Orr'] }),
  ],
});
const documents = [
  document('a', 'Built by Bea Bond.'),
  document('b', 'Bea Bond lived in Orr.', { title: 'Bea Bond' }),
  document('c', 'Orr, birthplace of Bea Bond.', { title: 'Orr' }),
  document('d', 'Horror is no place.'),
];
const chunks = documents.map((one) => wholeChunk(one));
const trace = run(header('single'), { q: [search(['a#0', 'b#0'])] });

let store: WorkspaceStore;
let workspace: string;
let corpusReads: number;
const api = () => createDiagnosisApi(async () => store);
const ask = () => ({ workspace, run: 'single', k: 5 });

const addRun = async (of: RunTrace): Promise<void> => {
  await store.startRun(workspace, of.header, of.questions.size);
  for (const events of of.questions.values()) await store.appendRun(workspace, of.header.run, events);
  await store.updateRun(workspace, of.header.run, { state: 'finished', done: of.questions.size });
};

/** What the classifier worker does: scores by content, from a realm of its own. */
const record = async (asked: string, scores: Record<string, number>, space = SHIPPED_JUDGE.space) => {
  const cache = await store.vectors(space, 1);
  const of = (id: string): Chunk => {
    const found = chunks.find((chunk) => chunk.id === id);
    if (found === undefined) throw new Error(`no chunk ${id}`);
    return found;
  };
  await cache.append(
    Object.keys(scores).map((id) => pairKey(asked, of(id).hash)),
    Float32Array.from(Object.values(scores)),
  );
};

beforeEach(async () => {
  const memory = createMemoryStore();
  corpusReads = 0;
  store = {
    ...memory,
    readChunks: (id) => {
      corpusReads += 1;
      return memory.readChunks(id);
    },
  };
  workspace = (await store.create('test')).id;
  await store.writeCorpus(workspace, {
    meta: { ...corpusMeta(4, 4, 'corpus'), chunking: DEFAULT_CHUNKING },
    documents,
    chunks,
    rejects: [],
  });
  await store.writeQuestions(workspace, [chain], { ...questionsMeta, hash: 'set', labelled: 1 });
  await store.writeMappings(workspace, [mapping('a'), mapping('b')], {
    passages: 2,
    mapped: 2,
    ambiguous: 0,
    unmapped: 0,
    notInCorpus: 0,
    coverage: 1,
    byMethod: { exact: 2 },
  });
  await addRun(trace);
});

const hopsOf = async (of: ReturnType<typeof api>) =>
  unwrap(await of.question({ ...ask(), question: 'q' })).hops;

describe('recorded scores in the diagnosis', () => {
  it('come in while they are being made, and end in cells and a ranking gap', async () => {
    const one = api();
    expect(unwrap(await one.diagnose(ask())).hops.cells).toBeNull();
    await record(FIRST, { 'a#0': 0.9, 'b#0': 0.1 });
    const partly = await hopsOf(one);
    expect(partly.map(({ judgement }) => judgement?.state)).toEqual(['scored', 'not-judged']);
    await record(SECOND, { 'a#0': 0.1, 'b#0': 0.2 });
    expect((await hopsOf(one))[1]).toMatchObject({
      judgement: { state: 'scored', present: false, chunk: 'b#0' },
      cell: { accumulated: 'extraction-failure' },
      corpusGap: { verdict: 'not-checked', candidates: 2, judged: 1 },
    });
    await record(SECOND, { 'c#0': 0.8 });
    expect((await hopsOf(one))[1]?.corpusGap).toMatchObject({
      verdict: 'ranking-gap',
      chunk: 'c#0',
      candidates: 2,
    });
    const { hops } = unwrap(await one.diagnose(ask()));
    expect(hops.gaps).toEqual({ corpusGap: 0, rankingGap: 1, notChecked: 0, noAnswer: 0, inconclusive: 0 });
    expect(hops.presence).toMatchObject({ space: SHIPPED_JUDGE.space, scored: 2, hops: 2 });
  });

  it('read the corpus twice at most, whatever k, threshold and question', async () => {
    await record(FIRST, { 'a#0': 0.9, 'b#0': 0.1 });
    const one = api();
    await one.diagnose(ask());
    const judge = { space: SHIPPED_JUDGE.space, threshold: 0.95 };
    expect(unwrap(await one.diagnose({ ...ask(), k: 1, judge })).hops.presence?.threshold).toBe(0.95);
    await hopsOf(one);
    expect(corpusReads).toBe(2);
    // The threshold of one request is not that of the next.
    expect(unwrap(await one.diagnose(ask())).hops.presence?.threshold).toBe(SHIPPED_JUDGE.threshold);
  });

  it('a score that is no number is inconclusive; another judge has its own', async () => {
    await record(FIRST, { 'a#0': Number.NaN, 'b#0': 0.1 });
    await record(FIRST, { 'a#0': 0.7, 'b#0': 0.1 }, 'other');
    const one = api();
    expect((await hopsOf(one))[0]?.judgement).toMatchObject({
      state: 'inconclusive',
      present: null,
      judged: 1,
    });
    const judge = { space: 'other', threshold: 0.6 };
    const other = unwrap(await one.question({ ...ask(), judge, question: 'q' }));
    expect(other.hops[0]?.judgement).toMatchObject({ present: true, probability: expect.closeTo(0.7, 6) });
  });

  it('refuses a threshold that is no probability', async () => {
    for (const threshold of [-0.1, 1.1, Number.NaN])
      expect(await api().diagnose({ ...ask(), judge: { space: 's', threshold } })).toMatchObject({
        ok: false,
        error: { code: 'bad-input' },
      });
  });

  it('are in the report', async () => {
    await record(FIRST, { 'a#0': 0.9, 'b#0': 0.1 });
    await record(SECOND, { 'a#0': 0.1, 'b#0': 0.2, 'c#0': 0.1 });
    const { summary, files } = unwrap(await api().report({ workspace, k: 5, run: null, chunks: false }));
    expect(summary.runs[0]?.hops).toMatchObject({
      cells: {
        accumulated: { factPresent: 1, extractionFailure: 1, alternateEvidence: 0, retrievalFailure: 0 },
      },
      corpusGap: { corpusGap: 1, rankingGap: 0 },
      byDepth: [
        { hop: 1, factPresent: 1 },
        { hop: 2, factPresent: 0 },
      ],
    });
    expect(files.find(({ name }) => name === 'report.html')?.text).toContain('fact');
  });
});

describe('checking a judge', () => {
  const labelOf = (more: Partial<HopLabel> = {}): HopLabel => ({
    question: 'q',
    hop: 1,
    asked: FIRST,
    chunks: ['a#0', 'b#0'],
    label: 'present',
    time: '2026-01-01T00:00:00.000Z',
    ...more,
  });
  const both = async () => {
    await record(FIRST, { 'a#0': 0.9, 'b#0': 0.1 });
    await record(SECOND, { 'a#0': 0.1, 'b#0': 0.2 });
  };

  it('the sample shows passages and sub-question, never the judge’s word, and comes back with its labels', async () => {
    await both();
    const one = api();
    const sample = unwrap(await one.judgeSample({ ...ask(), perClass: 5, seed: 3 }));
    expect(sample).toMatchObject({
      run: 'single',
      k: 5,
      seed: 3,
      available: { present: 1, absent: 1 },
      waiting: 0,
    });
    expect(JSON.stringify(sample.hops)).not.toMatch(/probability|present/);
    const first = sample.hops.find(({ hop: of }) => of === 1);
    expect(first).toEqual({
      question: 'q',
      hop: 1,
      asked: FIRST,
      passages: [
        { chunk: 'a#0', title: expect.any(String), text: 'Built by Bea Bond.' },
        { chunk: 'b#0', title: 'Bea Bond', text: 'Bea Bond lived in Orr.' },
      ],
      label: null,
    });
    unwrap(await one.saveLabels({ workspace, labels: [labelOf()] }));
    const again = unwrap(await api().judgeSample({ ...ask(), perClass: 5, seed: 3 }));
    expect(again.hops.map(({ hop: of }) => of)).toEqual(sample.hops.map(({ hop: of }) => of));
    expect(again.hops.find(({ hop: of }) => of === 1)?.label).toEqual(labelOf());
  });

  it('says how many hops wait for the judge, before it has scored any and when it has scored some', async () => {
    const waiting = async () => unwrap(await api().judgeSample({ ...ask(), perClass: 5, seed: 3 }));
    expect(await waiting()).toMatchObject({ available: { present: 0, absent: 0 }, waiting: 2 });
    await record(FIRST, { 'a#0': 0.9, 'b#0': 0.1 });
    expect(await waiting()).toMatchObject({ available: { present: 1, absent: 0 }, waiting: 1 });
  });

  it('what the labels say of the judge is with the diagnosis and in the report', async () => {
    await both();
    await record(SECOND, { 'c#0': 0.1 });
    const one = api();
    const judged = async () => unwrap(await one.diagnose(ask()));
    expect((await judged()).hops.presence?.check).toBeNull();
    expect((await judged()).fixes.find(({ id }) => id === 'corpus-gap')?.judge).toBe('unchecked');
    unwrap(
      await one.saveLabels({
        workspace,
        labels: [labelOf({ label: 'absent' }), labelOf({ hop: 2, asked: SECOND, label: 'present' })],
      }),
    );
    const after = await judged();
    expect(after.hops.presence?.check).toMatchObject({ n: 2, kappa: { value: -1 } });
    const fix = after.fixes.find(({ id }) => id === 'corpus-gap');
    expect(fix).toMatchObject({ judge: 'failed', action: 'check-judge' });
    expect(fix?.evidence).toContain('Its answer stands in the labelled passage');
    const { files } = unwrap(await one.report({ workspace, k: 5, run: null, chunks: false }));
    expect(files.find(({ name }) => name === 'report.html')?.text).toContain(
      'The judge failed its check on these documents',
    );
  });

  it('agreement with a person over the labels, whatever run they came from', async () => {
    await both();
    const one = api();
    unwrap(
      await one.saveLabels({
        workspace,
        labels: [
          labelOf(),
          labelOf({ hop: 2, asked: SECOND, label: 'present' }),
          labelOf({ hop: 2, asked: SECOND, chunks: ['d#0'], label: 'absent' }),
          labelOf({ hop: 2, asked: SECOND, chunks: ['a#0'], label: 'unsure' }),
        ],
      }),
    );
    expect(unwrap(await one.agreement({ ...ask(), with: 'person' }))).toMatchObject({
      b: 'person',
      n: 2,
      table: { bothPresent: 1, onlyA: 0, onlyB: 1, bothAbsent: 0 },
      stricter: { count: 1, n: 1 },
      left: { unsure: 1, notScored: 1 },
      disagreements: [{ question: 'q', hop: 2, a: false, b: true, probability: { b: null } }],
    });
  });

  it('agreement of two judges over the hops of a run that both have scored', async () => {
    await both();
    await record(FIRST, { 'a#0': 0.3, 'b#0': 0.1 }, 'other');
    const found = unwrap(await api().agreement({ ...ask(), with: { space: 'other', threshold: 0.5 } }));
    expect(found).toMatchObject({
      n: 1,
      table: { bothPresent: 0, onlyA: 1, onlyB: 0, bothAbsent: 0 },
      left: { notScored: 1 },
    });
    expect(found.disagreements[0]?.chunks).toEqual(['a#0', 'b#0']);
  });

  it.each(['2027-06-01T00:00:00.000Z', 'zzz'])(
    'what a person says now stands, whatever time an imported label claims: %s',
    async (time) => {
      const one = api();
      const json = JSON.stringify({
        schema: JUDGE_LABELS_SCHEMA,
        labels: [labelOf({ label: 'present', time })],
      });
      unwrap(await one.importLabels({ workspace, json }));
      unwrap(await one.saveLabels({ workspace, labels: [labelOf({ label: 'absent' })] }));
      expect(unwrap(await one.judgeLabels(workspace)).labels.map(({ label }) => label)).toEqual(['absent']);
    },
  );

  it('labels go out and come in again; what is none is named', async () => {
    const one = api();
    const saved = unwrap(await one.saveLabels({ workspace, labels: [labelOf()] }));
    const file = { ...saved, labels: [...saved.labels, { question: 'q' }, labelOf({ hop: 2 })] };
    const imported = unwrap(await one.importLabels({ workspace, json: JSON.stringify(file) }));
    expect(imported).toMatchObject({ added: 2, rejected: [{ index: 1 }] });
    expect(unwrap(await one.judgeLabels(workspace)).labels).toHaveLength(2);
    for (const json of ['no json', '[]', 'null', `{"schema": "${JUDGE_LABELS_SCHEMA}", "labels": 1}`])
      expect(await one.importLabels({ workspace, json })).toMatchObject({
        ok: false,
        error: { code: 'bad-input' },
      });
  });

  it('a file of another schema or a newer version is refused, and no label of it is kept', async () => {
    const one = api();
    for (const [schema, words] of [
      ['hopscope.summary/1', /labels of a judge check are "hopscope\.judge-labels\/1"/],
      ['hopscope.judge-labels/2', /from a newer Hopscope/],
      [undefined, /does not say that it holds labels of a judge check/],
    ] as const) {
      const json = JSON.stringify({ schema, labels: [labelOf()] });
      expect(await one.importLabels({ workspace, json })).toMatchObject({
        ok: false,
        error: { code: 'bad-input', message: expect.stringMatching(words) },
      });
    }
    expect(unwrap(await one.judgeLabels(workspace)).labels).toEqual([]);
  });
});

describe('interventions', () => {
  it('each beside its base; one without a base is named', async () => {
    const parameters = { k: 5, depth: 50, intervention: { kind: 'augment', policy: 'always' } } as const;
    await addRun(
      run(header('with', { parameters }), {
        q: [search(['a#0']), search(['b#0'], { purpose: 'augment', hop: 2, step: 2 })],
      }),
    );
    await addRun(run(header('alone', { parameters, system: 'probe-hops' }), { q: [search(['a#0'])] }));
    const report = unwrap(await api().interventions({ workspace, runs: null, k: 5 }));
    expect(report.comparisons.map(({ base, other, questions }) => [base, other, questions])).toEqual([
      ['single', 'with', 1],
    ]);
    expect(report.unpaired).toEqual([{ run: 'alone', reason: expect.stringContaining('probe-hops') }]);
  });
});
