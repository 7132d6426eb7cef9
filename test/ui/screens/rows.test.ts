import { describe, expect, it } from 'vitest';
import type { QuestionRow } from '../../../src/domain/diagnosis';
import { prematureWords, scoreWords } from '../../../src/ui/screens/diagnosis/premature';
import {
  completingK,
  type Filter,
  filterRows,
  keepSame,
  listOf,
  sortRows,
} from '../../../src/ui/screens/diagnosis/rows';
import { VIEW } from '../../../src/ui/screens/diagnosis/view';
import { formatView, parseView } from '../../../src/ui/state/codecs';

const row = (id: string, more: Partial<QuestionRow> = {}): QuestionRow => ({
  id,
  text: `Question ${id}`,
  hops: 2,
  type: null,
  verdict: 'hop-miss',
  evidenceRecall: 0.5,
  lastGoldRank: null,
  chain: { accumulated: ['retrieved', 'missed'], matched: ['unknown', 'unknown'] },
  certificates: ['A', 'none'],
  ungroundedCorrect: false,
  error: null,
  ...more,
});
const none: Filter = {
  verdict: [],
  missed: 0,
  certificate: [],
  cell: [],
  depth: 0,
  flags: -1,
  bin: -1,
  gap: '',
  answer: '',
  category: [],
  reading: 'paper',
  fix: null,
  type: null,
  hops: 0,
  q: '',
  criterion: 'accumulated',
};
const ids = (rows: QuestionRow[]): string[] => rows.map((one) => one.id);

describe('causes of wrong answers', () => {
  const rows = [
    row('false', { category: { paper: 'false-resolution', 'register-blind': 'search-drift' } }),
    row('drift', { category: { paper: 'search-drift', 'register-blind': 'search-drift' } }),
    row('right', { category: null }),
    row('silent'),
  ];

  it('filter by the reading in view', () => {
    const by = (filter: Partial<Filter>) => ids(filterRows(rows, { ...none, ...filter }, null));
    expect(by({ category: ['search-drift'] })).toEqual(['drift']);
    expect(by({ category: ['search-drift'], reading: 'register-blind' })).toEqual(['false', 'drift']);
    expect(by({ category: ['false-resolution', 'search-drift'] })).toEqual(['false', 'drift']);
    expect(by({})).toHaveLength(4);
  });

  it('redraw a row whose cause has changed with k', () => {
    const [first] = rows;
    const again = row('false', {
      category: { paper: 'reasoning-error', 'register-blind': 'reasoning-error' },
    });
    expect(keepSame(rows, [again])[0]).toBe(again);
    expect(keepSame(rows, [row('false', { ...first })])[0]).toBe(first);
  });
});

describe('premature resolutions in words', () => {
  const score = (present: boolean) => ({ probability: 0.25, chunk: 'x', judge: 'j', present });
  it('say how many, and what the classifier thinks of those it has scored', () => {
    expect(prematureWords([{ score: null }])).toBe('1 requirement resolved without gold evidence');
    expect(prematureWords([{ score: score(false) }, { score: score(true) }, { score: null }])).toBe(
      '3 requirements resolved without gold evidence; the classifier would have refused 1 of 2',
    );
    expect(scoreWords(null)).toBe('no classifier has scored it');
    expect(scoreWords(score(false))).toBe('the classifier does not find the fact stated (0.25)');
  });
});

describe('filterRows by what a judge or an answer says', () => {
  const judged = (probability: number | null, gap: 'corpus-gap' | 'ranking-gap' | null = null) => ({
    present: probability === null ? null : probability >= 0.5,
    probability,
    gap,
  });
  const rows = [
    row('a', {
      cells: {
        accumulated: ['fact-present', 'extraction-failure'],
        matched: ['fact-present', 'retrieval-failure'],
      },
      flags: 1,
      judged: [judged(0.91), judged(0.12, 'corpus-gap')],
      answer: 'x',
      correct: false,
    }),
    row('b', {
      cells: {
        accumulated: ['alternate-evidence', 'retrieval-failure'],
        matched: [null, null],
      },
      flags: 1,
      judged: [judged(1), judged(null)],
      answer: 'y',
      correct: true,
    }),
    row('c'),
    row('d', { error: 'timeout', correct: false }),
  ];
  const of = (filter: Partial<Filter>): string[] => ids(filterRows(rows, { ...none, ...filter }, null));

  it('takes a cell at a depth or anywhere, under the reading in view', () => {
    expect(of({ cell: ['extraction-failure'] })).toEqual(['a']);
    expect(of({ cell: ['extraction-failure'], depth: 1 })).toEqual([]);
    expect(of({ cell: ['extraction-failure'], depth: 2 })).toEqual(['a']);
    expect(of({ cell: ['retrieval-failure'], criterion: 'matched' })).toEqual(['a']);
    expect(of({ cell: ['alternate-evidence', 'retrieval-failure'] })).toEqual(['b']);
  });
  it('takes flag counts, tenths of the probability and gaps', () => {
    expect(of({ flags: 1 })).toEqual(['a', 'b']);
    expect(of({ flags: 0 })).toEqual([]);
    expect(of({ bin: 9 })).toEqual(['a', 'b']);
    expect(of({ bin: 1 })).toEqual(['a']);
    expect(of({ gap: 'corpus-gap' })).toEqual(['a']);
    expect(of({ gap: 'ranking-gap' })).toEqual([]);
  });
  it('tells right from wrong, and neither from unanswered; a failed question is none of them', () => {
    expect(of({ answer: 'right' })).toEqual(['b']);
    expect(of({ answer: 'wrong' })).toEqual(['a']);
    expect(of({ answer: 'unanswered' })).toEqual(['c']);
  });
});

