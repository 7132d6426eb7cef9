/**
 * Every format gives the same triage as the same data in the generic one. The files are invented, after the public formats of
 * RAGAS, DeepEval, RAGChecker, OpenInference (Phoenix, OTLP) and Langfuse.
 */
import { describe, expect, it } from 'vitest';
import { STORED_DEPTH } from '../../src/domain/retriever';
import type { SearchEvent } from '../../src/domain/trace';
import { bed, diagnose, importFile, lines, runIds } from './support';

const TEXTS = {
  orl: 'The mill at Orl was built in 1411 by Ilo Venn, and it burned twice before the flood.',
  pim: 'Pim is a ferry landing below Orl, where the ferryman is a brother of Ilo Venn.',
  kel: 'Kelm is a town of weavers on the northern road, known for its blue cloth.',
  tar: 'Tarn lies between two lakes and has had a market since the year 1302.',
};
type Key = keyof typeof TEXTS;
const CORPUS = lines(Object.entries(TEXTS).map(([id, text]) => ({ id, title: `About ${id}`, text })));

interface Case {
  id: string;
  question: string;
  gold: Key[];
  right: string;
  said: string | null;
  retrieved: Key[];
}
const CASES: Case[] = [
  {
    id: 'q1',
    question: 'When was the mill of the ferryman’s brother built?',
    gold: ['pim', 'orl'],
    right: '1411',
    said: 'In 1411.',
    retrieved: ['orl', 'kel', 'pim'],
  },
  {
    id: 'q2',
    question: 'Who built the mill above the ferry landing?',
    gold: ['pim', 'orl'],
    right: 'Ilo Venn',
    said: 'Nobody knows that name.',
    retrieved: ['orl', 'tar'],
  },
  {
    id: 'q3',
    question: 'What is the town on the northern road known for?',
    gold: ['kel'],
    right: 'blue cloth',
    said: 'its market',
    retrieved: ['kel', 'tar'],
  },
  {
    id: 'q4',
    question: 'Since when has Tarn had a market?',
    gold: ['tar'],
    right: '1302',
    said: '1302',
    retrieved: ['pim'],
  },
  {
    id: 'q5',
    question: 'Which two places have to do with water?',
    gold: ['pim', 'tar'],
    right: 'Pim and Tarn',
    said: 'Kelm',
    retrieved: ['kel', 'orl'],
  },
];
const QUESTIONS = lines(
  CASES.map(({ id, question, gold, right }) => ({
    id,
    question,
    answers: [right],
    gold: gold.map((document) => ({ document })),
  })),
);
const textOf = (key: Key): string => TEXTS[key];

const GENERIC = lines(
  CASES.map(({ question, said, retrieved }) => ({
    question,
    answer: said,
    retrieved: retrieved.map(textOf),
  })),
);

const here = () =>
  bed({ path: 'corpus.jsonl', content: CORPUS }, { path: 'questions.jsonl', content: QUESTIONS });

/** Verdict of each question at every k: what the triage of the run is. */
const triageOf = async (path: string, content: string, more: Parameters<typeof importFile>[3] = {}) => {
  const place = await here();
  const report = await importFile(place, path, content, more);
  expect(report.rejects).toEqual([]);
  expect(report.runs).toHaveLength(1);
  const [run = ''] = runIds(report);
  const triage = [];
  for (const k of [1, 2, 3, STORED_DEPTH]) triage.push((await diagnose(place, run, k)).triage);
  return { format: report.runs[0]?.source.format, triage, report, place, run };
};

const spanTime = (second: number): string => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();

const PHOENIX = lines(
  CASES.flatMap(({ id, question, said, retrieved }, at) => [
    {
      name: 'retrieve',
      context: { trace_id: `t${at}`, span_id: `${at}b` },
      span_kind: 'RETRIEVER',
      parent_id: `${at}a`,
      start_time: spanTime(1),
      end_time: spanTime(2),
      status_code: 'OK',
      attributes: {
        'openinference.span.kind': 'RETRIEVER',
        'input.value': question,
        ...Object.fromEntries(
          retrieved.flatMap((key, rank) => [
            [`retrieval.documents.${rank}.document.content`, TEXTS[key]],
            [`retrieval.documents.${rank}.document.score`, 1 / (rank + 1)],
          ]),
        ),
      },
    },
    {
      name: 'ask',
      context: { trace_id: `t${at}`, span_id: `${at}c` },
      span_kind: 'LLM',
      parent_id: `${at}a`,
      start_time: spanTime(2),
      end_time: spanTime(3),
      attributes: {
        'llm.model_name': 'small-model',
        'llm.token_count.prompt': 120,
        'llm.token_count.completion': 9,
        'output.value': said,
      },
    },
    {
      name: 'query',
      context: { trace_id: `t${at}`, span_id: `${at}a` },
      span_kind: 'CHAIN',
      parent_id: null,
      start_time: spanTime(0),
      end_time: spanTime(4),
      attributes: {
        'input.value': JSON.stringify({ query: question }),
        'output.value': said,
        'metadata.question_id': id,
      },
    },
  ]),
);

