import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diagnoseQuestion, diagnoseRun, questionRows, withPresence } from '../../src/diagnosis';
import { noCells, threeWay } from '../../src/diagnosis/cells';
import { judgementAt, presenceOf } from '../../src/diagnosis/presence';
import type { Cell } from '../../src/domain/diagnosis';
import type { HopJudgement } from '../../src/domain/presence';
import type { Question } from '../../src/domain/question';
import type { QuestionEvent } from '../../src/domain/trace';
import {
  answer,
  gold,
  header,
  hop,
  mapping,
  prepare,
  question,
  ranked,
  run,
  type Setting,
  search,
} from './build';

const FIRST = 'Who built it?';
const SECOND = 'Where was Ann born?';

/** Two hops; gold `a` and `b`; the second sub-question is judged with the first answer filled in. */
const chain = (id = 'q', more: Partial<Question> = {}): Question =>
  question([gold('a'), gold('b')], {
    id,
    hops: [
      hop(1, ['a'], { question: FIRST, answers: ['Ann'] }),
      hop(2, ['b'], { question: 'Where was #1 born?', answers: ['Bern', 'Berne'] }),
    ],
    ...more,
  });
const mapped = (id = 'q') => ['a', 'b'].map((one) => mapping(one, { question: id }));

const prepared = (events: QuestionEvent[], more: Partial<Setting> = {}) =>
  prepare({
    questions: [chain()],
    mappings: mapped(),
    run: run(header('r'), { q: events }),
    scores: {},
    texts: { a: { title: 'A', text: '' }, b: { title: 'B', text: '' }, x: { title: 'X', text: '' } },
    ...more,
  });

const hopAt = (index: number, events: QuestionEvent[], more: Partial<Setting> = {}, k = 5, threshold = 0.5) =>
  diagnoseQuestion(prepared(events, more), 'q', k, threshold)?.hops[index];

