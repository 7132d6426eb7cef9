import { describe, expect, it } from 'vitest';
import { healing, healingWords } from '../../../src/ui/components/chain/healing';
import { chainView, subQuestionParts } from '../../../src/ui/components/chain/hop-view';
import { cutLabel, rankCaption } from '../../../src/ui/components/chain/words';
import { diagnosisOf, searchOf } from './fixture';

const bridge = diagnosisOf(5, [
  { question: 'Who was the architect?', answer: 'Ilse Maren', rank: 1 },
  {
    question: 'Which guild did #1 belong to?',
    answer: 'the Glaziers',
    dependsOn: [1],
    rank: 31,
    certified: true,
  },
]);

describe('subQuestionParts', () => {
  it('fills the bridge answer in and says which hop it came from', () => {
    expect(subQuestionParts(bridge.question, 2)).toEqual([
      { text: 'Which guild did ', bridge: null },
      { text: 'Ilse Maren', bridge: 1 },
      { text: ' belong to?', bridge: null },
    ]);
  });
  it('fills nothing in for a hop that asks for its own answer, and says so', () => {
    const own = diagnosisOf(5, [
      { question: 'Who is #1?', answer: 'a', rank: 1 },
      { question: 'Where did #1 meet #3?', answer: 'b', dependsOn: [1], rank: 1 },
      { question: 'Who met #2?', answer: 'c', dependsOn: [2], rank: 1 },
    ]);
    expect(subQuestionParts(own.question, 1).map(({ bridge }) => bridge)).toEqual([null, null, null]);
    const { hops } = chainView(own, [], 'accumulated', 5);
    expect(hops.map((hop) => hop.openLinks)).toEqual([['#1'], ['#3'], []]);
    expect(hops[1]?.parts.map(({ bridge }) => bridge)).toEqual([null, 1, null, null, null]);
  });
  it('leaves a placeholder that no hop answers', () => {
    const odd = diagnosisOf(5, [{ question: 'Where was #7 born?', answer: 'x', rank: 1 }]);
    expect(subQuestionParts(odd.question, 1)).toEqual([
      { text: 'Where was ', bridge: null },
      { text: '#7', bridge: null },
      { text: ' born?', bridge: null },
    ]);
  });
});