const otlpValue = (value: string | number) =>
  typeof value === 'number' ? { doubleValue: value } : { stringValue: value };
const OTLP = JSON.stringify({
  resourceSpans: CASES.map(({ question, said, retrieved }, at) => ({
    scopeSpans: [
      {
        spans: [
          {
            traceId: `t${at}`,
            spanId: `${at}a`,
            name: 'query',
            startTimeUnixNano: '1767225600000000000',
            endTimeUnixNano: '1767225604000000000',
            attributes: [
              { key: 'openinference.span.kind', value: { stringValue: 'CHAIN' } },
              { key: 'input.value', value: { stringValue: question } },
              { key: 'output.value', value: { stringValue: said } },
            ],
          },
          {
            traceId: `t${at}`,
            spanId: `${at}b`,
            parentSpanId: `${at}a`,
            name: 'retrieve',
            startTimeUnixNano: '1767225601000000000',
            attributes: [
              { key: 'openinference.span.kind', value: { stringValue: 'RETRIEVER' } },
              { key: 'input.value', value: { stringValue: question } },
              ...retrieved.flatMap((key, rank) => [
                { key: `retrieval.documents.${rank}.document.content`, value: otlpValue(TEXTS[key]) },
                { key: `retrieval.documents.${rank}.document.score`, value: otlpValue(0.5) },
              ]),
            ],
          },
        ],
      },
    ],
  })),
});

const LANGFUSE = JSON.stringify(
  CASES.flatMap(({ question, said, retrieved }, at) => [
    {
      id: `${at}a`,
      traceId: `t${at}`,
      parentObservationId: null,
      type: 'SPAN',
      name: 'query',
      startTime: spanTime(0),
      endTime: spanTime(4),
      input: { question },
      output: { answer: said },
    },
    {
      id: `${at}b`,
      traceId: `t${at}`,
      parentObservationId: `${at}a`,
      type: 'RETRIEVER',
      name: 'retrieve',
      startTime: spanTime(1),
      endTime: spanTime(2),
      input: question,
      output: retrieved.map((key) => ({ page_content: TEXTS[key], metadata: {} })),
    },
    {
      id: `${at}c`,
      traceId: `t${at}`,
      parentObservationId: `${at}a`,
      type: 'GENERATION',
      name: 'answer',
      startTime: spanTime(2),
      endTime: spanTime(3),
      input: [{ role: 'user', content: question }],
      output: said,
      model: 'small-model',
      usageDetails: { input: 120, output: 9 },
    },
  ]),
);

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

const FILES: [format: string, path: string, content: string][] = [
  [
    'ragas',
    'ragas.jsonl',
    lines(
      CASES.map(({ question, said, retrieved, right }) => ({
        user_input: question,
        retrieved_contexts: retrieved.map(textOf),
        response: said,
        reference: right,
        reference_contexts: null,
      })),
    ),
  ],
  [
    'ragas',
    'ragas-old.jsonl',
    lines(
      CASES.map(({ question, said, retrieved, right }) => ({
        question,
        contexts: retrieved.map(textOf),
        answer: said,
        ground_truth: right,
      })),
    ),
  ],
  [
    'deepeval',
    'deepeval.json',
    JSON.stringify(
      CASES.map(({ question, said, retrieved, right }) => ({
        input: question,
        actual_output: said,
        expected_output: right,
        retrieval_context: retrieved.map(textOf),
        context: null,
        name: 'case',
      })),
      null,
      2,
    ),
  ],
  [
    'ragchecker',
    'ragchecker.json',
    JSON.stringify(
      {
        results: CASES.map(({ question, said, retrieved, right }, at) => ({
          query_id: String(at),
          query: question,
          gt_answer: right,
          response: said,
          retrieved_context: retrieved.map((key, rank) => ({ doc_id: `00${rank}`, text: TEXTS[key] })),
        })),
      },
      null,
      2,
    ),
  ],
  ['openinference', 'phoenix.jsonl', PHOENIX],
  ['openinference', 'otlp.json', OTLP],
  ['langfuse', 'observations.json', LANGFUSE],
  [
    'generic',
    'ids.jsonl',
    lines(CASES.map(({ id, said, retrieved }) => ({ id, answer: said, retrieved_ids: retrieved }))),
  ],
  [
    'generic',
    'chunks.jsonl',
    lines(
      CASES.map(({ id, said, retrieved }) => ({
        id,
        answer: said,
        retrieved: retrieved.map((key, rank) => ({ chunk: `${key}#0`, score: 9 - rank })),
      })),
    ),
  ],
  [
    'generic',
    'table.csv',
    `question,answer,retrieved\r\n${CASES.map(({ question, said, retrieved }) => [question, said ?? '', JSON.stringify(retrieved.map(textOf))].map(quoted).join(',')).join('\r\n')}\r\n`,
  ],
];

