import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diagnoseQuestion, diagnoseRun, questionRows } from '../../src/diagnosis';
import { noUsage } from '../../src/diagnosis/usage';
import type { GoldMapping } from '../../src/domain/mapping';
import type { OwnRetriever, QuestionEvent } from '../../src/domain/trace';
import {
  answer,
  failure,
  gold,
  header,
  hop,
  mapping,
  prepare,
  question,
  ranked,
  run,
  search,
  unmapped,
} from './build';

const of = (id: string, more: Parameters<typeof question>[1] = {}, golds = ['a', 'b']) =>
  question(
    golds.map((one) => gold(one)),
    {
      id,
      text: `text of ${id}`,
      hops: golds.map((one, index) => hop(index + 1, [one])),
      ...more,
    },
  );
const mapped = (id: string, golds = ['a', 'b']): GoldMapping[] =>
  golds.map((one) => mapping(one, { question: id }));

const diagnosed = (
  events: Record<string, QuestionEvent[]>,
  k = 5,
  more: Partial<Parameters<typeof prepare>[0]> = {},
) => {
  const ids = Object.keys(events);
  const prepared = prepare({
    questions: ids.map((id) => of(id)),
    mappings: ids.flatMap((id) => mapped(id)),
    run: run(header('own'), events),
    ...more,
  });
  return { prepared, whole: diagnoseRun(prepared, k, { questions: true }) };
};

const plain = ({ finding }: ReturnType<typeof diagnoseRun>): string =>
  [...finding.parts, ...finding.byJudge].map(({ text }) => text).join('');
const fixOf = (whole: ReturnType<typeof diagnoseRun>, id: string) => whole.fixes.find((fix) => fix.id === id);

