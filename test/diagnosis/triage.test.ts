import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AnswerJudgement, diagnoseQuestion, diagnoseRun } from '../../src/diagnosis';
import { VERDICTS, type Verdict } from '../../src/domain/diagnosis';
import type { GoldMapping } from '../../src/domain/mapping';
import type { Question } from '../../src/domain/question';
import type { QuestionEvent } from '../../src/domain/trace';
import { answer, gold, header, mapping, prepare, question, ranked, run, search, unmapped } from './build';

interface Row {
  what: string;
  question: Question;
  mappings: GoldMapping[];
  events: QuestionEvent[];
  judgement?: AnswerJudgement;
  k?: number;
  verdict: Verdict;
  recall: number | null;
}

const one = question([gold('a')]);
const two = question([gold('a'), gold('b')]);
const oneMapped = [mapping('a')];
const twoMapped = [mapping('a'), mapping('b')];
const unanswerable = question([], { answerable: false });

/** One row a case; the right value follows from the table of 05.2, in its order, read by hand. */
const TABLE: Row[] = [
  {
    what: 'no gold, not marked',
    question: question([]),
    mappings: [],
    events: [search(['x#0'])],
    verdict: 'unlabelled',
    recall: null,
  },
  {
    what: 'no gold, an answer does not help',
    question: question([]),
    mappings: [],
    events: [search(['x#0']), answer('yes')],
    judgement: { correct: true },
    verdict: 'unlabelled',
    recall: null,
  },
  {
    what: 'marked unanswerable, abstains',
    question: unanswerable,
    mappings: [],
    events: [search(['x#0']), answer('I cannot tell', true)],
    verdict: 'null-refused',
    recall: null,
  },
  {
    what: 'marked unanswerable, asserts',
    question: unanswerable,
    mappings: [],
    events: [search(['x#0']), answer('Rome')],
    verdict: 'null-hallucinated',
    recall: null,
  },
  {
    what: 'marked unanswerable, no answer in the run',
    question: unanswerable,
    mappings: [],
    events: [search(['x#0'])],
    verdict: 'null-unanswered',
    recall: null,
  },
  {
    what: 'marked unanswerable, nothing retrieved, abstains',
    question: unanswerable,
    mappings: [],
    events: [answer('no', true)],
    verdict: 'null-refused',
    recall: null,
  },
  {
    what: 'marked unanswerable before unmapped: a removed passage',
    question: question([gold('a'), gold('b', { notInCorpus: true })], { answerable: false }),
    mappings: [mapping('a'), unmapped('b', { status: 'notInCorpus' })],
    events: [search(['a#0'])],
    verdict: 'null-unanswered',
    recall: null,
  },
  {
    what: 'one of two gold passages unmapped',
    question: two,
    mappings: [mapping('a'), unmapped('b')],
    events: [search(['a#0'])],
    verdict: 'unmapped',
    recall: null,
  },
  {
    what: 'one of two gold passages removed by the labels',
    question: two,
    mappings: [mapping('a'), unmapped('b', { status: 'notInCorpus' })],
    events: [search(['a#0'])],
    verdict: 'unmapped',
    recall: null,
  },
  {
    what: 'the only gold passage unmapped is not a missing document',
    question: one,
    mappings: [unmapped('a')],
    events: [search(['x#0'])],
    verdict: 'unmapped',
    recall: null,
  },
  {
    what: 'no mapping record at all',
    question: one,
    mappings: [],
    events: [search(['a#0'])],
    verdict: 'unmapped',
    recall: null,
  },
  {
    what: 'unmapped needs no retrieval',
    question: one,
    mappings: [unmapped('a')],
    events: [],
    verdict: 'unmapped',
    recall: null,
  },
  {
    what: 'another chunk of the gold document',
    question: one,
    mappings: [mapping('a', { chunks: ['a#3'] })],
    events: [search(['x#0', 'a#2'])],
    verdict: 'wrong-chunk',
    recall: 0,
  },
  {
    what: 'another chunk, but only beyond k',
    question: one,
    mappings: [mapping('a', { chunks: ['a#3'] })],
    events: [ranked({ 'x#0': 1, 'a#2': 6 })],
    k: 5,
    verdict: 'missing-document',
    recall: 0,
  },
  {
    what: 'no chunk of the gold document',
    question: one,
    mappings: oneMapped,
    events: [search(['x#0', 'y#0'])],
    verdict: 'missing-document',
    recall: 0,
  },
  {
    what: 'a document id that only begins alike',
    question: one,
    mappings: [mapping('a', { chunks: ['a#3'] })],
    events: [search(['a2#0', 'a#b#0'])],
    verdict: 'missing-document',
    recall: 0,
  },
  {
    what: 'same title, the wrong paragraph',
    question: question([gold('a', { title: 'T' })]),
    mappings: [mapping('a')],
    events: [search(['other paragraph of T#0'])],
    verdict: 'missing-document',
    recall: 0,
  },
  {
    what: 'an empty list',
    question: one,
    mappings: oneMapped,
    events: [search([])],
    verdict: 'missing-document',
    recall: 0,
  },
  {
    what: 'a list of one empty id',
    question: one,
    mappings: oneMapped,
    events: [search([''])],
    verdict: 'missing-document',
    recall: 0,
  },
  {
    what: 'none of two',
    question: two,
    mappings: twoMapped,
    events: [search(['x#0'])],
    verdict: 'total-miss',
    recall: 0,
  },
  {
    what: 'none of two, though their documents are there',
    question: two,
    mappings: [mapping('a', { chunks: ['a#1'] }), mapping('b', { chunks: ['b#1'] })],
    events: [search(['a#0', 'b#0'])],
    verdict: 'total-miss',
    recall: 0,
  },
  {
    what: 'one of two',
    question: two,
    mappings: twoMapped,
    events: [search(['a#0', 'x#0'])],
    verdict: 'hop-miss',
    recall: 0.5,
  },
  {
    what: 'one of two, the other at k + 1',
    question: two,
    mappings: twoMapped,
    events: [ranked({ 'a#0': 1, 'b#0': 6 })],
    k: 5,
    verdict: 'hop-miss',
    recall: 0.5,
  },
  {
    what: 'both, the last exactly at k',
    question: two,
    mappings: twoMapped,
    events: [ranked({ 'a#0': 1, 'b#0': 5 })],
    k: 5,
    verdict: 'evidence-complete',
    recall: 1,
  },
  {
    what: 'two of three',
    question: question([gold('a'), gold('b'), gold('c')]),
    mappings: [...twoMapped, mapping('c')],
    events: [search(['c#0', 'a#0'])],
    verdict: 'hop-miss',
    recall: 2 / 3,
  },
  {
    what: 'one of two with a right answer stays a hop-miss',
    question: two,
    mappings: twoMapped,
    events: [search(['a#0']), answer('right')],
    judgement: { correct: true },
    verdict: 'hop-miss',
    recall: 0.5,
  },
  {
    what: 'all there, answer wrong',
    question: two,
    mappings: twoMapped,
    events: [search(['a#0', 'b#0']), answer('wrong')],
    judgement: { correct: false },
    verdict: 'composition-miss',
    recall: 1,
  },
  {
    what: 'all there, abstained',
    question: two,
    mappings: twoMapped,
    events: [search(['a#0', 'b#0']), answer('cannot tell', true)],
    verdict: 'composition-miss',
    recall: 1,
  },
  {
    what: 'all there, answer right',
    question: two,
    mappings: twoMapped,
    events: [search(['a#0', 'b#0']), answer('right')],
    judgement: { correct: true },
    verdict: 'pass',
    recall: 1,
  },
  {
    what: 'all there, no gold answer to compare with, not judged',
    question: question([gold('a'), gold('b')], { answers: [] }),
    mappings: twoMapped,
    events: [search(['a#0', 'b#0']), answer('hm')],
    verdict: 'evidence-complete',
    recall: 1,
  },
  {
    what: 'all there, the gold answer stands in the answer',
    question: two,
    mappings: twoMapped,
    events: [search(['a#0', 'b#0']), answer('It is The Answer, I think.')],
    verdict: 'pass',
    recall: 1,
  },
  {
    what: 'all there, an alias stands in the answer',
    question: question([gold('a'), gold('b')], { answers: ['Bern', 'city of Bern'] }),
    mappings: twoMapped,
    events: [search(['a#0', 'b#0']), answer('the City of Bern')],
    verdict: 'pass',
    recall: 1,
  },
  {
    what: 'all there, another answer',
    question: two,
    mappings: twoMapped,
    events: [search(['a#0', 'b#0']), answer('something else')],
    verdict: 'composition-miss',
    recall: 1,
  },
  {
    what: 'all there, gave up in its own words',
    question: two,
    mappings: twoMapped,
    events: [search(['a#0', 'b#0']), answer('The passages do not mention it.')],
    verdict: 'composition-miss',
    recall: 1,
  },
  {
    what: 'all there, neither yes nor no',
    question: question([gold('a'), gold('b')], { answers: ['yes'] }),
    mappings: twoMapped,
    events: [search(['a#0', 'b#0']), answer('It depends.')],
    verdict: 'evidence-complete',
    recall: 1,
  },
  {
    what: 'one of two, the answer right by comparing words',
    question: two,
    mappings: twoMapped,
    events: [search(['a#0']), answer('the answer')],
    verdict: 'hop-miss',
    recall: 0.5,
  },
  {
    what: 'marked unanswerable, refuses in its own words',
    question: unanswerable,
    mappings: [],
    events: [search(['x#0']), answer('I do not know.')],
    verdict: 'null-refused',
    recall: null,
  },
  {
    what: 'all there, judge could not be read',
    question: two,
    mappings: twoMapped,
    events: [search(['a#0', 'b#0']), answer('hm')],
    judgement: { correct: null },
    verdict: 'evidence-complete',
    recall: 1,
  },
  {
    what: 'all there, no answer in the run',
    question: one,
    mappings: oneMapped,
    events: [search(['a#0'])],
    verdict: 'evidence-complete',
    recall: 1,
  },
  {
    what: 'duplicates: [a, a, x] with gold {a}',
    question: one,
    mappings: oneMapped,
    events: [search(['a#0', 'a#0', 'x#0'])],
    verdict: 'evidence-complete',
    recall: 1,
  },
  {
    what: 'duplicates: [a, a] with gold {a, b}',
    question: two,
    mappings: twoMapped,
    events: [search(['a#0', 'a#0'])],
    verdict: 'hop-miss',
    recall: 0.5,
  },
  {
    what: 'a repeat does not move anything up into k',
    question: two,
    mappings: twoMapped,
    events: [search(['a#0', 'a#0', 'b#0'])],
    k: 2,
    verdict: 'hop-miss',
    recall: 0.5,
  },
  {
    what: 'gold listed twice is one passage',
    question: question([gold('a', { title: 'T', text: 'words' }), gold('b', { title: 'T', text: 'words' })]),
    mappings: [mapping('a'), mapping('b', { chunks: ['a#0'], documents: ['a'] })],
    events: [search(['x#0'])],
    verdict: 'missing-document',
    recall: 0,
  },
  {
    what: 'gold listed twice beside another',
    question: question([
      gold('a', { document: 'a' }),
      gold('c'),
      gold('b', { document: 'a', title: 'Title a', sentences: [2] }),
    ]),
    mappings: [mapping('a'), mapping('c'), mapping('b', { chunks: ['a#0'] })],
    events: [search(['a#0'])],
    verdict: 'hop-miss',
    recall: 0.5,
  },
  {
    what: 'two snippets of one document are two passages',
    question: question([gold('a', { title: 'T', quote: 'one' }), gold('b', { title: 'T', quote: 'two' })]),
    mappings: [mapping('a', { chunks: ['d#0'] }), mapping('b', { chunks: ['d#4'] })],
    events: [search(['d#0'])],
    verdict: 'hop-miss',
    recall: 0.5,
  },
  {
    what: 'split gold: any chunk of the set is a hit',
    question: one,
    mappings: [mapping('a', { chunks: ['a#4', 'a#5'] })],
    events: [search(['a#5'])],
    verdict: 'evidence-complete',
    recall: 1,
  },
  {
    what: 'ambiguous gold: any candidate is a hit',
    question: two,
    mappings: [mapping('a', { status: 'ambiguous', chunks: ['a#0', 'z#0'] }), mapping('b')],
    events: [search(['z#0', 'b#0'])],
    verdict: 'evidence-complete',
    recall: 1,
  },
  {
    what: 'several searches accumulate',
    question: two,
    mappings: twoMapped,
    events: [search(['a#0']), search(['x#0', 'b#0'], { hop: 2, purpose: 'sub-question' })],
    verdict: 'evidence-complete',
    recall: 1,
  },
  {
    what: 'a reformulation serves certificates only',
    question: two,
    mappings: twoMapped,
    events: [
      search(['a#0']),
      search(['b#0'], { purpose: 'keywords' }),
      search(['b#0'], { purpose: 'relation' }),
      search(['b#0'], { purpose: 'title' }),
    ],
    verdict: 'hop-miss',
    recall: 0.5,
  },
];