describe('the judge’s word on a hop at k (06)', () => {
  const events = [ranked({ 'a#0': 1, 'x#0': 2, 'b#0': 4 })];
  const scores = { [SECOND]: { 'a#0': 0.1, 'x#0': 0.4, 'b#0': 0.9 } };

  it.each([
    [1, { present: false, probability: 0.1, chunk: 'a#0', judged: 1, of: 1 }],
    [2, { present: false, probability: 0.4, chunk: 'x#0', judged: 2, of: 2 }],
    [3, { present: false, probability: 0.4, chunk: 'x#0', judged: 2, of: 2 }],
    [4, { present: true, probability: 0.9, chunk: 'b#0', judged: 3, of: 3 }],
    [50, { present: true, probability: 0.9, chunk: 'b#0', judged: 3, of: 3 }],
  ] as const)('at k = %d is the highest over the passages within k', (k, expected) => {
    expect(hopAt(1, events, { scores }, k)?.judgement).toEqual({ state: 'scored', ...expected });
  });

  it('a threshold is met from its own value on', () => {
    expect(hopAt(1, events, { scores }, 4, 0.9)?.judgement?.present).toBe(true);
    expect(hopAt(1, events, { scores }, 4, 0.91)?.judgement?.present).toBe(false);
  });

  it.each<[string, Record<string, number | null>, Partial<HopJudgement>]>([
    ['one at the threshold decides, whatever is missing', { 'x#0': 0.7 }, { state: 'scored', present: true }],
    ['a missing score is no zero', { 'a#0': 0.1, 'x#0': 0.2 }, { state: 'not-judged', present: null }],
    [
      'neither is one on which the judge could not decide',
      { 'a#0': 0.1, 'x#0': null, 'b#0': 0.2 },
      { state: 'inconclusive', present: null, probability: 0.2, judged: 2 },
    ],
    ['all scored and none there', { 'a#0': 0.1, 'x#0': 0, 'b#0': 0.2 }, { state: 'scored', present: false }],
  ])('%s', (_, given, expected) => {
    expect(hopAt(1, events, { scores: { [SECOND]: given } })?.judgement).toMatchObject(expected);
  });

  it('a sub-question with an open #1 is inconclusive, whatever is recorded', () => {
    const open = chain('q', {
      hops: [
        hop(1, ['a'], { question: FIRST, answers: [] }),
        hop(2, ['b'], { question: 'Where was #1 born?', answers: ['Bern'] }),
      ],
    });
    const given = { 'Where was #1 born?': { 'b#0': 0.9 }, [FIRST]: { 'a#0': 0.9, 'x#0': 0, 'b#0': 0 } };
    expect(hopAt(1, events, { questions: [open], scores: given })?.judgement).toMatchObject({
      state: 'inconclusive',
      present: null,
      probability: null,
    });
  });

  it('never fills a hop’s own answer into its sub-question', () => {
    const own = chain('q', {
      hops: [hop(1, ['a'], { question: 'Who sang the #1 hit?', answers: ['Ann'] }), hop(2, ['b'])],
    });
    expect(hopAt(0, events, { questions: [own], scores: {} })?.subQuestion).toBe('Who sang the #1 hit?');
  });

  it('reads what was accumulated up to the hop, not what a later hop found', () => {
    const byHop = [
      search(['x#0'], { hop: 1, purpose: 'sub-question' }),
      search(['a#0'], { hop: 2, purpose: 'sub-question' }),
    ];
    const given = { [FIRST]: { 'x#0': 0.2, 'a#0': 0.9 }, [SECOND]: { 'x#0': 0.6, 'a#0': 0.1 } };
    expect(hopAt(0, byHop, { scores: given })?.judgement).toMatchObject({ present: false, of: 1 });
    expect(hopAt(1, byHop, { scores: given })?.judgement).toMatchObject({
      present: true,
      of: 2,
      chunk: 'x#0',
    });
  });

  it('nothing retrieved states nothing', () => {
    const both = { questions: [chain(), chain('p')], mappings: [...mapped(), ...mapped('p')] };
    const of = prepared([], {
      ...both,
      run: run(header('r'), { q: [search([])], p: [search(['a#0'])] }),
      scores: { [FIRST]: { 'a#0': 0.9 } },
    });
    expect(diagnoseQuestion(of, 'q', 5)?.hops[0]?.judgement).toEqual({
      state: 'scored',
      present: false,
      probability: null,
      chunk: null,
      judged: 0,
      of: 0,
    });
  });

  it('a judge that has scored nothing of the run is no judge', () => {
    const of = prepared(events, { scores: { 'Another question?': { 'a#0': 1 } } });
    expect(of.presence).toBeNull();
    const { hops } = diagnoseRun(of, 5, { questions: false });
    expect(hops).toMatchObject({ cells: null, presence: null, gaps: null, flags: null, baselines: null });
    expect(diagnoseQuestion(of, 'q', 5)?.hops[0]).toMatchObject({ judgement: null, corpusGap: null });
    expect(questionRows(of, 5)[0]).toMatchObject({ cells: null, flags: null, judged: null });
  });

  it('equals the plain definition for any ranks, scores, k and threshold', () => {
    const score = fc.option(fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: null }), {
      nil: undefined,
    });
    const entry = fc.record({
      chunk: fc.constantFrom('a', 'b', 'c', 'd'),
      rank: fc.integer({ min: 1, max: 9 }),
    });
    fc.assert(
      fc.property(
        fc.array(entry, { maxLength: 12 }),
        fc.record({ a: score, b: score, c: score, d: score }),
        fc.integer({ min: 1, max: 12 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (hits, given, k, threshold) => {
          const found = search([], { hits: hits.map((hit) => ({ ...hit, score: 1 })) });
          const [first] = presenceOf(chain(), [found], {
            space: 's',
            threshold,
            of: (_, chunk) => given[chunk as 'a'],
          });
          if (first === undefined) throw new Error('no hop');
          const said = judgementAt(first, k, threshold);
          const within = [...new Set(hits.filter(({ rank }) => rank <= k).map(({ chunk }) => chunk))];
          const scored = within.flatMap((chunk) => given[chunk as 'a'] ?? []);
          expect(said.of).toBe(within.length);
          expect(said.judged).toBe(scored.length);
          expect(said.probability).toBe(scored.length === 0 ? null : Math.max(...scored));
          const present = scored.some((one) => one >= threshold);
          const unscored = within.some((chunk) => given[chunk as 'a'] === undefined);
          const expected = present ? true : scored.length === within.length ? false : null;
          expect(said.present).toBe(expected);
          expect(said.state).toBe(expected !== null ? 'scored' : unscored ? 'not-judged' : 'inconclusive');
        },
      ),
    );
  });
});