describe('curves and rates', () => {
  it('recall@k, all-evidence@k and any-hit@k follow the ranks', () => {
    const { whole } = diagnosed({ q1: [ranked({ 'a#0': 1, 'b#0': 3 })], q2: [ranked({ 'a#0': 2 })] });
    const { curve } = whole;
    expect(curve.k).toHaveLength(50);
    expect(curve.evidenceRecall.slice(0, 4)).toEqual([0.25, 0.5, 0.75, 0.75]);
    expect(curve.allEvidence.slice(0, 4)).toEqual([0, 0, 0.5, 0.5]);
    expect(curve.anyHit.slice(0, 4)).toEqual([0.5, 1, 1, 1]);
    expect(curve.n).toBe(2);
    expect(whole.mrr).toEqual({ mean: 0.75, n: 2 });
    expect(whole.allEvidence).toMatchObject({ rate: 0.5, count: 1, n: 2 });
    expect(whole.evidenceRecall).toEqual({
      mean: 0.75,
      n: 2,
      histogram: [
        { recall: 0.5, count: 1 },
        { recall: 1, count: 1 },
      ],
    });
    expect(whole.questions.map(({ lastGoldRank }) => lastGoldRank)).toEqual([3, null]);
  });

  it('the curve at k is the rate at k, never falls, and stays in [0, 1]', () => {
    const list = fc.array(fc.constantFrom('a#0', 'b#0', 'x#0', 'y#0', 'z#0'), { maxLength: 9 });
    fc.assert(
      fc.property(
        fc.array(fc.array(list, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 10 }),
        (lists, k) => {
          const { whole } = diagnosed(
            Object.fromEntries(
              lists.map((searches, index) => [`q${index}`, searches.map((chunks) => search(chunks))]),
            ),
            k,
          );
          for (const key of ['evidenceRecall', 'allEvidence', 'anyHit'] as const) {
            const values = whole.curve[key].map((value) => value ?? -1);
            expect(values.every((value) => value >= 0 && value <= 1)).toBe(true);
            expect(values.every((value, index) => index === 0 || value >= (values[index - 1] ?? 0))).toBe(
              true,
            );
          }
          expect(whole.curve.evidenceRecall[k - 1]).toBeCloseTo(whole.evidenceRecall.mean ?? -1, 12);
          expect(whole.curve.allEvidence[k - 1]).toBeCloseTo(whole.allEvidence.rate ?? -1, 12);
          expect(whole.curve.anyHit[k - 1]).toBeCloseTo(whole.anyHit.rate ?? -1, 12);
        },
      ),
    );
  });

  it('leaves questions without a retrieval verdict out of every denominator', () => {
    const { whole } = diagnosed(
      { q1: [search(['a#0', 'b#0'])], q2: [search(['a#0'])], q3: [search(['a#0'])], q4: [search([])] },
      5,
      {
        questions: [of('q1'), of('q2'), of('q3', { answerable: false }), question([], { id: 'q4' })],
        mappings: [
          ...mapped('q1'),
          mapping('a', { question: 'q2' }),
          unmapped('b', { question: 'q2' }),
          ...mapped('q3'),
        ],
      },
    );
    expect(whole).toMatchObject({
      n: 4,
      evidenceRecall: { mean: 1, n: 1 },
      allEvidence: { n: 1 },
      curve: { n: 1 },
    });
    expect(whole.triage).toMatchObject({
      'evidence-complete': 1,
      unmapped: 1,
      'null-unanswered': 1,
      unlabelled: 1,
    });
    // Hops of an unanswerable question are no retrieval outcome; the mapped hop of an unmapped question is one.
    expect(whole.hops.n).toBe(3);
  });

  it('counts hops by depth and reading', () => {
    const asked = (id: number, chunks: string[]) => search(chunks, { hop: id, purpose: 'sub-question' });
    const { whole } = diagnosed({
      q1: [asked(1, ['a#0', 'b#0']), asked(2, [])],
      q2: [asked(1, []), asked(2, ['b#0'])],
    });
    const rates = (rows: { hop: number; goldRetrieved: { count: number; n: number } }[]) =>
      rows.map(({ hop: depth, goldRetrieved }) => [depth, goldRetrieved.count, goldRetrieved.n]);
    expect(rates(whole.hops.byDepth.accumulated)).toEqual([
      [1, 1, 2],
      [2, 2, 2],
    ]);
    expect(rates(whole.hops.byDepth.matched)).toEqual([
      [1, 1, 2],
      [2, 1, 2],
    ]);
    expect(whole.hops.retrieved.matched).toMatchObject({ count: 2, n: 4 });
    expect(whole.hops.cells).toBeNull();
  });

  it('groups by number of hops and by type', () => {
    const { whole } = diagnosed({ q1: [search(['a#0', 'b#0'])], q2: [search([])] }, 5, {
      questions: [of('q1', { type: 'bridge' }), of('q2', { type: 'comparison' }, ['a'])],
      mappings: [...mapped('q1'), ...mapped('q2', ['a'])],
    });
    expect(whole.byHops.map(({ hops, n, recall }) => [hops, n, recall])).toEqual([
      [1, 1, 0],
      [2, 1, 1],
    ]);
    expect(whole.byType.map(({ type, recall }) => [type, recall])).toEqual([
      ['bridge', 1],
      ['comparison', 0],
    ]);
  });

  it('counts answers, and only judged ones in the accuracy', () => {
    const { whole } = diagnosed(
      {
        q1: [search(['a#0', 'b#0']), answer('x')],
        q2: [search(['a#0']), answer('y')],
        q3: [search(['a#0']), answer('z')],
      },
      5,
      { judgements: { q1: { correct: false }, q2: { correct: true }, q3: { correct: null } } },
    );
    expect(whole).toMatchObject({
      hasAnswers: true,
      unjudged: 1,
      answers: { accuracy: { count: 1, n: 2 }, ungroundedCorrect: 1 },
    });
    expect(diagnosed({ q1: [search([])] }).whole.answers).toBeNull();
  });

  it('keeps failed questions beside n, out of rates and of fixes', () => {
    const { whole, prepared } = diagnosed({
      q1: [search(['a#0']), failure('timed out')],
      q2: [search(['a#0', 'b#0'])],
    });
    expect(whole).toMatchObject({
      n: 1,
      errors: 1,
      evidenceRecall: { n: 1, mean: 1 },
      curve: { n: 1 },
      fixes: [],
    });
    expect(whole.warnings).toContainEqual(expect.objectContaining({ code: 'errors', count: 1 }));
    expect(questionRows(prepared, 5)[0]).toMatchObject({
      id: 'q1',
      error: 'timed out',
      evidenceRecall: null,
    });
    expect(diagnoseQuestion(prepared, 'q1', 5)?.explanation).toContain('timed out');
  });

  it('counts searches, repeats and seconds', () => {
    const { whole } = diagnosed({ q1: [search([]), search(['a#0'], { duplicateOf: 1 })], q2: [search([])] });
    expect(whole.usage).toEqual({ ...noUsage(), searches: 3, duplicateSearches: 1, seconds: 0.02 });
  });
});

