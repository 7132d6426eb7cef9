import { expect, it } from 'vitest';
import { emptyHop, emptyQuestion } from '../../src/ui/screens/questions/draft';
import { goldAt, goldName, markGold, revertGold, unmarkGold } from '../../src/ui/state/labels';

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

it('takes back one change and nothing that was done since', () => {
  const first = markGold(question, 1, chunk);
  const second = markGold(first, 2, other);
  // The first mark goes, the second stays.
  expect(revertGold(second, question, first)).toEqual({
    ...unmarkGold(second, 1, 'g1'),
    gold: [second.gold[1]],
  });
  // A mark that was taken off comes back where it was, beside a newer one that has its id by now.
  const off = unmarkGold(first, 1, 'g1');
  const newer = markGold(off, 2, other);
  expect(newer.gold.map(({ id }) => id)).toEqual(['g1']);
  const back = revertGold(newer, first, off);
  expect(back.hops.map((hop) => hop.gold)).toEqual([['g2'], ['g1']]);
  expect(goldAt(back, chunk)?.id).toBe('g2');
  expect(goldAt(back, other)?.id).toBe('g1');
});

it('keeps a passage that another hop has come to name since', () => {
  const first = markGold(question, 1, chunk);
  const shared = markGold(first, 2, chunk);
  const back = revertGold(shared, question, first);
  expect(back.hops.map((hop) => hop.gold)).toEqual([[], ['g1']]);
  expect(back.gold).toEqual(first.gold);
});

it('undoes exactly what was done when nothing came between', () => {
  const first = markGold(markGold(question, 1, chunk), 2, other);
  for (const after of [unmarkGold(first, 1, 'g1'), unmarkGold(first, null, 'g2'), markGold(first, 1, other)])
    expect(revertGold(after, first, after)).toEqual(
      expect.objectContaining({ hops: first.hops, gold: expect.arrayContaining(first.gold) }),
    );
});

it('names a passage by title, document or its words', () => {
  expect(goldName({ id: 'g1', title: 'T', document: 'd' })).toBe('T');
  expect(goldName({ id: 'g1', document: 'd' })).toBe('d');
  expect(goldName({ id: 'g1', quote: 'a'.repeat(100) })).toBe('a'.repeat(80));
  expect(goldName({ id: 'g1' })).toBe('g1');
});
