import { expect, it } from 'vitest';
import { emptyHop, emptyQuestion } from '../../src/ui/screens/questions/draft';
import { goldAt, goldName, markGold, unmarkGold } from '../../src/ui/state/labels';

const chunk = { document: 'bridge', title: 'Lantern Bridge', start: 10, end: 30, text: 'designed by Ilse' };
const other = { ...chunk, start: 40, end: 60 };
const question = {
  ...emptyQuestion('q'),
  text: 'Who?',
  hops: [
    { ...emptyHop(1), question: 'a' },
    { ...emptyHop(2), question: 'b' },
  ],
};

it('marks a chunk by document and range, once', () => {
  const once = markGold(question, 1, chunk);
  expect(once.gold).toEqual([
    {
      id: 'g1',
      document: 'bridge',
      title: 'Lantern Bridge',
      text: 'designed by Ilse',
      range: { start: 10, end: 30 },
    },
  ]);
  expect(once.hops.map((hop) => hop.gold)).toEqual([['g1'], []]);
  expect(markGold(once, 1, chunk)).toEqual(once);
  expect(goldAt(once, chunk)?.id).toBe('g1');
  expect(goldAt(once, other)).toBeUndefined();
  expect(question.gold).toEqual([]);
});

it('shares a passage between hops and drops it with the last one', () => {
  const both = markGold(markGold(question, 1, chunk), 2, chunk);
  expect(both.gold).toHaveLength(1);
  const one = unmarkGold(both, 1, 'g1');
  expect([one.gold.length, one.hops.map((hop) => hop.gold)]).toEqual([1, [[], ['g1']]]);
  expect(unmarkGold(one, 2, 'g1').gold).toEqual([]);
  expect(unmarkGold(both, null, 'g1').hops.map((hop) => hop.gold)).toEqual([[], []]);
});

it('gives a new passage an id that is not taken', () => {
  const gap = { ...question, gold: [{ id: 'g2', document: 'x' }] };
  expect(markGold(gap, null, chunk).gold.map((gold) => gold.id)).toEqual(['g2', 'g3']);
});

it('names a passage by title, document or its words', () => {
  expect(goldName({ id: 'g1', title: 'T', document: 'd' })).toBe('T');
  expect(goldName({ id: 'g1', document: 'd' })).toBe('d');
  expect(goldName({ id: 'g1', quote: 'a'.repeat(100) })).toBe('a'.repeat(80));
  expect(goldName({ id: 'g1' })).toBe('g1');
});