describe('chainView', () => {
  it('breaks at the hop whose gold is within k, where an agent was shown less', () => {
    const spec = { question: 'Who built it?', answer: 'Maren', rank: 3, asked: 'builder' };
    const diagnosis = diagnosisOf(5, [spec]);
    for (const of of [...diagnosis.hops.map(({ retrieved }) => retrieved)]) of.accumulated = false;
    for (const of of diagnosis.golds) of.retrieved = false;
    const searches = [searchOf(1, 'builder', ['x', 'y', 'd1#0'], { purpose: 'agent', shown: 2 })];
    const [view] = chainView(diagnosis, searches, 'accumulated', 5).hops;
    if (view === undefined) throw new Error('a hop expected');
    expect(view).toMatchObject({ state: 'missed', cut: 'not-shown', found: 0, rank: 3 });
    expect(cutLabel(view)).toBe('rank 3, not shown');
    expect(rankCaption(view, 5).text).toBe('rank 3, past what the agent was shown, for');
  });
  it('breaks at the hop whose gold is past the cut; certified elsewhere, so the search drifted', () => {
    const { hops } = chainView(bridge, [searchOf(1, 'whole', ['d1#0'])], 'accumulated', 5);
    expect(hops.map(({ state, tone, cut, firstBreak }) => ({ state, tone, cut, firstBreak }))).toEqual([
      { state: 'retrieved', tone: 'present', cut: null, firstBreak: false },
      { state: 'missed', tone: 'drift', cut: 'below-cut', firstBreak: true },
    ]);
    expect(hops[1]?.strip.filter((cell) => cell.gold).map((cell) => cell.rank)).toEqual([31]);
  });

  it('tells never asked from asked in vain, and from a query that went out without its bridge answer', () => {
    const diagnosis = diagnosisOf(5, [
      { question: 'a', answer: 'A', rank: null, asked: null },
      { question: 'b', answer: 'B', rank: null, asked: 'b' },
      { question: 'c #1', answer: 'C', dependsOn: [1], rank: null, asked: 'c #1' },
    ]);
    const events = [
      searchOf(1, 'b', ['x#0'], { hop: 2, purpose: 'sub-question' }),
      searchOf(2, 'c #1', ['x#0'], { hop: 3, purpose: 'sub-question', unresolved: [1] }),
    ];
    const { hops } = chainView(diagnosis, events, 'accumulated', 5);
    expect(hops.map((hop) => hop.cut)).toEqual(['never-asked', 'asked-not-found', 'bridge-missing']);
    expect(hops.map((hop) => hop.tone)).toEqual(['retrieval', 'retrieval', 'retrieval']);
    // Hop 3 follows from hop 1; hops 1 and 2 break on their own.
    expect(hops.map((hop) => hop.firstBreak)).toEqual([true, true, false]);
  });

  it('ranks a hop that was never asked for in the search with the whole question', () => {
    const diagnosis = diagnosisOf(5, [{ question: 'a', answer: 'A', rank: null, asked: null }]);
    const { hops } = chainView(diagnosis, [searchOf(1, 'whole', ['x'])], 'accumulated', 5);
    expect(hops[0]).toMatchObject({ query: 'whole', cut: 'never-asked', rank: null });
    expect(hops[0]?.strip.some((cell) => cell.gold)).toBe(false);
  });

  it('says how many of several gold passages were found', () => {
    const diagnosis = diagnosisOf(5, [{ question: 'a', answer: 'A', rank: 2, asked: 'a' }]);
    const [hop] = diagnosis.hops;
    const [gold] = diagnosis.golds;
    if (hop === undefined || gold === undefined) throw new Error('one hop expected');
    hop.goldIds.push('g2');
    hop.retrieved = { accumulated: false, matched: false };
    hop.rank = { accumulated: null, matched: null };
    diagnosis.golds.push({ ...gold, gold: { id: 'g2' }, chunks: ['e#0'], bestRank: null, retrieved: false });
    const events = [searchOf(1, 'a', ['x', 'd1#0'], { hop: 1 })];
    for (const criterion of ['accumulated', 'matched'] as const) {
      expect(chainView(diagnosis, events, criterion, 5).hops[0]).toMatchObject({ cut: 'partial', found: 1 });
    }
    expect(chainView(diagnosis, events, 'matched', 1).hops[0]).toMatchObject({
      cut: 'asked-not-found',
      found: 0,
    });
  });

  it('does not call a passage that is not in the corpus a miss', () => {
    const { hops } = chainView(
      diagnosisOf(5, [{ question: 'a', answer: 'A', rank: null, inCorpus: false }]),
      [],
      'accumulated',
      5,
    );
    expect(hops[0]).toMatchObject({ state: 'not-in-corpus', tone: 'absent', cut: 'not-in-corpus' });
  });

  it('knows nothing under the matched reading where no search was made for the hop', () => {
    const { hops } = chainView(bridge, [], 'matched', 5);
    expect(hops.map((hop) => hop.state)).toEqual(['unknown', 'unknown']);
    expect(hops.every((hop) => hop.cut === null)).toBe(true);
  });

  it('marks every gold chunk of the hop in the search that the strip stands for', () => {
    const diagnosis = diagnosisOf(5, [{ question: 'a', answer: 'A', rank: 2, asked: 'a' }]);
    const gold = diagnosis.golds[0];
    if (gold !== undefined) gold.chunks = ['d1#0', 'd1#1'];
    const { hops } = chainView(diagnosis, [searchOf(1, 'a', ['x', 'd1#1', 'y', 'd1#0'])], 'accumulated', 5);
    expect(hops[0]?.strip.filter((cell) => cell.gold).map((cell) => cell.rank)).toEqual([2, 4]);
  });

  it('shows gold passages as cards side by side when the labels have no hops', () => {
    const diagnosis = diagnosisOf(
      5,
      [
        { question: '', answer: 'no', rank: 2 },
        { question: '', answer: 'no', rank: null },
      ],
      false,
    );
    const { hops, layout } = chainView(diagnosis, [searchOf(1, 'whole', ['x', 'd1#0'])], 'accumulated', 5);
    expect(hops.map(({ kind, state }) => ({ kind, state }))).toEqual([
      { kind: 'gold', state: 'retrieved' },
      { kind: 'gold', state: 'missed' },
    ]);
    expect(layout.layers).toEqual([[1, 2]]);
  });
});