describe('four cells, both readings (05.3)', () => {
  /** Gold of hop 2 comes with the search for hop 1, so the readings differ. */
  const events = [
    search(['a#0', 'b#0'], { hop: 1, purpose: 'sub-question' }),
    search(['x#0'], { hop: 2, purpose: 'sub-question' }),
  ];
  it.each<[number, Cell, Cell]>([
    [0.9, 'fact-present', 'alternate-evidence'],
    [0.2, 'extraction-failure', 'retrieval-failure'],
  ])('judged %d: accumulated %s, matched %s', (probability, accumulated, matched) => {
    const scores = { [SECOND]: { 'a#0': 0, 'b#0': probability, 'x#0': 0 } };
    expect(hopAt(1, events, { scores })?.cell).toEqual({ accumulated, matched });
  });

  it('the three-way table counts alternate evidence as retrieval failure, and loses no hop', () => {
    const cells = {
      ...noCells(),
      'fact-present': 4,
      'extraction-failure': 3,
      'alternate-evidence': 2,
      'retrieval-failure': 1,
    };
    expect(threeWay(cells)).toEqual({ 'fact-present': 4, 'extraction-failure': 3, 'retrieval-failure': 3 });
  });
});

describe('corpus gap (05.3)', () => {
  const events = [search(['a#0', 'b#0'])];
  const containing = { Bern: ['b#0', 'c#0'], Berne: ['d#0', 'c#0'], Ann: ['a#0'] };
  const absent = { 'a#0': 0, 'b#0': 0.1 };
  const stated = { [FIRST]: { 'a#0': 0.9, 'b#0': 0 } };
  const gap = (given: Record<string, number | null>, more: Partial<Setting> = {}) =>
    hopAt(1, events, { scores: { ...stated, [SECOND]: { ...absent, ...given } }, containing, ...more })
      ?.corpusGap;

  it('no chunk with the answer or an alias states it: corpus gap', () => {
    expect(gap({ 'c#0': 0.2, 'd#0': 0.3 })).toEqual({
      verdict: 'corpus-gap',
      candidates: 3,
      judged: 3,
      chunk: null,
      probability: 0.3,
      answerChunk: 'b#0',
    });
  });

  it('some chunk does, even while others are not scored: ranking gap, and the chunk is named', () => {
    expect(gap({ 'd#0': 0.8 })).toEqual({
      verdict: 'ranking-gap',
      candidates: 3,
      judged: 2,
      chunk: 'd#0',
      probability: 0.8,
      answerChunk: 'b#0',
    });
  });

  it('a candidate without a score leaves it unchecked; one on which the judge could not decide leaves it open for good', () => {
    expect(gap({ 'd#0': 0.2 })?.verdict).toBe('not-checked');
    expect(gap({ 'c#0': null })).toMatchObject({ verdict: 'not-checked', candidates: 3, judged: 1 });
    expect(gap({ 'c#0': null, 'd#0': 0.2 })).toMatchObject({
      verdict: 'inconclusive',
      candidates: 3,
      judged: 2,
    });
    expect(gap({ 'c#0': null, 'd#0': 0.8 })?.verdict).toBe('ranking-gap');
  });

  it('without any candidate the corpus has a gap; without an answer there is nothing to look for', () => {
    expect(gap({}, { containing: {} })).toMatchObject({ verdict: 'corpus-gap', candidates: 0 });
    // Of an answer that nobody can see nothing is left to look for either.
    for (const answers of [[], [' '], ['\u200b']]) {
      const nameless = chain('q', {
        hops: [
          hop(1, ['a'], { question: FIRST, answers: ['Ann'] }),
          hop(2, ['b'], { question: SECOND, answers }),
        ],
      });
      expect(gap({}, { questions: [nameless] })).toMatchObject({ verdict: 'no-answer', candidates: 0 });
    }
  });

  it('looks for the answer in the passages of the hop alone, and not for yes or no', () => {
    expect(gap({ 'c#0': 0 }, { containing: { Bern: ['a#0', 'c#0'] } })?.answerChunk).toBeNull();
    const quoted = chain('q', {
      gold: [gold('a'), gold('b', { quote: 'Ann came from Berne, they say.' })],
    });
    expect(gap({}, { questions: [quoted], containing: {} })?.answerChunk).toBe('b#0');
    const asked = (answers: string[]) =>
      gap(
        {},
        {
          questions: [
            chain('q', {
              hops: [
                hop(1, ['a'], { question: FIRST, answers: ['Ann'] }),
                hop(2, ['b'], { question: SECOND, answers }),
              ],
            }),
          ],
          containing: { yes: ['b#0'] },
        },
      )?.answerChunk;
    expect(asked(['yes'])).toBeNull();
    expect(asked([])).toBeNull();
  });

  it('is asked for extraction failures only', () => {
    expect(gap({ 'b#0': 0.9 })).toBeNull();
    expect(
      hopAt(1, [search(['a#0'])], { scores: { ...stated, [SECOND]: absent }, containing })?.corpusGap,
    ).toBeNull();
  });

  it('a question’s explanation says what stands in the corpus', () => {
    const told = (given: Record<string, number>) =>
      diagnoseQuestion(
        prepared(events, {
          scores: { ...stated, [SECOND]: { ...absent, ...given } },
          containing,
          texts: { d: { title: 'Dora', text: '' } },
        }),
        'q',
        5,
      )?.explanation;
    expect(told({ 'c#0': 0.2, 'd#0': 0.3 })).toContain(
      'Of 3 passages that contain “Bern”, it finds none that states it: a corpus gap by the judge’s word. The answer stands in the labelled passage “b” (b#0); the judge may be wrong: read it.',
    );
    expect(told({ 'd#0': 0.8 })).toContain(
      'By its word “Dora” (d#0) states it and was not retrieved: a ranking gap.',
    );
    expect(told({})).toContain('Yet the judge finds no passage retrieved up to hop 2 that states');
    expect(told({})).toContain('has not been checked');
  });

  describe('of a hop without a gold answer', () => {
    const nameless = chain('q', {
      hops: [
        hop(1, ['a'], { question: FIRST, answers: ['Ann'] }),
        hop(2, ['b'], { question: SECOND, answers: [] }),
      ],
    });
    const of = prepared(events, {
      scores: { ...stated, [SECOND]: absent },
      containing,
      questions: [nameless],
    });
    it('is a failure of its own name, counted, and never one that is still to be checked', () => {
      const { hops, finding } = diagnoseRun(of, 5, { questions: false });
      expect(hops.gaps).toEqual({ corpusGap: 0, rankingGap: 0, notChecked: 0, noAnswer: 1, inconclusive: 0 });
      const said = finding.byJudge.map(({ text }) => text).join('');
      expect(said).toContain('1 cannot be checked against the corpus, because the hop has no gold answer');
      expect(said).not.toContain('not been checked');
      expect(diagnoseQuestion(of, 'q', 5)?.explanation).toContain(
        'Whether another passage of the corpus states it cannot be checked: the hop has no gold answer to look for.',
      );
    });
  });

  it('a candidate that the judge could not decide on is said, and not asked for again', () => {
    const of = prepared(events, {
      scores: { ...stated, [SECOND]: { ...absent, 'c#0': null, 'd#0': 0.2 } },
      containing,
    });
    const { hops, finding } = diagnoseRun(of, 5, { questions: false });
    expect(hops.gaps).toMatchObject({ notChecked: 0, inconclusive: 1 });
    expect(finding.byJudge.map(({ text }) => text).join('')).toContain(
      'in 1 it could not decide on some passage of the corpus',
    );
    expect(diagnoseQuestion(of, 'q', 5)?.explanation).toContain(
      'the judge could not decide on 1 of 3 passages that contain “Bern”',
    );
  });
});

