import { compareRuns, diagnoseRun, type PreparedRun } from '../../src/diagnosis';
import type { QuestionEvent, RunHeader } from '../../src/domain/trace';
import type { WorkspaceMeta } from '../../src/domain/workspace';
import type { ReportInput } from '../../src/report/input';
import {
  answer,
  gold,
  header,
  hop,
  mapping,
  prepare,
  question,
  ranked,
  register,
  requirement,
  run,
  type Setting,
  search,
  unmapped,
} from '../diagnosis/build';

/** Text that breaks out of anything that does not escape: markup, a formula, quotes, controls, an override, a lone surrogate. */
export const NASTY = `=HYPERLINK("//x.test","y")</style></title><script>alert(1)</script><img src=//x.test onerror='alert(2)'>"\u0000\u202e\ud800 &amp;`;

export const meta: WorkspaceMeta = {
  id: 'w',
  name: `Workspace ${NASTY}`,
  version: 1,
  created: '2026-01-01T00:00:00.000Z',
  modified: '2026-01-01T00:00:00.000Z',
  corpus: {
    hash: 'corpus',
    files: 2,
    tally: { read: 9, kept: 7, rejected: 2, merged: 1 },
    documents: 6,
    chunks: 8,
    characters: 900,
    chunking: { unit: 'auto', size: 256, overlap: 1 },
    perFile: [],
  },
  questions: {
    hash: 'set',
    tally: { read: 5, kept: 5, rejected: 0, merged: 0 },
    labelled: 4,
    unlabelled: 1,
    unanswerable: 0,
    byHops: { 1: 1, 2: 3 },
    types: {},
  },
  mapping: {
    passages: 7,
    mapped: 6,
    ambiguous: 0,
    unmapped: 1,
    notInCorpus: 0,
    coverage: 6 / 7,
    byMethod: { exact: 6 },
  },
  runs: [],
};

const two = (id: string) =>
  question([gold('a'), gold('b')], {
    id,
    text: `${id} ${NASTY}`,
    type: 'bridge',
    hops: [hop(1, ['a'], { question: `first ${NASTY}` }), hop(2, ['b'], { question: 'second of #1' })],
  });

const questions = [
  two('q1'),
  two('q2'),
  two('q3'),
  question([gold('a')], { id: 'q4' }),
  question([], { id: 'q5' }),
];
const mappings = [
  ...['q1', 'q2'].flatMap((id) => [mapping('a', { question: id }), mapping('b', { question: id })]),
  mapping('a', { question: 'q3' }),
  unmapped('b', { question: 'q3' }),
  mapping('a', { question: 'q4', chunks: ['a#1'] }),
];

const single: Record<string, QuestionEvent[]> = {
  q1: [ranked({ 'a#0': 1, 'b#0': 12 })],
  q2: [search(['b#0', 'a#0'])],
  q3: [search(['a#0'])],
  q4: [search(['a#0'])],
  q5: [search(['a#0'])],
};
const oracle: Record<string, QuestionEvent[]> = {
  q1: [
    search(['a#0'], { hop: 1, purpose: 'oracle' }),
    search(['x#0', 'b#0'], { hop: 2, purpose: 'oracle', query: `ideal ${NASTY}` }),
  ],
};

const texts = { a: { title: `A ${NASTY}`, text: `text ${NASTY}` }, b: { title: 'B', text: 'b' } };

/** Two runs over five questions, prepared. */
export const reportPrepared = (
  more: Partial<RunHeader> = {},
  judged: Pick<Setting, 'scores' | 'containing'> = {},
): [PreparedRun, PreparedRun] => {
  const traces = [
    run(header('single', more), single),
    run(header('oracle', { system: 'probe-oracle', ...more }), oracle),
  ] as const;
  const prepared = (trace: (typeof traces)[number]): PreparedRun =>
    prepare({
      questions,
      mappings,
      run: trace,
      others: traces.filter((other) => other !== trace),
      texts,
      ...judged,
    });
  return [prepared(traces[0]), prepared(traces[1])];
};

/** The report of these two runs; every number in it can be counted by hand. */
export const reportInput = (
  k = 5,
  more: Partial<RunHeader> = {},
  judged: Pick<Setting, 'scores' | 'containing'> = {},
): ReportInput => ({
  meta,
  k,
  made: '2026-01-02T00:00:00.000Z',
  comparisons: [],
  beside: [],
  judgements: [],
  passage: (chunk) => (chunk.startsWith('a') ? texts.a : texts.b),
  runs: reportPrepared(more, judged).map((prepared) => ({
    header: prepared.header,
    diagnosis: diagnoseRun(prepared, k, { questions: true }),
  })),
});

/** Scores for the first run: q1 has an extraction failure at hop 1 and alternate evidence at none; q2 is whole. */
export const judgedInput = (k = 5): ReportInput =>
  reportInput(
    k,
    {},
    {
      scores: {
        [`first ${NASTY}`]: { 'a#0': 0.2, 'b#0': 0.1 },
        'second of answer 1': { 'a#0': 0.7, 'b#0': 0.9 },
      },
      containing: { 'answer 1': ['a#0'] },
    },
  );

/** Two runs that answer: q1 right in both, q2 a false resolution in the second, q3 given up there, and a cost that is not known. */
export const answeredInput = (k = 5): ReportInput => {
  const asked = ['q1', 'q2', 'q3'].map((id) => two(id));
  const everywhere = asked.flatMap(({ id }) => [
    mapping('a', { question: id }),
    mapping('b', { question: id }),
  ]);
  const llm = (cost: number | null): QuestionEvent => ({
    event: 'llm',
    question: 'q',
    step: 2,
    purpose: 'answer',
    prompt: 'answer/1',
    usage: { input: 100, output: 7, cachedInput: 0, counted: 'endpoint' },
    cost,
    ms: 5,
    retries: 0,
    cached: false,
    truncated: false,
    calls: [],
  });
  const found = search(['a#0', 'b#0']);
  const part = search(['a#0', 'x#0']);
  const traces = [
    run(header('plain', { system: 'a-rag' }), {
      q1: [found, llm(0.5), answer('the answer')],
      q2: [found, llm(0.25), answer('x')],
      q3: [part, llm(0.25), answer('y')],
    }),
    run(header('register', { system: 'execution-rag' }), {
      q1: [found, llm(0.5), answer('the answer')],
      q2: [part, llm(null), register([requirement('r1', 'resolved', ['x#0'])]), answer('x')],
      q3: [part, answer('', true)],
    }),
  ] as const;
  const prepared = traces.map((trace) =>
    prepare({
      questions: asked,
      mappings: everywhere,
      run: trace,
      others: traces.filter((other) => other !== trace),
    }),
  );
  return {
    ...reportInput(k),
    comparisons: [compareRuns(...(prepared as [PreparedRun, PreparedRun]), k, 1)],
    runs: prepared.map((one) => ({
      header: one.header,
      diagnosis: diagnoseRun(one, k, { questions: true }),
    })),
  };
};
