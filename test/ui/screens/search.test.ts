import { describe, expect, it } from 'vitest';
import type { GoldMapping } from '../../../src/domain/mapping';
import type { Question } from '../../../src/domain/question';
import { joinsOf, rowMiddle, rowsFor } from '../../../src/ui/screens/search/joins';
import { goldsOfChunk, lostGolds, markInPlaceOf } from '../../../src/ui/screens/search/mark-gold';

const chunk = { document: 'doc', title: 'Doc', start: 10, end: 30, text: 'twenty characters...' };
const question: Question = {
  id: 'q',
  text: 'Two hops?',
  answers: ['a'],
  answerable: true,
  source: 'typed',
  hops: [
    { id: 1, question: 'one', answers: [], dependsOn: [], gold: ['g1'] },
    { id: 2, question: 'two #1', answers: [], dependsOn: [1], gold: ['lost'] },
  ],
  gold: [
    { id: 'g1', title: 'First' },
    { id: 'lost', title: 'Gone' },
  ],
};

describe('markInPlaceOf', () => {
  it('takes the place of a labelled passage that is in no chunk', () => {
    const next = markInPlaceOf(question, 2, chunk, ['lost']);
    expect(next.hops[1]?.gold).toEqual(['g3']);
    expect(next.gold.map((gold) => gold.id)).toEqual(['g1', 'g3']);
    expect(next.gold[1]).toMatchObject({ document: 'doc', range: { start: 10, end: 30 } });
  });
  it('adds to what the hop has when nothing is to be replaced', () => {
    expect(markInPlaceOf(question, 1, chunk, []).hops.map((hop) => hop.gold)).toEqual([
      ['g1', 'g3'],
      ['lost'],
    ]);
  });
  it('keeps a replaced passage that another hop needs', () => {
    const shared = { ...question, hops: question.hops.map((hop) => ({ ...hop, gold: ['lost'] })) };
    const next = markInPlaceOf(shared, 2, chunk, ['lost']);
    expect(next.gold.map((gold) => gold.id)).toContain('lost');
    expect(next.hops.map((hop) => hop.gold)).toEqual([['lost'], ['g3']]);
  });
});

describe('gold of a chunk', () => {
  const mapping = (
    gold: string,
    chunks: string[],
    status: GoldMapping['status'] = 'mapped',
  ): GoldMapping => ({
    question: 'q',
    gold,
    status,
    method: null,
    chunks,
    answerChunks: [],
    documents: [],
    note: '',
  });
  const mappings = [mapping('g1', ['doc#0', 'doc#1']), mapping('lost', [], 'unmapped')];
  it('names the hops that need it', () => {
    expect(goldsOfChunk(question, mappings, 'doc#1')).toEqual([{ gold: 'g1', hops: [1] }]);
    expect(goldsOfChunk(question, mappings, 'other#0')).toEqual([]);
  });
  it('knows which labels of a hop are in no chunk', () => {
    expect(lostGolds(question, 1, mappings)).toEqual([]);
    expect(lostGolds(question, 2, mappings)).toEqual(['lost']);
  });
});

describe('the columns', () => {
  const hits = (...chunks: string[]) => chunks.map((id, index) => ({ chunk: id, rank: index + 1, score: 1 }));
  it('joins the same passage in neighbouring columns, among the rows shown', () => {
    expect(joinsOf(hits('a', 'b', 'c'), hits('c', 'a', 'x', 'b'), 3)).toEqual([
      { chunk: 'a', left: 1, right: 2 },
      { chunk: 'c', left: 3, right: 1 },
    ]);
  });
  it('shows ten rows, or the cut and three past it, or all there are', () => {
    expect([rowsFor(5, 50), rowsFor(9, 50), rowsFor(49, 50), rowsFor(5, 4)]).toEqual([10, 12, 50, 4]);
  });
  it('leaves room for the cut below row k', () => {
    expect([rowMiddle(1, 2, 40, 18), rowMiddle(2, 2, 40, 18), rowMiddle(3, 2, 40, 18)]).toEqual([
      20, 60, 118,
    ]);
  });
});
