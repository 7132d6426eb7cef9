/** Links between hops that lead to no hop before them: left out, counted by kind, with the questions named. */
import { expect, it } from 'vitest';
import { linkHops } from '../../src/ingest/readers/links';
import { entry, ingest } from './support';

it('tells a hop that waits for itself from a circle, a later hop and one that is not there', () => {
  const none = { self: 0, circular: 0, later: 0, missing: 0 };
  expect(linkHops([[], [1], [2, 1, 2]])).toEqual({ dependsOn: [[], [1], [1, 2]], broken: none });
  expect(linkHops([[1]])).toEqual({ dependsOn: [[]], broken: { ...none, self: 1 } });
  expect(linkHops([[2], [1]])).toEqual({ dependsOn: [[], [1]], broken: { ...none, circular: 1 } });
  expect(linkHops([[3], [1], [2]]).broken).toEqual({ ...none, circular: 1 });
  expect(linkHops([[2], []])).toEqual({ dependsOn: [[], []], broken: { ...none, later: 1 } });
  expect(linkHops([[7], [0]]).broken).toEqual({ ...none, missing: 2 });
});

const hop = (question: string, dependsOn: number[] = []) => ({ question, answers: ['x'], dependsOn });
const asFile = (rows: object[]): string => rows.map((row) => JSON.stringify(row)).join('\n');

it('a notice of each kind names its questions', async () => {
  const rows = [
    { id: 'own', question: 'A?', hops: [hop('Who is #1?')] },
    { id: 'ring', question: 'B?', hops: [hop('Who met #2?'), hop('Who met #1?')] },
    { id: 'early', question: 'C?', hops: [hop('Who is he?', [2]), hop('Who is she?')] },
    { id: 'lost', question: 'D?', hops: [hop('Who is #7?')] },
    { id: 'fine', question: 'E?', hops: [hop('Who is he?'), hop('Who is #1?')] },
  ];
  const { report } = await ingest([entry('q.jsonl', asFile(rows), 'questions')]);
  const said = (words: string): string => report.notices.find((notice) => notice.includes(words)) ?? '';
  expect(said('their own answer')).toContain(': 1, in “own”.');
  expect(said('in a circle')).toContain(': 1, in “ring”.');
  expect(said('a later one')).toContain(': 1, in “early”.');
  expect(said('not there')).toContain(': 1, in “lost”.');
  expect(report.notices.join()).not.toContain('fine');
});

it('in MuSiQue too, and a long list of names is cut with its rest counted', async () => {
  const rows = Array.from({ length: 13 }, (_, i) => ({
    id: `m${i}`,
    question: `Q${i}?`,
    answer: 'x',
    paragraphs: [{ idx: 0, title: 'T', paragraph_text: 'Some text.' }],
    question_decomposition: [{ question: 'Who is #4?', answer: 'x', paragraph_support_idx: 0 }],
  }));
  const { report } = await ingest([entry('m.jsonl', asFile(rows), 'both')]);
  const notice = report.notices.find((text) => text.includes('not there')) ?? '';
  expect(notice).toContain(': 13, in “m0”, ');
  expect(notice).toContain('“m9” and 3 more.');
});