describe('healing', () => {
  const { hops } = chainView(bridge, [], 'accumulated', 5);
  const hits = (...chunks: string[]) => chunks.map((chunk, index) => ({ chunk, rank: index + 1, score: 1 }));

  it('heals the broken hop when its gold comes within k', () => {
    expect(healing(hops, hits('x', 'd2#0'), 5, 'accumulated')).toEqual(
      new Map([
        [1, { rank: null, hits: 0, of: 1, found: false, heals: false }],
        [2, { rank: 2, hits: 1, of: 1, found: true, heals: true }],
      ]),
    );
  });
  it('does not heal past k', () => {
    const heals = healing(hops, hits('x', 'y', 'd2#0'), 2, 'accumulated');
    expect(heals.get(2)).toMatchObject({ rank: 3, found: false, heals: false });
  });
  it('heals nothing that was not broken', () => {
    expect(healing(hops, hits('d1#0'), 5, 'accumulated').get(1)).toMatchObject({
      rank: 1,
      found: true,
      heals: false,
    });
  });
  it('has to bring only what the run is missing; matched, the whole hop', () => {
    const [first, second] = hops;
    if (first === undefined || second === undefined) throw new Error('two hops expected');
    const both = { ...second, golds: [...first.golds, ...second.golds] };
    const onlyMissing = hits('x', 'd2#0');
    expect(healing([both], onlyMissing, 5, 'accumulated').get(2)).toEqual({
      rank: 2,
      hits: 1,
      of: 2,
      found: true,
      heals: true,
    });
    expect(healing([both], onlyMissing, 5, 'matched').get(2)).toMatchObject({ rank: null, heals: false });
    const onlyKnown = healing([both], hits('d1#0'), 5, 'accumulated');
    expect(onlyKnown.get(2)).toMatchObject({ rank: null, hits: 1, heals: false });
    expect(healingWords([both], onlyKnown, 5).rest).toBe(
      'Does not reach hop 2 in full (1 of its 2 passages).',
    );
  });
  it('leaves out hops whose gold is not in the corpus', () => {
    const absent = chainView(
      diagnosisOf(5, [{ question: 'a', answer: 'A', rank: null, inCorpus: false }]),
      [],
      'accumulated',
      5,
    );
    expect(healing(absent.hops, hits('d1#0'), 5, 'accumulated').size).toBe(0);
  });
  it('says in words what heals and what does not', () => {
    expect(healingWords(hops, healing(hops, hits('x', 'd2#0'), 5, 'accumulated'), 5)).toEqual({
      healed: 'Heals hop 2 (rank 2).',
      rest: '',
    });
    expect(healingWords(hops, healing(hops, hits('d1#0', 'x', 'd2#0'), 2, 'accumulated'), 2)).toEqual({
      healed: null,
      rest: 'Does not reach hop 2 (rank 3, past k = 2). Finds hop 1, as the run did.',
    });
    expect(healingWords(hops, healing(hops, [], 5, 'accumulated'), 5)).toEqual({
      healed: null,
      rest: 'Does not reach hop 2.',
    });
  });
});