/** Six questions, every cell twice at least; all counts below by hand. */
const many = () => {
  const ids = ['q1', 'q2', 'q3', 'q4', 'q5', 'q6'];
  const asked = (id: string) => `Where was Ann of ${id} born?`;
  const questions = ids.map((id) =>
    chain(id, {
      answers: ['Bern'],
      hops: [
        hop(1, ['a'], { question: `Who built ${id}?`, answers: [`Ann of ${id}`] }),
        hop(2, ['b'], { question: 'Where was #1 born?', answers: ['Bern'] }),
      ],
    }),
  );
  const both = ['a#0', 'b#0', 'x#0'];
  const events = {
    q1: [search(both), answer('Bern')],
    q2: [search(both), answer('Basel')],
    q3: [search(['a#0', 'x#0']), answer('Bern')],
    q4: [search(['a#0', 'x#0']), answer('Basel')],
    q5: [search(['x#0']), answer('I do not know.')],
    q6: [search(both), answer('Bern')],
  };
  const scores: Record<string, Record<string, number>> = {};
  const say = (id: string, first: number, second: number) => {
    scores[`Who built ${id}?`] = { 'a#0': first, 'b#0': 0, 'x#0': 0 };
    scores[asked(id)] = { 'a#0': 0, 'b#0': second, 'x#0': 0.05 };
  };
  say('q1', 0.9, 0.8);
  say('q2', 0.7, 0.3);
  say('q3', 0.9, 0);
  say('q4', 0.2, 0);
  say('q5', 0, 0);
  // q3: the fact of hop 2 stands in x; q6: its second hop has no score for b.
  scores[asked('q3')] = { 'a#0': 0, 'x#0': 0.6 };
  scores['Who built q6?'] = { 'a#0': 0.95, 'b#0': 0, 'x#0': 0 };
  scores[asked('q6')] = { 'a#0': 0, 'x#0': 0 };
  return prepare({
    questions,
    mappings: ids.flatMap((id) => mapped(id)),
    run: run(header('r'), events),
    scores,
    containing: { Bern: ['b#0'], 'Ann of q4': ['a#0', 'y#0'] },
    texts: { a: { title: 'A', text: '' }, b: { title: 'B', text: '' }, x: { title: 'X', text: '' } },
  });
};