const diagnose = (row: Pick<Row, 'question' | 'mappings' | 'events' | 'judgement'>, k = 5) => {
  const prepared = prepare({
    questions: [row.question],
    mappings: row.mappings,
    run: run(header('r'), { q: row.events }),
    ...(row.judgement === undefined ? {} : { judgements: { q: row.judgement } }),
  });
  const diagnosis = diagnoseQuestion(prepared, 'q', k);
  if (diagnosis === null) throw new Error('the run has the question');
  return { prepared, diagnosis };
};

describe('evidence triage (05.2)', () => {
  it.each(TABLE)('$what: $verdict', (row) => {
    const { prepared, diagnosis } = diagnose(row, row.k);
    expect(diagnosis.verdict).toBe(row.verdict);
    expect(diagnosis.evidenceRecall).toBe(row.recall);
    expect(diagnosis.error).toBeNull();
    const whole = diagnoseRun(prepared, row.k ?? 5, { questions: true });
    expect(whole.triage[row.verdict]).toBe(1);
    expect(Object.values(whole.triage).reduce((a, b) => a + b)).toBe(whole.n);
  });

  it('has a row for every verdict', () => {
    expect(new Set(TABLE.map(({ verdict }) => verdict))).toEqual(new Set(VERDICTS));
  });

  it('flags a right answer without its evidence, and only that', () => {
    const flagged = TABLE.filter((row) => diagnose(row, row.k).diagnosis.ungroundedCorrect);
    expect(flagged.map(({ what }) => what).toSorted()).toEqual([
      'one of two with a right answer stays a hop-miss',
      'one of two, the answer right by comparing words',
    ]);
    const lost = diagnose({
      question: two,
      mappings: twoMapped,
      events: [search(['x#0']), answer('right')],
      judgement: { correct: true },
    });
    expect(lost.diagnosis).toMatchObject({ verdict: 'total-miss', ungroundedCorrect: true });
  });

  it('names the hops that are missing, and gold passages that belong to no hop', () => {
    const hops = [
      { id: 1, question: 'one', answers: ['x'], dependsOn: [], gold: ['a'] },
      { id: 2, question: 'two', answers: ['y'], dependsOn: [1], gold: ['b'] },
    ];
    const three = question([gold('a'), gold('b'), gold('c')], { hops });
    const mappings = [...twoMapped, mapping('c')];
    expect(diagnose({ question: three, mappings, events: [search(['a#0'])] }).diagnosis.missing).toEqual([
      '2',
      'c',
    ]);
    expect(
      diagnose({ question: two, mappings: twoMapped, events: [search(['b#0'])] }).diagnosis.missing,
    ).toEqual(['a']);
  });

  it('has no verdict for a question without recorded retrieval, and counts it beside n', () => {
    const { prepared, diagnosis } = diagnose({ question: one, mappings: oneMapped, events: [] });
    expect(diagnosis.error).toMatch(/no retrieval/);
    expect(diagnosis.evidenceRecall).toBeNull();
    const whole = diagnoseRun(prepared, 5, { questions: false });
    expect(whole).toMatchObject({ n: 0, errors: 1, evidenceRecall: { mean: null, n: 0 } });
    expect(whole.warnings).toContainEqual(expect.objectContaining({ code: 'no-retrieval-data', count: 1 }));
  });

  it('lists R in the order of the searches, each chunk once', () => {
    const events = [search(['a#0', 'x#0', 'y#0']), search(['x#0', 'b#0', 'z#0'])];
    expect(diagnose({ question: two, mappings: twoMapped, events }, 2).diagnosis.retrieved).toEqual([
      'a#0',
      'x#0',
      'b#0',
    ]);
  });
});

