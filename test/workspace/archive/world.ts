/** A small workspace with something of everything, and how two workspaces are told to be equal. */
import { chunkHash } from '../../../src/domain/hash';
import { pairKey } from '../../../src/domain/presence';
import type { Question } from '../../../src/domain/question';
import { SHIPPED_JUDGE } from '../../../src/domain/shipped-judge';
import type { ImportedWorkspace } from '../../../src/domain/workspace-file';
import { createJobs, type Job } from '../../../src/seam/jobs';
import { createMeter } from '../../../src/seam/meter';
import { exportWorkspace } from '../../../src/workspace/archive/export';
import { importWorkspace } from '../../../src/workspace/archive/import';
import { createMemoryStore, type Store } from '../../../src/workspace/store';
import { answered, corpusMeta, document, header, questionsMeta, wholeChunk } from '../make';

const NOW = '2026-05-05T10:00:00.000Z';

/** Ids count up, so that equal steps give equal bytes. */
export const freshStore = (parts: Parameters<typeof createMemoryStore>[0] = {}): Store => {
  let serial = 0;
  return createMemoryStore({ clock: () => new Date(NOW), random: () => `id${++serial}`, ...parts });
};

export const ENCODER = { space: 'encoder|r1|fp32|wasm', dimension: 4 };
export const SCORES = SHIPPED_JUDGE.space;
const NO_JUDGES = { judge: null, judges: [] };

export const freeJob = (): Job => createJobs(() => 0).startJob('job');
const meter = () => createMeter({ phase: '', unit: '', total: null, emit: () => {}, now: () => 0 });

export const exportOf = (store: Store, workspace: string, settings: object = {}) =>
  exportWorkspace(store, { workspace, ...NO_JUDGES, ...settings }, { job: freeJob(), meter: meter() });
export const importInto = (store: Store, file: Blob, job: Job = freeJob()): Promise<ImportedWorkspace> =>
  importWorkspace(store, file, { job, meter: meter() });

/** A unit vector that only this text has. */
export const vectorOf = (text: string): number[] => {
  const raw = [0, 8, 16, 24].map((at) => Number.parseInt(chunkHash(text).slice(at, at + 6), 16) + 1);
  const length = Math.hypot(...raw);
  return raw.map((x) => Math.fround(x / length));
};

const TEXTS = [
  'The mill of Varn was built by Ada Brook.',
  'Ada Brook was born in Harl.\nShe died there.',
  'Harl lies on the river Sill. \u{1f30a}',
  'A second mill of Varn burnt down.',
  'Nothing of note happened in Harl.',
];

export const questions: Question[] = [
  {
    id: 'q1',
    text: 'Where was the builder of the mill of Varn born?',
    answers: ['Harl'],
    answerable: true,
    hops: [
      { id: 1, question: 'Who built the mill of Varn?', answers: ['Ada Brook'], dependsOn: [], gold: ['g1'] },
      { id: 2, question: 'Where was #1 born?', answers: ['Harl'], dependsOn: [1], gold: ['g2'] },
    ],
    gold: [
      { id: 'g1', document: 'd0' },
      { id: 'g2', document: 'd1' },
    ],
    source: 'questions.jsonl',
  },
  {
    id: 'q2',
    text: 'Which river runs through Harl?',
    answers: ['Sill'],
    answerable: true,
    hops: [],
    gold: [{ id: 'g1', document: 'd2' }],
    source: 'questions.jsonl',
  },
];

/** Asked of hop 2 of q1 with the gold answer filled in. */
export const SECOND_HOP = 'Where was Ada Brook born?';

const hit = (chunk: string, rank: number) => ({ chunk, rank, score: 1 / rank });