describe('rows of the table', () => {
  it('show the chain in both readings and the best certificate of each passage', () => {
    const { prepared } = diagnosed(
      {
        q1: [
          search(['a#0'], { hop: 1, purpose: 'sub-question' }),
          search([], { hop: 2, purpose: 'sub-question' }),
        ],
      },
      5,
      {
        questions: [of('q1', {}, ['a', 'b', 'c'])],
        mappings: [...mapped('q1'), unmapped('c', { question: 'q1' })],
      },
    );
    expect(questionRows(prepared, 5)).toEqual([
      {
        id: 'q1',
        text: 'text of q1',
        hops: 3,
        type: null,
        verdict: 'unmapped',
        evidenceRecall: null,
        lastGoldRank: null,
        chain: {
          accumulated: ['retrieved', 'missed', 'not-in-corpus'],
          matched: ['retrieved', 'missed', 'not-in-corpus'],
        },
        certificates: ['A', 'none', 'notInCorpus'],
        cells: null,
        flags: null,
        judged: null,
        answer: null,
        category: null,
        correct: null,
        ungroundedCorrect: null,
        error: null,
      },
    ]);
  });

  it('have one link a gold passage where no hops are labelled', () => {
    const { prepared } = diagnosed({ q1: [search(['b#0'])] }, 5, { questions: [of('q1', { hops: [] })] });
    expect(questionRows(prepared, 5)[0]?.chain).toEqual({
      accumulated: ['missed', 'retrieved'],
      matched: ['unknown', 'unknown'],
    });
  });
});

