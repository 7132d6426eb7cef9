import { expect, it } from 'vitest';
import { type Given, givenOf, type Needs, sinceGiven } from '../../src/domain/given';
import type { Question } from '../../src/domain/question';

const asked: Question = {
  id: 'q',
  text: 'Who taught the builder of the mill?',
  answers: ['Ana Vell'],
  answerable: true,
  hops: [
    { id: 1, question: 'Who built the mill?', answers: ['Tam'], dependsOn: [], gold: ['g1'] },
    { id: 2, question: 'Who taught #1?', answers: ['Ana Vell'], dependsOn: [1], gold: ['g2'] },
  ],
  gold: [
    { id: 'g1', document: 'mill', text: 'Tam built it.' },
    { id: 'g2', document: 'school' },
  ],
  source: 'typed',
};
const [first, second] = asked.hops as [Question['hops'][0], Question['hops'][0]];
const [mill, school] = asked.gold as [Question['gold'][0], Question['gold'][0]];

/** What a run says of a changed question, by what it was shown. */
const since = (changed: Question) =>
  (['nothing', 'sub-questions', 'labels'] as Needs[]).map((needs) =>
    sinceGiven(givenOf(asked, needs), changed),
  );

it('records as much as the system was shown, and nothing else', () => {
  expect(Object.keys(givenOf(asked, 'nothing'))).toEqual(['text']);
  expect(Object.keys(givenOf(asked, 'sub-questions'))).toEqual(['text', 'hops']);
  expect(Object.keys(givenOf(asked, 'labels'))).toEqual(['text', 'hops', 'labels']);
});

it('finds nothing changed in what is the same, whatever gold passages are called and whichever file it is from', () => {
  expect(since(asked)).toEqual([null, null, null]);
  const renamed: Question = {
    ...asked,
    source: 'labels.jsonl',
    gold: [
      { ...school, id: 'g1' },
      { ...mill, id: 'g7' },
    ],
    hops: [
      { ...first, gold: ['g7'] },
      { ...second, gold: ['g1'] },
    ],
  };
  expect(since(renamed)).toEqual([null, null, null]);
});

it('tells new words from new labels, and minds only what the run has seen', () => {
  expect(since({ ...asked, text: 'Who taught Tam?' })).toEqual(['words', 'words', 'words']);
  const reworded = { ...asked, hops: [first, { ...second, question: 'Whose pupil was #1?' }] };
  expect(since(reworded)).toEqual([null, 'words', 'words']);
  expect(since({ ...asked, hops: [first, { ...second, dependsOn: [] }] })).toEqual([null, 'words', 'words']);
  const answered = { ...asked, hops: [{ ...first, answers: ['Tam', 'Tam Orr'] }, second] };
  expect(since(answered)).toEqual([null, null, 'labels']);
  expect(since({ ...asked, gold: [mill, { ...school, document: 'other' }] })).toEqual([null, null, 'labels']);
  expect(since({ ...asked, hops: [{ ...first, gold: [] }, second] })).toEqual([null, null, 'labels']);
  // The answer to the whole question is compared afterwards; no run is shown it.
  expect(since({ ...asked, answers: ['A. Vell'], type: 'bridge', note: 'x' })).toEqual([null, null, null]);
});

it('counts words before labels', () => {
  const both = { ...asked, hops: [{ ...first, question: 'Who made the mill?', answers: [] }, second] };
  expect(since(both)[2]).toBe('words');
});

// Worked out apart from the module: SHA-256 over the JSON of what is recorded, first 12 digits.
it('stays the same from one version of the app to the next: traces are kept', () => {
  expect(givenOf(asked, 'labels')).toEqual<Given>({
    text: '20c2392c9202',
    hops: '5a5f40d860c1',
    labels: '7b428b8f903f',
  });
});
