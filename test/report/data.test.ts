import Papa from 'papaparse';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { QuestionEventSchema, RunHeaderSchema } from '../../src/domain/trace';
import { csv } from '../../src/report/csv';
import { chunksJsonl, fileName, traceJsonl } from '../../src/report/exports';
import { runLabel } from '../../src/report/input';
import { questionsCsv } from '../../src/report/questions-csv';
import { questionsJsonl } from '../../src/report/questions-jsonl';
import { summaryOf } from '../../src/report/summary';
import { header, run, search } from '../diagnosis/build';
import { answeredInput, judgedInput, NASTY, reportInput } from './make';
import { SummaryShape } from './summary-shape';

const parsed = (lines: string): unknown[] =>
  lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

describe('summary.json', () => {
  it('has the documented shape, survives JSON, and its triage and certificates add up', () => {
    const summary: unknown = JSON.parse(JSON.stringify(summaryOf(reportInput())));
    const { success, issues } = v.safeParse(SummaryShape, summary);
    expect(issues?.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`)).toBeUndefined();
    expect(success).toBe(true);
  });

  it('says what the two runs found', () => {
    const { runs, goldMapping, warnings } = summaryOf(reportInput());
    expect(goldMapping).toEqual({ passages: 7, mapped: 6, ambiguous: 0, unmapped: 1, coverage: 6 / 7 });
    expect(runs[0]).toMatchObject({
      id: 'single',
      system: 'probe-single',
      retriever: { kind: 'bm25', k: 5, model: null },
      n: 5,
      errors: 0,
      evidenceRecall: { mean: 0.5, n: 3 },
      allEvidence: { rate: 1 / 3, n: 3 },
      anyHit: { rate: 2 / 3, n: 3 },
      triage: {
        'hop-miss': 1,
        'evidence-complete': 1,
        unmapped: 1,
        'wrong-chunk': 1,
        unlabelled: 1,
        pass: 0,
      },
      hops: { n: 5, retrieved: { matched: { rate: null, n: 0 } } },
      // q1: A, C; q2: A, A; q3: A, not in the corpus; q4: none; q5 has no gold passage.
      certificates: { A: 4, B: 0, C: 1, D: 0, none: 1, notInCorpus: 1, n: 7 },
      answers: null,
      categories: null,
    });
    expect(runs[0]?.curve.evidenceRecall).toEqual([1 / 3, 0.5, 0.5, 0.5, 0.5, 2 / 3, 2 / 3]);
    expect(runs[1]).toMatchObject({ id: 'oracle', n: 1, allEvidence: { rate: 1, n: 1 } });
    expect(warnings.map(({ code }) => code)).toEqual(['rejected-records', 'low-coverage']);
  });

  it('tells runs apart by what was done about hops and by what was left out', () => {
    const input = answeredInput();
    const [plain, register] = input.runs;
    if (plain === undefined || register === undefined) throw new Error('two runs are needed');
    const { parameters } = register.header;
    const without = {
      ...register,
      header: { ...register.header, parameters: { ...parameters, ablation: 'no-updates' as const } },
    };
    const helped = {
      ...plain,
      header: {
        ...plain.header,
        system: 'self-ask',
        parameters: { ...parameters, intervention: { kind: 'augment', policy: 'always' } as const },
      },
    };
    const { runs } = summaryOf({ ...input, runs: [register, without, helped] });
    expect(runs.map(({ intervention, ablation }) => [intervention, ablation])).toEqual([
      [null, null],
      [null, 'no-updates'],
      ['augment always', null],
    ]);
    const labels = [register, without, helped].map(({ header }) => runLabel(header));
    expect(new Set(labels).size).toBe(3);
    expect(labels[1]).toBe(`${labels[0]} · no updates`);
    expect(labels[2]).toContain('augment always');
  });

  it('carries categories in both columns, usage and comparisons', () => {
    const summary = summaryOf(answeredInput());
    const { issues } = v.safeParse(SummaryShape, JSON.parse(JSON.stringify(summary)));
    expect(issues?.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`)).toBeUndefined();
    const none = { judgeError: 0, notInCorpus: 0, unlabelled: 0 };
    expect(summary.runs.map(({ categories }) => categories)).toEqual([
      {
        ...none,
        gaveUp: 0,
        reasoningError: 1,
        falseResolution: 0,
        missingEvidence: 1,
        searchDrift: 0,
        unreached: 1,
      },
      {
        ...none,
        gaveUp: 1,
        reasoningError: 1,
        falseResolution: 1,
        missingEvidence: 0,
        searchDrift: 0,
        unreached: 0,
      },
    ]);
    // The first run found what the second missed in q2: without the clause it is drift.
    expect(summary.runs[1]?.categoriesRegisterBlind).toEqual({
      ...none,
      gaveUp: 1,
      reasoningError: 0,
      falseResolution: 0,
      missingEvidence: 1,
      searchDrift: 1,
      unreached: 0,
    });
    expect(summary.runs.map(({ usage }) => usage)).toMatchObject([
      { llmCalls: 3, promptTokens: 300, completionTokens: 21, costUSD: 1 },
      { llmCalls: 2, promptTokens: 200, completionTokens: 14, costUSD: null },
    ]);
    expect(summary.comparisons).toMatchObject([
      {
        a: 'plain',
        b: 'register',
        asked: 3,
        n: 3,
        both: 1,
        neither: 2,
        onlyA: 0,
        onlyB: 0,
        mcnemarExactP: null,
        difference: 0,
        sameRetriever: true,
        transitions: [
          { from: 'right', to: 'right', n: 1 },
          { from: 'reasoning-error', to: 'false-resolution', n: 1 },
          { from: 'unreached', to: 'gave-up', n: 1 },
        ],
      },
    ]);
    const lines = parsed(questionsJsonl(answeredInput().runs));
    expect(lines[4]).toMatchObject({
      run: 'register',
      question: 'q2',
      category: 'false-resolution',
      categoryRegisterBlind: 'search-drift',
      prematureResolutions: [{ id: 'r1', text: 'need r1', support: ['x#0'], score: null }],
    });
    const { data } = Papa.parse<Record<string, string>>(questionsCsv(answeredInput().runs), { header: true });
    expect(data[4]).toMatchObject({
      category: 'false-resolution',
      category_register_blind: 'search-drift',
      premature_resolutions: 'r1',
    });
  });

  it('carries cells, gaps and how far the judge got', () => {
    const summary: unknown = JSON.parse(JSON.stringify(summaryOf(judgedInput())));
    const { issues } = v.safeParse(SummaryShape, summary);
    expect(issues?.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`)).toBeUndefined();
    // Hop 1 of q1, q2, q3 and hop 2 of q2 have their passage, hop 2 of q1 has another one; hop 2 of q3 is not in the corpus.
    expect(summaryOf(judgedInput()).runs[0]?.hops).toMatchObject({
      cells: {
        accumulated: { factPresent: 1, extractionFailure: 3, alternateEvidence: 1, retrievalFailure: 0 },
        matched: { factPresent: 0, extractionFailure: 0, alternateEvidence: 0, retrievalFailure: 0 },
      },
      corpusGap: { corpusGap: 3, rankingGap: 0, notChecked: 0, noAnswer: 0, inconclusive: 0 },
      presence: { space: 'judge', threshold: 0.5, hops: 5, scored: 5, present: { rate: 2 / 5, n: 5 } },
      byDepth: [
        { hop: 1, factPresent: 0 },
        { hop: 2, factPresent: 1 },
      ],
    });
  });

  it('follows k without anything else changing', () => {
    const [five, twelve] = [5, 12].map((k) => summaryOf(reportInput(k)).runs[0]);
    expect(twelve?.triage['evidence-complete']).toBe(2);
    expect(twelve?.curve).toEqual(five?.curve);
  });
});

describe('questions.jsonl', () => {
  it('has one line a question and run, as documented', () => {
    const lines = parsed(questionsJsonl(reportInput().runs));
    expect(lines).toHaveLength(6);
    expect(lines[0]).toMatchObject({
      run: 'single',
      question: 'q1',
      hops: 2,
      gold: [
        { passage: 'a', chunks: ['a#0'], mapping: 'mapped' },
        { passage: 'b', chunks: ['b#0'], mapping: 'mapped' },
      ],
      retrieved: ['a#0'],
      rankOfGold: [1, 12],
      evidenceRecall: 0.5,
      verdict: 'hop-miss',
      hopOutcomes: [
        {
          hop: 1,
          gold: 'mapped',
          goldRetrieved: true,
          matched: null,
          factPresent: null,
          presence: null,
          cell: null,
          certificate: 'A',
        },
        { hop: 2, subQuestion: 'second of answer 1', goldRetrieved: false, certificate: 'C' },
      ],
      answer: null,
      correct: null,
      ungroundedCorrect: null,
      category: null,
      multiHopTest: { rewrite: true },
    });
    // Touched by two fixes, the first one first; both stand in the table too.
    expect(lines[0]).toMatchObject({ fixes: ['decompose', 'raise-k'] });
    const [judged] = parsed(questionsJsonl(judgedInput().runs));
    expect(judged).toMatchObject({
      hopOutcomes: [
        {
          factPresent: false,
          presence: 0.2,
          cell: 'extraction-failure',
          cellMatched: null,
          corpusGap: 'corpus-gap',
          judged: 'scored',
          statedIn: null,
        },
        { factPresent: true, presence: 0.7, cell: 'alternate-evidence', corpusGap: null, statedIn: 'a#0' },
      ],
    });
    expect(lines[2]).toMatchObject({
      question: 'q3',
      evidenceRecall: null,
      verdict: 'unmapped',
      rankOfGold: [1, null],
    });
  });
});

describe('questions.csv', () => {
  it('comes back whole from a reader of RFC 4180, formulas disarmed', () => {
    const text = questionsCsv(reportInput().runs);
    expect(text.endsWith('\r\n')).toBe(true);
    const { data, errors } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true });
    expect(errors).toEqual([]);
    expect(data).toHaveLength(6);
    expect(data[0]).toMatchObject({
      run: 'single',
      k: '5',
      verdict: 'hop-miss',
      evidence_recall: '0.5',
      ranks_of_gold: '1 12',
      certificates: 'A C',
      missing: '2',
      fixes: 'decompose raise-k',
      // A run without answers is neither grounded nor not.
      correct: '',
      ungrounded_correct: '',
    });
    expect(data[0]?.text).toBe(`q1 ${NASTY}`);
    expect(data[0]?.cells).toBe('');
    const judged = Papa.parse<Record<string, string>>(questionsCsv(judgedInput().runs), { header: true });
    expect(judged.data[0]).toMatchObject({
      cells: 'extraction-failure alternate-evidence',
      fact_presence: '0.2000 0.7000',
      corpus_gaps: 'corpus-gap –',
      answer: '',
      f1: '',
    });
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '\n=1', '＝1', '\ufeff=1'])(
    'escapes the cell %j',
    (cell) => {
      const [, row] = Papa.parse<string[]>(csv(['a', 'b'], [[cell, 'x']]), { newline: '\r\n' }).data;
      expect(row).toEqual([`'${cell}`, 'x']);
    },
  );

  it('leaves harmless cells, quotes, commas and line ends as they are', () => {
    const cells = ['a=b', 'a "quoted", cell', 'two\r\nlines', '', 'é – ü'];
    const [, row] = Papa.parse<string[]>(csv(['a', 'b', 'c', 'd', 'e'], [cells]), { newline: '\r\n' }).data;
    expect(row).toEqual(cells);
  });
});

describe('exports', () => {
  it('the trace reads back as it was written', () => {
    const trace = run(header('r'), { q1: [search(['a#0', 'b#0'])], q2: [search([])] });
    const [first, ...events] = parsed(traceJsonl(trace, { texts: true }));
    expect(v.parse(RunHeaderSchema, first)).toEqual(trace.header);
    expect(events.map((event) => v.parse(QuestionEventSchema, event))).toEqual(
      [...trace.questions.values()].flat(),
    );
  });

  it('chunks are listed with their place in the document', () => {
    const chunk = {
      id: 'd#0',
      document: 'd',
      ordinal: 0,
      title: 'T',
      start: 2,
      end: 6,
      text: 'text',
      heading: 'H',
      hash: 'h',
    };
    expect(parsed(chunksJsonl([chunk]))).toEqual([
      { id: 'd#0', document: 'd', title: 'T', start: 2, end: 6, text: 'text' },
    ]);
  });

  it('a run id becomes a file name', () => {
    expect(fileName('probe-single/bm25 @ 2026-01-01T00:00:00Z')).toBe(
      'probe-single-bm25-2026-01-01T00-00-00Z',
    );
  });
});