describe('filterRows', () => {
  const rows = [
    row('a'),
    row('b', { verdict: 'pass', certificates: ['A', 'A'], hops: 1, type: 'comparison' }),
    row('c', { verdict: 'hop-miss', certificates: ['A', 'C'], text: 'Wer baute die Ｂrücke?' }),
    row('d', { error: 'timeout' }),
    row('e', { chain: { accumulated: ['retrieved', 'not-in-corpus'], matched: ['missed', 'missed'] } }),
  ];
  it('passes all without a restriction', () => {
    expect(ids(filterRows(rows, none, null))).toEqual(['a', 'b', 'c', 'd', 'e']);
  });
  it('leaves failed questions out of every verdict', () => {
    expect(ids(filterRows(rows, { ...none, verdict: ['hop-miss'] }, null))).toEqual(['a', 'c', 'e']);
  });
  it('joins verdicts by or, other restrictions by and', () => {
    expect(ids(filterRows(rows, { ...none, verdict: ['hop-miss', 'pass'], hops: 1 }, null))).toEqual(['b']);
  });
  it('takes a missed hop under the reading in view; a passage that is not in the corpus is not missed', () => {
    expect(ids(filterRows(rows, { ...none, missed: 2 }, null))).toEqual(['a', 'b', 'c', 'd']);
    expect(ids(filterRows(rows, { ...none, missed: 2, criterion: 'matched' }, null))).toEqual(['e']);
    expect(ids(filterRows(rows, { ...none, missed: 3 }, null))).toEqual([]);
  });
  it('finds any gold passage with the certificate', () => {
    expect(ids(filterRows(rows, { ...none, certificate: ['C'] }, null))).toEqual(['c']);
  });
  it('keeps the questions of a fix', () => {
    expect(ids(filterRows(rows, none, new Set(['c', 'b'])))).toEqual(['b', 'c']);
  });
  it('finds words in any order, whatever their case and width', () => {
    expect(ids(filterRows(rows, { ...none, q: 'brücke WER' }, null))).toEqual(['c']);
  });
});

describe('sortRows', () => {
  const rows = [
    row('pass', { verdict: 'pass' }),
    row('unreached'),
    row('reachable', { certificates: ['A', 'C'] }),
    row('total', { verdict: 'total-miss' }),
  ];
  it('puts what teaches most first: half-broken chains that another query heals', () => {
    expect(ids(sortRows(rows, 'cause', false))).toEqual(['reachable', 'unreached', 'total', 'pass']);
  });
  it('puts what has no rank last when ascending', () => {
    const ranked = [row('x'), row('y', { lastGoldRank: 31 }), row('z', { lastGoldRank: 2 })];
    expect(ids(sortRows(ranked, 'last', false))).toEqual(['z', 'y', 'x']);
    expect(ids(sortRows(ranked, 'last', true))).toEqual(['x', 'y', 'z']);
  });
  it('does not change the list it was given', () => {
    const before = ids(rows);
    sortRows(rows, 'question', true);
    expect(ids(rows)).toEqual(before);
  });
});

describe('keepSame', () => {
  it('keeps the object of a row that did not change, and nothing else', () => {
    const before = [row('a'), row('b'), row('c')];
    const after = [
      row('a'),
      row('b', { certificates: ['A', 'B'] }),
      row('c', { chain: { accumulated: ['retrieved', 'retrieved'], matched: ['unknown', 'unknown'] } }),
      row('d'),
    ];
    const kept = keepSame(before, after);
    expect(kept).toEqual(after);
    expect(kept.map((one, index) => one === before[index])).toEqual([true, false, false, false]);
  });
});

describe('completingK', () => {
  const rows = [row('a', { lastGoldRank: 8 }), row('b', { lastGoldRank: 31 }), row('c')];
  it('is the deepest last gold among the questions', () => {
    expect(completingK(rows, ['a'], 50)).toBe(8);
    expect(completingK(rows, ['a', 'b', 'c'], 50)).toBe(31);
    expect(completingK(rows, ['a', 'b'], 20)).toBe(20);
  });
  it('is unknown where no rank is stored', () => {
    expect(completingK(rows, ['c'], 50)).toBeNull();
  });
});

it('keeps the whole view in the address', () => {
  const view = parseView(
    VIEW,
    '?run=r1&k=7&criterion=matched&verdict=hop-miss,pass,nonsense&missed=2&certificate=none,C&fix=raise-k&q=guild&sort=recall&desc=1',
  );
  expect(view).toMatchObject({
    run: 'r1',
    k: 7,
    criterion: 'matched',
    verdict: ['hop-miss', 'pass'],
    missed: 2,
    certificate: ['C', 'none'],
    fix: 'raise-k',
    q: 'guild',
    sort: 'recall',
    desc: true,
  });
  expect(parseView(VIEW, formatView(VIEW, view))).toEqual(view);
  expect(listOf([row('a', { text: 'the guild' })], view, null)).toEqual([]);
});
