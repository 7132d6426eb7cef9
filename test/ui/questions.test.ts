import { describe, expect, it } from 'vitest';
import type { QuestionRow, Verdict } from '../../src/domain/diagnosis';
import type { Hop, Question } from '../../src/domain/question';
import {
  answersOf,
  emptyHop,
  emptyQuestion,
  problemsOf,
  questionsAsJsonl,
  withoutHop,
  withQuestion,
  withSaved,
} from '../../src/ui/screens/questions/draft';
import { filterQuestions, tally } from '../../src/ui/screens/questions/filters';
import { entry, ingest } from '../ingest/support';

const hop = (id: number, question: string, more: Partial<Hop> = {}): Hop => ({
  ...emptyHop(id),
  question,
  ...more,
});

const chain: Question = {
  ...emptyQuestion('c'),
  text: 'Who taught the builder of the mill?',
  answers: ['Ana Vell'],
  gold: [
    { id: 'g1', document: 'mill' },
    { id: 'g2', document: 'builder' },
    { id: 'g3', document: 'teacher' },
  ],
  hops: [
    hop(1, 'Where is the mill?', { gold: ['g1'] }),
    hop(2, 'Who built #1?', { dependsOn: [1], gold: ['g2'], answers: ['Tam'] }),
    hop(3, 'Who taught #2?', { dependsOn: [2], gold: ['g3'] }),
  ],
};

describe('editing hops', () => {
  it('takes dependencies from placeholders, keeps those ticked by hand, and only earlier hops', () => {
    const ticked = { ...hop(3, 'Who taught #2?'), dependsOn: [1, 2] };
    expect(withQuestion(ticked, 'Who taught him?').dependsOn).toEqual([1]);
    expect(withQuestion(ticked, 'Did #1 teach #2, #3 or #9?').dependsOn).toEqual([1, 2]);
  });

  it('renumbers what comes after a removed hop, with its placeholders and dependencies', () => {
    const shorter = withoutHop(chain, 1);
    expect(shorter.hops.map(({ id, question, dependsOn }) => ({ id, question, dependsOn }))).toEqual([
      { id: 1, question: 'Who built ?', dependsOn: [] },
      { id: 2, question: 'Who taught #1?', dependsOn: [1] },
    ]);
    expect(shorter.gold.map((gold) => gold.id)).toEqual(['g2', 'g3']);
  });

  it('keeps a gold passage that another hop still names', () => {
    const shared = { ...chain, hops: chain.hops.map((step) => ({ ...step, gold: ['g1'] })) };
    expect(withoutHop(shared, 2).gold.map((gold) => gold.id)).toEqual(['g1', 'g2', 'g3']);
  });
});

describe('what is wrong with a draft', () => {
  it('blocks what cannot be asked', () => {
    const draft = { ...chain, text: ' ', hops: [hop(1, ''), hop(2, 'Who built #2?')] };
    expect(problemsOf(draft).blocking).toEqual([
      'The question has no text.',
      'Hop 1 has no sub-question.',
      'Hop 2 asks for #2, which is not an earlier hop.',
    ]);
  });
  it('advises where a verdict would mean little', () => {
    expect(problemsOf(chain)).toEqual({
      blocking: [],
      advice: ['Hop 1 has no answer, so the hops that need it cannot be asked with it filled in.'],
    });
    expect(problemsOf({ ...chain, hops: [], gold: [] }).advice).toEqual([
      'No gold passage is marked, so the verdict will be “unlabelled”.',
    ]);
    expect(problemsOf({ ...chain, hops: [], answerable: false }).advice).toEqual([
      'It is marked unanswerable, so its gold passages are not judged.',
    ]);
  });
});

it('reads answers one a line, none twice', () => {
  expect(answersOf(' Ana Vell \r\nVell\n\nAna Vell')).toEqual(['Ana Vell', 'Vell']);
});

it('replaces by id, else adds', () => {
  expect(withSaved([chain], { ...chain, text: 'new' }).map((question) => question.text)).toEqual(['new']);
  expect(withSaved([chain], emptyQuestion('d')).map((question) => question.id)).toEqual(['c', 'd']);
});

it('exports what its own reader recognises and reads back without loss', async () => {
  const given: Question[] = [
    { ...chain, type: 'bridge', note: 'why' },
    { ...emptyQuestion('n'), text: 'Unknown?\nYes', answerable: false },
  ];
  const file = new Blob([questionsAsJsonl(given)]);
  const path = 'export.jsonl';
  const { report, store, workspace } = await ingest([entry(path, file, 'questions')]);
  expect(report.rejects).toEqual([]);
  expect(await store.readQuestions(workspace)).toEqual(
    given.map((question) => ({ ...question, source: path })),
  );
});

describe('filters', () => {
  const row = (id: string, verdict: Verdict): [string, QuestionRow] => [
    id,
    {
      id,
      text: '',
      hops: 1,
      type: null,
      verdict,
      evidenceRecall: null,
      lastGoldRank: null,
      chain: { accumulated: [], matched: [] },
      certificates: [],
      ungroundedCorrect: false,
      error: null,
    },
  ];
  const rows = new Map([row('c', 'hop-miss'), row('a', 'pass')]);
  const set: Question[] = [
    chain,
    { ...emptyQuestion('a'), text: 'A mill?', type: 'single', gold: [{ id: 'g1' }] },
    { ...emptyQuestion('b'), text: 'Long', hops: [1, 2, 3, 4, 5, 6].map((id) => hop(id, 'x')) },
  ];
  const ids = (filters: Partial<Parameters<typeof filterQuestions>[2]>) =>
    filterQuestions(set, rows, { q: '', type: null, hops: 0, verdict: [], ...filters }).map(
      (question) => question.id,
    );

  it('keeps everything without a filter, in order', () => {
    expect(ids({})).toEqual(['c', 'a', 'b']);
  });
  it('finds all words in any order, in the question, its answers and its id', () => {
    expect(ids({ q: 'mill WHO' })).toEqual(['c']);
    expect(ids({ q: 'vell' })).toEqual(['c']);
    expect(ids({ q: 'b' })).toEqual(['c', 'b']);
  });
  it('narrows by type, hops and verdict; a question never asked has no verdict', () => {
    expect(ids({ type: 'single' })).toEqual(['a']);
    expect(ids({ hops: 1 })).toEqual(['a']);
    expect(ids({ hops: 3 })).toEqual(['c']);
    expect(ids({ hops: 5 })).toEqual(['b']);
    expect(ids({ verdict: ['hop-miss', 'pass'] })).toEqual(['c', 'a']);
    expect(ids({ verdict: ['unlabelled'] })).toEqual([]);
  });
  it('counts, most frequent first', () => {
    expect(tally(['x', 'y', 'y'])).toEqual([
      ['y', 2],
      ['x', 1],
    ]);
  });
});