describe('fix routing', () => {
  const oracle = (id: string, chunks: string[], name = 'oracle', retriever = 'same') =>
    run(header(name, { system: 'probe-oracle' }, retriever), {
      [id]: [search(chunks, { hop: 2, purpose: 'oracle', query: 'ideal' })],
    });

  it('decompose: hop-miss whose missing passage its own sub-question finds, with recall before and after', () => {
    const { whole } = diagnosed(
      { q1: [search(['a#0'])], q2: [search(['a#0'])], q3: [search(['a#0', 'b#0'])] },
      5,
      {
        others: [oracle('q1', ['b#0'])],
      },
    );
    const fix = fixOf(whole, 'decompose');
    expect(fix).toMatchObject({ questions: ['q1'], action: 'try-decomposition' });
    expect(fix?.evidence).toContain('For 1 of 2 hop-miss questions');
    expect(fix?.evidence).toContain('when its own sub-question is asked');
    expect(fix?.evidence).toContain('mean evidence recall of the 2 goes from 0.50 to 0.75');
    // q2 has not been asked yet: that is no evidence for decomposing, and it is said what would give some.
    expect(fixOf(whole, 'ask-probes')).toMatchObject({ questions: ['q2'] });
  });

  it('decompose by other evidence when no sub-question was asked', () => {
    const keywords = run(header('other'), { q1: [search(['b#0'], { purpose: 'keywords' })] });
    const { whole } = diagnosed({ q1: [search(['a#0'])] }, 5, { others: [keywords] });
    expect(fixOf(whole, 'decompose')?.evidence).toContain('by a reformulation');
  });

  it('a run that searches hop by hop is told to find the bridge first, not to decompose', () => {
    const events = [
      search(['a#0'], { hop: 1, purpose: 'sub-question' }),
      search(['x#0'], { hop: 2, purpose: 'sub-question', unresolved: [1] }),
    ];
    const { whole } = diagnosed({ q1: events }, 5, { others: [oracle('q1', ['b#0'])] });
    expect(fixOf(whole, 'decompose')).toBeUndefined();
    expect(fixOf(whole, 'resolve-bridge')).toMatchObject({ questions: ['q1'] });
    expect(fixOf(whole, 'resolve-bridge')?.evidence).toContain('with a bridge answer still open');
    // Every hop asked in full, and another query finds what is missing: then the words are at fault.
    const full = events.map((event) => ({ ...event, unresolved: [] }));
    const worded = diagnosed({ q1: full }, 5, { others: [oracle('q1', ['b#0'])] }).whole;
    expect(worded.fixes.map(({ id }) => id)).toEqual(['rephrase']);
    expect(fixOf(worded, 'rephrase')?.evidence).toContain(
      '1 hop-miss question asked every hop with its bridge answers filled in.',
    );
    // A system that stopped after the first hop asked nothing of the second: its words are not at fault there.
    const stopped = diagnosed({ q1: full.slice(0, 1) }, 5, { others: [oracle('q1', ['b#0'])] }).whole;
    expect(fixOf(stopped, 'rephrase')).toMatchObject({ title: 'Ask for every hop', questions: ['q1'] });
    expect(fixOf(stopped, 'rephrase')?.evidence).toMatch(
      /^1 hop-miss question made no search for some hop\. For 1/,
    );
  });

  it('raise k: what its own ranks hold further down', () => {
    const { whole } = diagnosed({
      q1: [ranked({ 'a#0': 1, 'b#0': 8 })],
      q2: [ranked({ 'a#0': 11, 'b#0': 20 })],
      q3: [ranked({ 'a#0': 1, 'b#0': 21 })],
      q4: [search(['a#0', 'b#0'])],
    });
    const fix = fixOf(whole, 'raise-k');
    expect(fix).toMatchObject({
      title: 'Raise k to 8, if the reader can take it',
      questions: ['q1'],
      action: 'raise-k',
    });
    expect(fix?.evidence).toContain(
      'k = 8 completes 1 of 3 (complete evidence 25% → 50% of 4) for 3 more passages',
    );
    expect(fix?.evidence).toContain(
      'k = 20 completes 2 of 3 (complete evidence 25% → 75% of 4) for 15 more passages a search. 1 more would need a k beyond 20.',
    );
    expect(fixOf(diagnosed({ q1: [search(['a#0'])] }, 50).whole, 'raise-k')).toBeUndefined();
  });

  it('raise k: the smallest k that brings the gain, and that a larger one adds nothing', () => {
    const { whole } = diagnosed({ q1: [ranked({ 'a#0': 1, 'b#0': 8 })], q2: [search(['a#0'])] });
    const fix = fixOf(whole, 'raise-k');
    expect(fix?.title).toBe('Raise k to 8, if the reader can take it');
    expect(fix?.evidence).toBe(
      'Of the 2 questions with missing evidence, k = 8 completes 1 of 2 (complete evidence 0% → 50% of 2) for 3 more passages a search. A larger k, up to 50, adds none.',
    );
    // Where nothing is won before 20, the smallest such k is named all the same.
    const late = diagnosed({ q1: [ranked({ 'a#0': 1, 'b#0': 13 })] }).whole;
    expect(fixOf(late, 'raise-k')?.title).toContain('Raise k to 13');
  });

  it('raise k: says what part of the corpus that is', () => {
    const evidence = (chunks: number) =>
      fixOf(
        diagnosed({ q1: [ranked({ 'a#0': 1, 'b#0': 8 })], q2: [ranked({ 'a#0': 1, 'b#0': 15 })] }, 5, {
          current: { corpus: 'corpus', questionSet: 'set', chunks },
        }).whole,
        'raise-k',
      )?.evidence;
    expect(evidence(15)).toContain('k = 8 is 8 of the 15 chunks of the corpus.');
    expect(evidence(15)).toContain('k = 15 is the whole corpus of 15 chunks: nothing is left to rank.');
    expect(evidence(1000)).not.toContain('chunks');
  });

  it('switch retriever: only another retriever, the same system, and a net gain', () => {
    const events = { q1: [search(['a#0'])], q2: [search(['a#0'])], q3: [search(['a#0', 'b#0'])] };
    const better = (lists: Record<string, string[]>, system = 'probe-single') =>
      run(
        header('better', { system }, 'other'),
        Object.fromEntries(Object.entries(lists).map(([id, chunks]) => [id, [search(chunks)]])),
      );
    const gain = better({ q1: ['b#0', 'a#0'], q2: ['a#0', 'b#0'], q3: ['a#0'] });
    const fix = fixOf(diagnosed(events, 5, { others: [gain] }).whole, 'switch-retriever');
    expect(fix).toMatchObject({ questions: ['q1', 'q2'], action: 'switch-retriever' });
    expect(fix?.title).toBe('Search with BM25');
    expect(fix?.evidence).toContain(
      '2 questions that lack it here, and lacks it for 1 that has it (33% → 67% of 3',
    );
    // Vectors are known by their space; a person is told the model.
    const retriever = gain.header.retriever as OwnRetriever;
    const vectors = { ...retriever, kind: 'vector' as const, model: 'all-MiniLM-L6-v2|819|int8-weight|wasm' };
    const other = { ...gain, header: { ...gain.header, retriever: vectors } };
    expect(fixOf(diagnosed(events, 5, { others: [other] }).whole, 'switch-retriever')?.title).toBe(
      'Search with vector (all-MiniLM-L6-v2)',
    );
    const none = better({ q1: ['b#0', 'a#0'], q2: ['a#0'], q3: ['a#0'] });
    expect(fixOf(diagnosed(events, 5, { others: [none] }).whole, 'switch-retriever')).toBeUndefined();
    const another = better({ q1: ['b#0', 'a#0'], q3: ['a#0', 'b#0'] }, 'probe-oracle');
    expect(fixOf(diagnosed(events, 5, { others: [another] }).whole, 'switch-retriever')).toBeUndefined();
  });

  it('corpus, chunking, index, labels and answers each go to their own fix, most questions first', () => {
    const { whole } = diagnosed(
      {
        q1: [search(['a#0'])],
        q2: [search(['a#1'])],
        q3: [search(['x#0'])],
        q4: [search(['x#0'])],
        q5: [search(['x#0'])],
        q6: [search(['a#0', 'b#0']), answer('w')],
        q7: [search([]), answer('made up')],
      },
      5,
      {
        questions: [
          of('q1'),
          of('q2', {}, ['a']),
          of('q3', {}, ['a']),
          of('q4'),
          question([], { id: 'q5' }),
          of('q6'),
          question([], { id: 'q7', answerable: false }),
        ],
        mappings: [
          mapping('a', { question: 'q1' }),
          unmapped('b', { question: 'q1' }),
          ...mapped('q2', ['a']),
          ...mapped('q3', ['a']),
          ...mapped('q4'),
          ...mapped('q6'),
        ],
        judgements: { q6: { correct: false } },
      },
    );
    expect(whole.fixes.map(({ id, questions }) => [id, questions])).toEqual([
      ['inspect-index', ['q3', 'q4']],
      ['add-documents', ['q1']],
      ['rechunk', ['q2']],
      ['verify-answers', ['q6']],
      ['ground-answers', ['q7']],
      ['label', ['q5']],
    ]);
    expect(fixOf(whole, 'add-documents')?.evidence).toContain('“Title b”');
    expect(fixOf(whole, 'rechunk')?.evidence).toContain('In 1 of 2 single-passage misses');
    expect(fixOf(whole, 'inspect-index')?.evidence).toBe(
      '2 questions (1 total miss, 1 missing document) found no gold passage within k = 5. No other query has been tried on this retriever; none stands further down in the stored ranks.',
    );
  });
});

