import { describe, expect, it } from 'vitest';
import { createDiagnosisApi } from '../../src/review/diagnosis-api';
import { unwrap } from '../../src/seam/outcome';
import { header, search } from '../workspace/make';
import { type Bed, bed, diagnose, importFile, lines, runIds } from './support';

const CORPUS = lines([
  { id: 'orl', title: 'Orl', text: 'The mill at Orl was built in 1411 by Ilo Venn, and it burned twice.' },
  {
    id: 'pim',
    title: 'Pim',
    text: 'Pim is a ferry landing below Orl; the ferryman is a brother of Ilo Venn.',
  },
]);
const QUESTIONS = lines([
  { id: 'q1', question: 'When was the mill built?', answers: ['1411'], gold: [{ document: 'orl' }] },
  {
    id: 'q2',
    question: 'Whose brother is the ferryman?',
    answers: ['Ilo Venn'],
    gold: [{ document: 'pim' }],
  },
]);
const here = () => bed({ path: 'c.jsonl', content: CORPUS }, { path: 'q.jsonl', content: QUESTIONS });

/** A workspace with a run of this app, and that run as Diagnosis exports it. */
const exported = async (): Promise<{ place: Bed; trace: string; run: string }> => {
  const place = await here();
  const { store, workspace } = place;
  const meta = await store.get(workspace);
  const own = header('probe-single-bm25-x', { questionSet: meta.questions?.hash ?? '' });
  const run = { ...own, retriever: { ...own.retriever, corpus: meta.corpus?.hash ?? '' } };
  await store.startRun(workspace, run, 2);
  for (const [question, chunk] of [
    ['q1', 'orl#0'],
    ['q2', 'orl#0'],
  ] as const)
    await store.appendRun(workspace, run.run, [
      search(question, [{ chunk, rank: 1, score: 0.25, parts: { bm25: { rank: 1, score: 0.25 } } }]),
      { event: 'answer', question, step: 1, text: '1411', abstained: false, forced: false },
      { event: 'done', question, ms: 12 },
    ]);
  await store.updateRun(workspace, run.run, { state: 'finished', done: 2 });
  const api = createDiagnosisApi(async () => store);
  const { files } = unwrap(await api.report({ workspace, k: 5, run: run.run, chunks: false }));
  const trace = files.find(({ name }) => name.startsWith('trace'))?.text ?? '';
  return { place, trace, run: run.run };
};

describe('the app’s own trace', () => {
  it('comes back without loss: the same events, header and diagnosis', async () => {
    const { place, trace, run } = await exported();
    const there = await here();
    const report = await importFile(there, 'trace.jsonl', trace);
    expect(report.tally).toEqual({ read: 2, kept: 2, rejected: 0, merged: 0 });
    expect(runIds(report)).toEqual([run]);
    const before = await place.store.readRun(place.workspace, run);
    const after = await there.store.readRun(there.workspace, run);
    expect(after.questions).toEqual(before.questions);
    const { source, imported, ...rest } = after.header;
    expect({ ...rest, imported: false }).toEqual(before.header);
    expect(imported).toBe(true);
    expect(source).toMatchObject({ format: 'hopscope-trace', passages: { chunk: 1, none: 0 } });
    expect(await diagnose(there, run, 5)).toEqual(await diagnose(place, run, 5));
  });

  it('gets another name where the workspace has it already', async () => {
    const { place, trace, run } = await exported();
    const report = await importFile(place, 'trace.jsonl', trace);
    expect(runIds(report)).toEqual([`${run}-r1`]);
  });

  it('names a question whose events break off, and one that the workspace does not have', async () => {
    const { trace } = await exported();
    const cut = trace.trimEnd().split('\n').slice(0, -1);
    const strange = cut.map((line) => line.replaceAll('"question":"q1"', '"question":"q9"'));
    const there = await here();
    const whole = trace.trimEnd().split('\n');
    await expect(importFile(there, 'trace.jsonl', `${strange.join('\n')}\n`)).rejects.toThrow(/no record/);
    const report = await importFile(there, 'trace.jsonl', `${cut.join('\n')}\n`);
    expect(report.tally).toMatchObject({ read: 2, kept: 1, rejected: 1 });
    expect(report.rejects[0]?.reason).toContain('“q2” break off');
    expect(whole.length).toBe(cut.length + 1);
  });

  it('of a newer version is refused with a sentence', async () => {
    const { trace } = await exported();
    const newer = trace.replace('"version":1', '"version":99');
    await expect(importFile(await here(), 'trace.jsonl', newer)).rejects.toThrow(/newer version/);
  });
});