/** Five documents, two questions, a run that finished and one that stopped, labels, answers, vectors and scores. */
export const buildWorld = async (store: Store, name = 'The mill'): Promise<string> => {
  const { id } = await store.create(name);
  const documents = TEXTS.map((text, i) =>
    document(`d${i}`, text, i % 2 === 0 ? { kind: 'passage' } : { line: i }),
  );
  const chunks = documents.map((of) => wholeChunk(of, { hash: chunkHash(`${of.title}\n${of.text}`) }));
  const characters = documents.reduce((sum, { text }) => sum + text.length, 0);
  await store.writeCorpus(id, {
    meta: { ...corpusMeta(documents.length, chunks.length), characters },
    documents,
    chunks,
    rejects: [{ file: 'notes.txt', line: 9, reason: 'It is empty.', excerpt: '' }],
  });
  await store.writeQuestions(id, questions, {
    ...questionsMeta,
    labelled: 2,
    byHops: { 1: 1, 2: 1 },
    types: { bridge: 1 },
  });
  const mapped = (question: string, gold: string, at: string) => ({
    question,
    gold,
    status: 'mapped' as const,
    method: 'document-id' as const,
    chunks: [`${at}#0`],
    answerChunks: [],
    documents: [at],
    note: '',
  });
  await store.writeMappings(
    id,
    [mapped('q1', 'g1', 'd0'), mapped('q1', 'g2', 'd1'), mapped('q2', 'g1', 'd2')],
    {
      passages: 3,
      mapped: 3,
      ambiguous: 0,
      unmapped: 0,
      notInCorpus: 0,
      coverage: 1,
      byMethod: { 'document-id': 3 },
    },
  );
  await store.startRun(id, header('run-1'), 2);
  await store.appendRun(id, 'run-1', answered('q1', [hit('d0#0', 1), hit('d1#0', 2)]));
  await store.appendRun(id, 'run-1', answered('q2', [hit('d2#0', 1), hit('d4#0', 2)]));
  await store.updateRun(id, 'run-1', { state: 'finished', done: 2, finished: NOW });
  await store.startRun(id, header('run-2', { started: '2026-02-01T00:00:00.000Z' }), 2);
  await store.appendRun(id, 'run-2', [
    { event: 'error', question: 'q1', step: 0, code: 'llm-reply', message: 'No.' },
  ]);
  await store.updateRun(id, 'run-2', { state: 'cancelled', done: 1, errors: 1 });
  await store.changeLabels(id, () => [
    { question: 'q1', hop: 2, asked: SECOND_HOP, chunks: ['d1#0'], label: 'present', time: NOW },
  ]);
  await store.keepAnswers(id, [
    {
      question: 'q1',
      asked: questions[0]?.text ?? '',
      gold: ['Harl'],
      answer: 'Harl',
      by: 'person',
      verdict: 'correct',
      reason: '',
      time: NOW,
    },
  ]);
  const vectors = await store.vectors(ENCODER.space, ENCODER.dimension);
  await vectors.append(
    chunks.map(({ hash }) => hash),
    Float32Array.from(chunks.flatMap(({ hash }) => vectorOf(hash))),
  );
  const scores = await store.vectors(SCORES, 1);
  await scores.append(
    [pairKey(SECOND_HOP, chunks[1]?.hash ?? ''), pairKey(SECOND_HOP, chunks[4]?.hash ?? '')],
    Float32Array.from([0.75, Number.NaN]),
  );
  return id;
};

/** All that a workspace is, but for its id, its name and when it was last changed. */
export const contentOf = async (store: Store, id: string) => {
  const { id: _, name: __, modified: ___, ...meta } = await store.get(id);
  const traces = await Promise.all(meta.runs.map(({ header: { run } }) => store.readRun(id, run)));
  const chunks = await store.readChunks(id);
  const vectors = await store.vectors(ENCODER.space, ENCODER.dimension);
  const scores = await store.vectors(SCORES, 1);
  return {
    meta,
    documents: await store.readDocuments(id),
    chunks,
    rejects: await store.readRejects(id),
    questions: await store.readQuestions(id),
    mappings: await store.readMappings(id),
    traces: traces.map((trace) => ({ ...trace, questions: [...trace.questions] })),
    labels: await store.readLabels(id),
    answers: await store.readAnswers(id),
    vectors: chunks.map(({ hash }) => [...(vectors.get(hash) ?? [])]),
    scores: chunks.map(({ hash }) => scores.get(pairKey(SECOND_HOP, hash))?.[0] ?? null),
  };
};

export const bytesOf = async (file: Blob): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await file.arrayBuffer());
