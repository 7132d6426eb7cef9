import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Chunk } from '../../../../src/domain/corpus';
import type { GoldMapping } from '../../../../src/domain/mapping';
import type { Question } from '../../../../src/domain/question';
import type { Hit } from '../../../../src/domain/retriever';
import { fuseLegs } from '../../../../src/retrieval/fusion';
import { markOf } from '../../../../src/ui/screens/questions/desk/marks';
import {
  DEPTH,
  missingAnswers,
  queryOf,
  suggestionsOf,
  wordOf,
} from '../../../../src/ui/screens/questions/desk/suggest';
import { emptyHop, emptyQuestion } from '../../../../src/ui/screens/questions/draft';

const hits = (...chunks: string[]): Hit[] =>
  chunks.map((chunk, at) => ({ chunk, rank: at + 1, score: 1 / (at + 1) }));

describe('suggestions', () => {
  it('are the union of what the retrievers found, by fused rank, with the rank in each', () => {
    // 1/61 + 1/62 for b; 1/61 for a; 1/62 for c; ties go by id.
    expect(suggestionsOf({ bm25: hits('a', 'b'), vector: hits('b', 'c') }, 60)).toEqual([
      { chunk: 'b', ranks: { bm25: 2, vector: 1 } },
      { chunk: 'a', ranks: { bm25: 1, vector: null } },
      { chunk: 'c', ranks: { bm25: null, vector: 2 } },
    ]);
  });

  it('come from BM25 alone while there are no vectors, and say nothing of a rank there', () => {
    expect(suggestionsOf({ bm25: hits('b', 'a') }, 60)).toEqual([
      { chunk: 'b', ranks: { bm25: 1 } },
      { chunk: 'a', ranks: { bm25: 2 } },
    ]);
    expect(suggestionsOf({}, 60)).toEqual([]);
  });

  it('property: every hit of the first ten is there once, in the order of hybrid search', () => {
    const ranking = fc
      .uniqueArray(fc.stringMatching(/^[a-z]{1,2}$/), { maxLength: 14 })
      .map((all) => hits(...all));
    fc.assert(
      fc.property(ranking, ranking, (bm25, vector) => {
        const found = suggestionsOf({ bm25, vector }, 60);
        const wanted = new Set(
          [...bm25, ...vector].filter(({ rank }) => rank <= DEPTH).map(({ chunk }) => chunk),
        );
        expect(found.map(({ chunk }) => chunk).toSorted()).toEqual([...wanted].toSorted());
        const legs = [bm25, vector].map((leg) =>
          leg.map(({ chunk, score }) => ({ chunk, score: score ?? 0 })),
        );
        const settings = { fusion: 'rrf', rrfK: 60, vectorWeight: 0.5, depth: DEPTH } as const;
        const hybrid = fuseLegs(legs[0] ?? [], legs[1] ?? [], settings, 2 * DEPTH);
        expect(found.map(({ chunk }) => chunk)).toEqual(hybrid.map(({ chunk }) => chunk));
      }),
    );
  });
});

const question: Question = {
  ...emptyQuestion('q'),
  text: 'When was the mill of the ferryman’s brother built?',
  hops: [
    { ...emptyHop(1), question: 'Who is the ferryman’s brother?' },
    { ...emptyHop(2), question: 'When was the mill of #1 built?', dependsOn: [1] },
  ],
};
const [first, second] = question.hops;

it('asks the sub-question with the answers there are; what is open is taken out and named', () => {
  expect(queryOf(question, first)).toBe('Who is the ferryman’s brother?');
  expect(queryOf(question, second)).toBe('When was the mill built?');
  expect(missingAnswers(question, second)).toEqual([1]);
  const answered = { ...question, hops: question.hops.map((hop) => ({ ...hop, answers: ['Ilo Venn'] })) };
  expect(queryOf(answered, answered.hops[1])).toBe('When was the mill of Ilo Venn built?');
  expect(missingAnswers(answered, answered.hops[1])).toEqual([]);
  expect(queryOf(question, undefined)).toBe(question.text);
  expect(queryOf(question, emptyHop(1))).toBe(question.text);
});

it('takes the judge’s word from its threshold on, and what has no probability is never a no', () => {
  const scored = (probability: number) => ({ state: 'scored' as const, probability });
  expect(wordOf(scored(0.5), 0.5)).toBe('present');
  expect(wordOf(scored(0.49), 0.5)).toBe('absent');
  expect(wordOf({ state: 'inconclusive', probability: null }, 0)).toBe('inconclusive');
  expect(wordOf({ state: 'errored', probability: null }, 0)).toBe('errored');
  expect(wordOf(undefined, 0)).toBe('notJudged');
});

describe('what a passage is to a place', () => {
  const chunk = (ordinal: number, start: number, end: number): Chunk => ({
    id: `d#${ordinal}`,
    document: 'd',
    ordinal,
    title: 'D',
    start,
    end,
    text: 'x'.repeat(end - start),
    heading: '',
    hash: '',
  });
  const mapping = (gold: string, chunks: string[]): GoldMapping => ({
    question: 'q',
    gold,
    status: 'mapped',
    method: 'offset',
    chunks,
    answerChunks: [],
    documents: ['d'],
    note: '',
  });
  const marked: Question = {
    ...question,
    gold: [
      { id: 'g1', document: 'd', range: { start: 10, end: 20 } },
      { id: 'g2', title: 'D', quote: 'xxx' },
    ],
    hops: [
      { ...emptyHop(1), gold: ['g1'] },
      { ...emptyHop(2), gold: ['g2'] },
    ],
  };

  it('tells what was marked from what shares its text', () => {
    const mappings = [mapping('g1', ['d#1', 'd#2'])];
    expect(markOf(marked, 1, mappings, chunk(1, 10, 20))).toEqual({ golds: ['g1'], itself: true });
    expect(markOf(marked, 1, mappings, chunk(2, 18, 30))).toEqual({ golds: ['g1'], itself: false });
    expect(markOf(marked, 1, mappings, chunk(3, 28, 40))).toBeNull();
    // Of another hop it is none.
    expect(markOf(marked, 2, mappings, chunk(1, 10, 20))).toBeNull();
    expect(markOf(marked, null, mappings, chunk(1, 10, 20))).toEqual({ golds: ['g1'], itself: true });
  });

  it('takes what a label of a file was found in for the passage itself', () => {
    expect(markOf(marked, 2, [mapping('g2', ['d#3'])], chunk(3, 28, 40))).toEqual({
      golds: ['g2'],
      itself: true,
    });
  });
});