describe('numbers in sentences', () => {
  const sentences = (whole: ReturnType<typeof diagnoseRun>): string[] => [
    plain(whole),
    ...whole.fixes.flatMap(({ title, evidence }) => [title, evidence]),
    ...whole.warnings.map(({ message }) => message),
    ...whole.questions.map(({ explanation }) => explanation),
  ];
  /** Every verdict that a run of n such questions can have, each with what is known of it. */
  const runs: [string, (n: number) => ReturnType<typeof diagnoseRun>][] = [
    ['total miss', (n) => many(n, () => [search(['x#0'])])],
    ['total miss, further down', (n) => many(n, () => [ranked({ 'x#0': 1, 'a#0': 7 })])],
    ['hop miss', (n) => many(n, () => [search(['a#0'])])],
    ['hop miss, at 8', (n) => many(n, () => [ranked({ 'a#0': 1, 'b#0': 8 })])],
    ['complete', (n) => many(n, () => [search(['a#0', 'b#0'])])],
    ['nothing found', (n) => many(n, () => [search([])])],
  ];
  const many = (n: number, events: () => QuestionEvent[]) =>
    diagnosed(Object.fromEntries(Array.from({ length: n }, (_, at) => [`q${at}`, events()]))).whole;

  it.each(runs)('%s: no zero that says nothing, no plural of one, no "all 2"', (_, made) => {
    for (const n of [1, 2, 5])
      for (const sentence of sentences(made(n))) {
        expect(sentence).not.toMatch(/\b[Aa]ll [12]\b/);
        expect(sentence).not.toMatch(/\b1 (questions|searches|hops|passages|chunks|misses|have|lack)\b/);
        expect(sentence).not.toMatch(/(\(|For |for |, |In |in )0 (of|total|missing|one|another)/);
        expect(sentence).not.toMatch(/probe-|reader-|\bbm25\b|total-miss|missing-document/);
      }
  });
});

describe('warnings and silence', () => {
  it('empty searches over a corpus without what is needed are no outage', () => {
    const lost = (chunks: number) =>
      diagnosed({ q1: [search([])], q2: [search([])] }, 5, {
        mappings: ['q1', 'q2'].flatMap((id) => ['a', 'b'].map((one) => unmapped(one, { question: id }))),
        current: { corpus: 'corpus', questionSet: 'set', chunks },
      }).whole;
    for (const chunks of [0, 7]) {
      const whole = lost(chunks);
      expect(plain(whole)).toContain(
        'None of 2 questions can be measured: the passages they need are not in the corpus.',
      );
      expect(plain(whole)).not.toContain('outage');
      expect(whole.warnings.map(({ code }) => code)).not.toContain('silent-outage');
      expect(whole.fixes.map(({ id }) => id)).toEqual(['add-documents']);
    }
    expect(plain(lost(0))).toContain('The corpus holds no chunk, so each of 2 searches came back empty.');
    expect(lost(0).warnings.map(({ code }) => code)).toContain('empty-corpus');
    expect(lost(7).warnings.map(({ code }) => code)).not.toContain('empty-corpus');
  });

  it('a run whose every list is empty gives one loud banner and no advice to decompose', () => {
    const events = Object.fromEntries(['q1', 'q2', 'q3'].map((id) => [id, [search([])]]));
    const { whole } = diagnosed(events, 5, {
      // Another retriever that works would be advice to switch, and a probe advice to decompose.
      others: [
        run(header('oracle'), { q1: [search(['a#0'], { hop: 1, purpose: 'oracle' })] }),
        run(header('works', {}, 'other'), { q1: [search(['a#0', 'b#0'])] }),
      ],
    });
    expect(whole.warnings[0]).toMatchObject({ code: 'silent-outage', count: 3 });
    expect(plain(whole)).toContain('All 3 searches of this run came back empty');
    expect(whole.fixes).toEqual([]);
  });

  it('gives the commonest reason for what cannot be measured, and of how many it is the reason', () => {
    const whole = (ids: string[], questions: Parameters<typeof prepare>[0]['questions']) =>
      plain(
        diagnosed(Object.fromEntries(ids.map((id) => [id, [search(['x#0'])]])), 5, {
          questions,
          mappings: [],
        }).whole,
      );
    expect(whole(['q1'], [of('q1')])).toContain(
      'The one question cannot be measured: the passages it needs are not in the corpus.',
    );
    expect(whole(['q1', 'q2', 'q3'], [of('q1'), of('q2'), question([], { id: 'q3' })])).toContain(
      'None of 3 questions can be measured: for 2 of them the passages they need are not in the corpus.',
    );
  });

  it('one search that found something is no outage', () => {
    const { whole } = diagnosed({ q1: [search([])], q2: [search(['x#0'])] });
    expect(whole.warnings.map(({ code }) => code)).not.toContain('silent-outage');
  });

  it('tells of unmapped, ambiguous, unlabelled, changed and unjudged', () => {
    const { whole } = diagnosed(
      {
        q1: [search(['a#0'])],
        q2: [search(['x#0'])],
        gone: [search([])],
        q3: [search(['a#0', 'b#0']), answer('x')],
      },
      5,
      {
        questions: [of('q1'), question([], { id: 'q2' }), of('q3', { answers: [] })],
        mappings: [
          mapping('a', { question: 'q1', status: 'ambiguous' }),
          unmapped('b', { question: 'q1' }),
          ...mapped('q3'),
        ],
        current: { corpus: 'another', questionSet: 'another' },
      },
    );
    const codes = Object.fromEntries(whole.warnings.map(({ code, count }) => [code, count]));
    expect(codes).toEqual({
      'corpus-changed': 1,
      // Three whose wording was not recorded, and the one that is gone.
      'questions-changed': 4,
      unjudged: 1,
      'low-coverage': 1,
      ambiguous: 1,
      unlabelled: 1,
    });
  });
});

describe('sentences', () => {
  const other = run(header('two', { system: 'probe-oracle' }), {
    q1: [search(['x#0', 'b#0'], { hop: 2, purpose: 'oracle', query: 'which guild?' })],
  });

  it('the finding counts what is missing, what can be reached, and what proves nothing', () => {
    const { whole } = diagnosed(
      { q1: [search(['a#0'])], q2: [search(['a#0'])], q3: [search(['a#0', 'b#0'])] },
      5,
      { others: [other] },
    );
    expect(plain(whole)).toBe(
      'Of 3 questions, 2 lack a passage they need at k = 5. In 1 of them a missing passage is one that this retriever can reach: the search does not ask for it. For the other one no query has found one yet, which proves nothing.',
    );
    expect(whole.finding.parts.map(({ emphasis }) => emphasis)).toEqual([
      null,
      'hop-miss',
      null,
      null,
      'search-drift',
      null,
    ]);
  });

  it('claims no drift without another query', () => {
    expect(plain(diagnosed({ q1: [search(['a#0'])] }).whole)).toContain('No other query has been tried');
    const vain = run(header('two'), { q1: [search(['x#0'], { hop: 2, purpose: 'oracle' })] });
    expect(plain(diagnosed({ q1: [search(['a#0'])] }, 5, { others: [vain] }).whole)).toContain(
      'proves nothing',
    );
  });

  it('a complete run says so', () => {
    expect(plain(diagnosed({ q1: [search(['a#0', 'b#0'])], q2: [search(['b#0', 'a#0'])] }).whole)).toBe(
      'Both questions have their complete evidence at k = 5.',
    );
  });

  it('an explanation says where the chain breaks, which query finds it at which rank, and what this proves', () => {
    const { prepared } = diagnosed({ q1: [ranked({ 'a#0': 1, 'b#0': 31 })] }, 5, { others: [other] });
    expect(diagnoseQuestion(prepared, 'q1', 5)?.explanation).toBe(
      'The chain breaks at hop 2: the passage “Title b” was not retrieved within k = 5 (its best rank is 31). The same retriever finds it at rank 2 when asked “which guild?” (certificate C: its own sub-question, gold bridge answers filled in), so it can be reached, and this search did not ask for it.',
    );
  });

  it('without a certificate it says that this proves nothing', () => {
    const { prepared } = diagnosed({ q1: [search(['a#0'])] });
    expect(diagnoseQuestion(prepared, 'q1', 5)?.explanation).toContain(
      'No query tried so far finds it within k = 5; this proves nothing about whether one could.',
    );
  });
});