describe('runs of every format', () => {
  it.each(FILES)(
    '%s (%s): the triage is that of the same data in the generic format',
    async (format, path, content) => {
      const generic = await triageOf('generic.jsonl', GENERIC);
      const other = await triageOf(path, content);
      expect(other.format).toBe(format);
      expect(other.triage).toEqual(generic.triage);
    },
  );

  it('the generic format: verdicts as they follow from the definitions', async () => {
    const { triage } = await triageOf('generic.jsonl', GENERIC);
    const counted = triage.map((of) =>
      Object.fromEntries(Object.entries(of).filter(([, count]) => count > 0)),
    );
    // At 1: of q1 and q2 one passage, q3 whole and wrong, q4 and q5 nothing. At 3 q1 is whole, and right.
    expect(counted[0]).toEqual({
      'hop-miss': 2,
      'composition-miss': 1,
      'missing-document': 1,
      'total-miss': 1,
    });
    expect(counted[2]).toEqual({
      pass: 1,
      'hop-miss': 1,
      'composition-miss': 1,
      'missing-document': 1,
      'total-miss': 1,
    });
  });

  it('spans become searches and model calls, with their tokens and times', async () => {
    const { place, run } = await triageOf('phoenix.jsonl', PHOENIX);
    const trace = await place.store.readRun(place.workspace, run);
    const events = trace.questions.get('q1') ?? [];
    expect(events.map(({ event }) => event)).toEqual(['search', 'llm', 'answer', 'done']);
    expect(events[0]).toMatchObject({
      purpose: 'question',
      hits: [{ chunk: 'orl#0', rank: 1, score: 1 }, {}, {}],
    });
    expect(events[1]).toMatchObject({
      usage: { input: 120, output: 9 },
      cost: null,
      ms: 1000,
      reply: 'In 1411.',
    });
    expect(events.at(-1)).toEqual({
      event: 'done',
      question: 'q1',
      ms: 4000,
      given: { text: expect.stringMatching(/^[0-9a-f]{12}$/) },
    });
    expect(trace.header).toMatchObject({
      imported: true,
      model: 'small-model',
      retriever: { kind: 'external' },
    });
    const { usage } = await diagnose(place, run, 3);
    expect(usage).toMatchObject({ searches: 5, llmCalls: 5, inputTokens: 600, cost: null, seconds: 20 });
  });

  it('what a file does not tell is unknown, and never 0', async () => {
    const { place, run, report } = await triageOf('generic.jsonl', GENERIC);
    expect(report.runs[0]?.source.tells).toEqual({
      steps: false,
      final: false,
      answers: true,
      scores: false,
    });
    const { usage, steps } = await diagnose(place, run, 3);
    expect(usage).toMatchObject({ llmCalls: null, inputTokens: null, cost: null, seconds: null });
    expect(steps).toBeNull();
    // The lists end at 3: what a fourth passage would have been, nobody knows.
    const { curve, corpusChunks } = await diagnose(place, run, 3);
    expect(curve.allEvidence.slice(0, 4)).toEqual([0.2, 0.2, 0.4, null]);
    expect(corpusChunks).toBeNull();
    const trace = await place.store.readRun(place.workspace, run);
    const [search] = (trace.questions.get('q1') ?? []) as SearchEvent[];
    expect(search?.hits.map(({ score }) => score)).toEqual([null, null, null]);
  });
});