describe('what a run shows of fact presence (05.9)', () => {
  const { hops, finding, fixes, answers } = diagnoseRun(many(), 5, { questions: false });

  it('cells and coverage: eleven of twelve hops have a word', () => {
    // Hop 1: q1 q2 q3 q6 present, q4 extraction, q5 retrieval. Hop 2: q1 present, q2 extraction, q3 alternate, q4 q5 retrieval.
    expect(hops.cells?.accumulated).toEqual({
      'fact-present': 5,
      'extraction-failure': 2,
      'alternate-evidence': 1,
      'retrieval-failure': 3,
    });
    expect(hops.cells?.matched).toEqual(noCells());
    expect(hops.presence).toMatchObject({
      space: 'judge',
      threshold: 0.5,
      hops: 12,
      scored: 11,
      inconclusive: 0,
      notJudged: 1,
      present: { count: 6, n: 11 },
    });
  });

  it('by depth', () => {
    expect(
      hops.byDepth.accumulated.map((row) => [
        row.hop,
        row.n,
        row.goldRetrieved.count,
        row.factPresent?.count,
        row.factPresent?.n,
      ]),
    ).toEqual([
      [1, 6, 5, 4, 6],
      [2, 6, 3, 2, 5],
    ]);
  });

  it('gaps: q2 has only the retrieved chunk with its answer, q4 a candidate without a score', () => {
    expect(hops.gaps).toEqual({ corpusGap: 1, rankingGap: 0, notChecked: 1, noAnswer: 0, inconclusive: 0 });
  });

  it('flags against correctness, of questions whose every hop has a word', () => {
    // q1 and q3: none, right; q2: one, wrong; q4 and q5: two, wrong and given up; q6 has a hop without a word.
    expect(
      hops.flags?.map(({ flags, questions, accuracy }) => [flags, questions, accuracy?.count, accuracy?.n]),
    ).toEqual([
      [0, 2, 2, 2],
      [1, 1, 0, 1],
      [2, 2, 0, 2],
    ]);
  });

  it('answers', () => {
    expect(answers).toMatchObject({
      accuracy: { count: 3, n: 6 },
      ungroundedCorrect: 1,
      containMatch: { count: 3, n: 6 },
      exactMatch: { count: 3, n: 6 },
      f1: { mean: 0.5, n: 6 },
      gaveUp: { count: 1, n: 6 },
    });
  });

  it('reliability: eleven complete hops in ten bins, beside gold retrieved', () => {
    expect(hops.reliability?.map(({ n, gold: { count } }) => [n, count])).toEqual([
      [3, 0],
      [0, 0],
      [1, 1],
      [1, 1],
      [0, 0],
      [0, 0],
      [1, 0],
      [1, 1],
      [1, 1],
      [3, 3],
    ]);
    expect(hops.presence?.auc).toBeCloseTo((7 * 4 - 2) / 28, 12);
  });

  it('thresholds: precision, recall and share flagged against gold retrieved', () => {
    const at = (threshold: number) =>
      hops.thresholds?.find((row) => Math.abs(row.threshold - threshold) < 1e-9);
    expect(hops.thresholds).toHaveLength(21);
    expect(at(0)).toEqual({ threshold: 0, precision: 7 / 11, recall: 1, flagged: 0 });
    expect(at(0.5)).toEqual({ threshold: 0.5, precision: 5 / 6, recall: 5 / 7, flagged: 1 - 6 / 11 });
    expect(at(1)).toEqual({ threshold: 1, precision: null, recall: 0, flagged: 1 });
  });

  it('baselines on the same eleven hops, with κ by hand', () => {
    const said = Object.fromEntries(
      (hops.baselines ?? []).map(({ id, present, kappa, n }) => [id, { count: present.count, n, kappa }]),
    );
    expect(said.majority).toEqual({ count: 11, n: 11, kappa: 0 });
    // Hop 1 is present in 4 of 6, hop 2 in 2 of 5: present at hop 1 alone; agrees on 4 + 3 of 11.
    const chance = (6 * 6 + 5 * 5) / 121;
    expect(said['hop-number']).toEqual({
      count: 6,
      n: 11,
      kappa: expect.closeTo((7 / 11 - chance) / (1 - chance), 12),
    });
    // Gold retrieved: seven hops; agrees on five present and three absent.
    const golden = (7 * 6 + 4 * 5) / 121;
    expect(said['gold-present']).toEqual({
      count: 7,
      n: 11,
      kappa: expect.closeTo((8 / 11 - golden) / (1 - golden), 12),
    });
    // The answer stands in a retrieved passage: hop 2 of q1 and q2, hop 1 of q4.
    const string = (3 * 6 + 8 * 5) / 121;
    expect(said['answer-string']).toEqual({
      count: 3,
      n: 11,
      kappa: expect.closeTo((4 / 11 - string) / (1 - string), 12),
    });
    // Recall 1 (q1, q2, q6), 0.5 (q3, q4), 0 (q5): the cut at 0.5 agrees on six present and two absent, no other on more.
    const cut = (9 * 6 + 2 * 5) / 121;
    expect(said['retrieval-recall']).toEqual({
      count: 9,
      n: 11,
      kappa: expect.closeTo((8 / 11 - cut) / (1 - cut), 12),
    });
  });

  it('finding and fixes speak of the cells', () => {
    const sentence = finding.byJudge.map(({ text }) => text).join('');
    expect(sentence).toContain(
      'In 2 hops the passage was retrieved and the judge finds no passage that states the fact: in 1 it finds none in the corpus either and 1 has not been checked against the corpus. In both the answer stands in the labelled passage, so the judge may be wrong there.',
    );
    expect(sentence).toContain('In 1 hop the judge finds the fact in another passage than the labelled one.');
    expect(sentence).toMatch(/Nobody has checked this judge on these documents\.$/);
    expect(finding.byJudge.map(({ emphasis }) => emphasis)).toEqual(
      expect.arrayContaining(['extraction-failure', 'alternate-evidence']),
    );
    const fix = (id: string) => fixes.find((one) => one.id === id);
    expect(fix('corpus-gap')).toMatchObject({
      questions: ['q2'],
      action: 'check-judge',
      judge: 'unchecked',
    });
    expect(fix('corpus-gap')?.evidence).toContain('“Where was Ann of q2 born?”, labelled “Title b”');
    expect(fix('alternate-evidence')).toMatchObject({ questions: ['q3'], action: 'label' });
    expect(fix('alternate-evidence')?.evidence).toContain('is answered by “X”');
    expect(fix('ranking-gap')).toBeUndefined();
  });

  const check = (n: number, value: number, low: number, high: number) => ({ n, kappa: { value, low, high } });
  const fixesUnder = (given: Parameters<typeof diagnoseRun>[2]['check']) =>
    diagnoseRun(many(), 5, { questions: false, check: given ?? null }).fixes;
  const JUDGED = ['corpus-gap', 'ranking-gap', 'alternate-evidence'];

  it('advice that rests on a judge which nobody has found right stands below all that rests on ranks', () => {
    for (const given of [
      null,
      check(8, -0.11, -0.6, 0.38),
      check(60, 0.3, 0.1, 0.5),
      check(8, 1, 1, 1),
      { n: 9, kappa: null },
    ]) {
      const ids = fixesUnder(given).map(({ id }) => id);
      const first = ids.findIndex((id) => JUDGED.includes(id));
      expect(first).toBeGreaterThan(0);
      expect(ids.slice(first).every((id) => JUDGED.includes(id))).toBe(true);
    }
  });

  it('says that the judge failed its check, that too little is labelled, or that it passed', () => {
    const evidence = (given: Parameters<typeof fixesUnder>[0]) =>
      fixesUnder(given).find(({ id }) => id === 'corpus-gap');
    expect(evidence(check(8, -0.11, -0.6, 0.38))).toMatchObject({
      judge: 'failed',
      evidence: expect.stringContaining(
        'The judge failed its check on these documents (κ -0.11 [-0.60, 0.38], 8 labels; the interval would have to lie above 0.4).',
      ),
    });
    expect(evidence(check(8, 1, 1, 1))).toMatchObject({
      judge: 'unchecked',
      evidence: expect.stringContaining('Too little is labelled'),
    });
    const passed = evidence(check(60, 0.8, 0.65, 0.95));
    expect(passed).toMatchObject({ judge: 'passed', action: 'add-documents' });
    expect(passed?.evidence).toContain('A person has checked the judge');
  });

  it('never says of a fact that is not found that it is not there, nor what no retriever can do', () => {
    const whole = diagnoseRun(many(), 5, { questions: true });
    for (const sentence of [
      [...whole.finding.parts, ...whole.finding.byJudge].map(({ text }) => text).join(''),
      ...whole.fixes.flatMap(({ title, evidence }) => [title, evidence]),
      ...whole.questions.map(({ explanation }) => explanation),
    ]) {
      expect(sentence).not.toMatch(/no retriever/i);
      expect(sentence).not.toMatch(/none states|does not state|no passage of the corpus states|not stated/i);
    }
  });

  it('counts hops apart whose answer stands in the labelled passage', () => {
    const evidence = fixesUnder(null).find(({ id }) => id === 'corpus-gap')?.evidence;
    expect(evidence).toContain(
      'Its answer stands in the labelled passage (“Title b”), so the judge may be wrong: read it.',
    );
  });

  it('says which hops have no word', () => {
    const { warnings } = diagnoseRun(many(), 5, { questions: false });
    expect(warnings).toContainEqual({
      code: 'hops-not-judged',
      count: 1,
      message: expect.stringContaining('1 of 12 hops has passages'),
    });
  });

  it('rows carry cells, flags and words', () => {
    const rows = questionRows(many(), 5);
    expect(rows.map(({ flags }) => flags)).toEqual([0, 1, 0, 2, 2, null]);
    expect(rows[1]).toMatchObject({
      cells: { accumulated: ['fact-present', 'extraction-failure'], matched: [null, null] },
      judged: [
        { present: true, probability: 0.7, gap: null },
        { present: false, probability: 0.3, gap: 'corpus-gap' },
      ],
      answer: 'Basel',
      correct: false,
    });
  });

  it('another threshold is a look-up: at 0.65 the alternate evidence of q3 goes', () => {
    const stricter = diagnoseRun(many(), 5, { questions: false, threshold: 0.65 });
    expect(stricter.hops.cells?.accumulated).toMatchObject({
      'alternate-evidence': 0,
      'retrieval-failure': 4,
    });
    expect(stricter.hops.presence?.threshold).toBe(0.65);
  });

  it('without scores it is the run it was', () => {
    const bare = withPresence(many(), null, null);
    expect(bare.presence).toBeNull();
    expect(diagnoseRun(bare, 5, { questions: false }).hops.cells).toBeNull();
  });

  it('cells partition the hops that have a word, at any k and threshold', () => {
    const one = many();
    for (const k of [1, 2, 3, 50])
      for (const threshold of [0, 0.25, 0.5, 1]) {
        const { cells, presence } = diagnoseRun(one, k, { questions: false, threshold }).hops;
        expect(Object.values(cells?.accumulated ?? {}).reduce((a, b) => a + b)).toBe(presence?.scored);
      }
  });
});