const chunkList: fc.Arbitrary<string[]> = fc.array(fc.constantFrom('a#0', 'b#0', 'c#0', 'x#0', 'y#0'), {
  maxLength: 12,
});

describe('properties of triage', () => {
  it('never raises recall by listing something twice, whatever k', () => {
    fc.assert(
      fc.property(chunkList, fc.nat(11), fc.integer({ min: 1, max: 12 }), (chunks, at, k) => {
        const again = chunks[at];
        const doubled = again === undefined ? chunks : [...chunks.slice(0, at), again, ...chunks.slice(at)];
        const setting = { question: two, mappings: twoMapped };
        const before = diagnose({ ...setting, events: [search(chunks)] }, k).diagnosis.evidenceRecall ?? 0;
        const after = diagnose({ ...setting, events: [search(doubled)] }, k).diagnosis.evidenceRecall ?? 0;
        expect(after).toBeLessThanOrEqual(before);
      }),
    );
  });

  it('never loses evidence when k grows, and agrees with the definition on R', () => {
    fc.assert(
      fc.property(
        fc.array(chunkList, { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 1, max: 11 }),
        (lists, k) => {
          const events = lists.map((list) => search(list));
          const setting = { question: two, mappings: twoMapped, events };
          const here = diagnose(setting, k).diagnosis;
          const more = diagnose(setting, k + 1).diagnosis;
          expect(more.evidenceRecall).toBeGreaterThanOrEqual(here.evidenceRecall ?? 0);
          const found = new Set(lists.flatMap((list) => list.slice(0, k)));
          expect(new Set(here.retrieved)).toEqual(found);
          expect(here.evidenceRecall).toBe(['a#0', 'b#0'].filter((chunk) => found.has(chunk)).length / 2);
        },
      ),
    );
  });
});
