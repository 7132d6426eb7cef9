import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AnswerJudgement, diagnoseQuestion, diagnoseRun } from '../../src/diagnosis';
import { type CategoryFacts, categoryOf } from '../../src/diagnosis/category';
import { CATEGORIES, type Category } from '../../src/domain/category';
import type { GoldMapping } from '../../src/domain/mapping';
import type { Question } from '../../src/domain/question';
import type { QuestionEvent, RunTrace } from '../../src/domain/trace';
import {
  answer,
  failure,
  gold,
  header,
  limit,
  mapping,
  prepare,
  question,
  register,
  requirement,
  run,
  search,
  unmapped,
} from './build';

const two = question([gold('a'), gold('b')]);
const twoMapped = [mapping('a'), mapping('b')];
const bLost = [mapping('a'), unmapped('b')];
const complete = search(['a#0', 'b#0']);
const partial = search(['a#0', 'x#0']);
/** The missing passage is found by another run of the same retriever: certificate B. */
const drift = run(header('other', { system: 'self-ask' }), {
  q: [search(['b#0'], { purpose: 'sub-question', query: 'other words' })],
});
const elsewhere = run(header('other', { system: 'self-ask' }, 'another retriever'), {
  q: [search(['b#0'], { purpose: 'sub-question', query: 'other words' })],
});
const falseResolution = register([requirement('r1', 'resolved', ['x#0'])]);
const supported = register([requirement('r1', 'resolved', ['x#0', 'a#0'])]);
const wrong: AnswerJudgement = { correct: false };

interface Row {
  what: string;
  events: QuestionEvent[];
  judgement?: AnswerJudgement;
  question?: Question;
  mappings?: GoldMapping[];
  others?: RunTrace[];
  paper: Category | null;
  blind: Category | null;
}
const both = (category: Category | null): Pick<Row, 'paper' | 'blind'> => ({
  paper: category,
  blind: category,
});

/** One row a clause of 05.4 and a border between two, in its order; the right value is read from the text by hand. */
const TABLE: Row[] = [
  // 1. The judge says wrong, but …
  {
    what: 'the answer contains the gold answer',
    events: [partial, answer('It is The Answer, of course')],
    judgement: wrong,
    ...both('judge-error'),
  },
  {
    what: 'the answer contains an alias',
    events: [partial, answer('Bern')],
    judgement: wrong,
    question: { ...two, answers: ['Berne', 'Bern'] },
    ...both('judge-error'),
  },
  {
    what: 'a person says right',
    events: [partial, answer('other words')],
    judgement: { correct: false, person: true },
    ...both('judge-error'),
  },
  {
    what: 'a person says right where comparing, with no judge, said wrong',
    events: [partial, answer('other words')],
    judgement: { person: true },
    ...both('judge-error'),
  },
  {
    what: 'a person agrees with the judge: no error of the judge, whatever the answer contains',
    events: [complete, answer('not the answer')],
    judgement: { correct: false, person: false },
    ...both('reasoning-error'),
  },
  {
    what: 'judge error before giving up by force',
    events: [partial, limit(), answer('the answer', false, true)],
    judgement: wrong,
    ...both('judge-error'),
  },
  // 2. The answer abstains, or a budget forced it.
  { what: 'abstained', events: [partial, answer('', true)], ...both('gave-up') },
  { what: 'a refusal in words', events: [partial, answer("I don't know.")], ...both('gave-up') },
  {
    what: 'the judge calls it an abstention',
    events: [partial, answer('Hard to tell, really')],
    judgement: { correct: false, abstained: true },
    ...both('gave-up'),
  },
  {
    what: 'a refusal that names the gold answer is not an error of the judge',
    events: [complete, answer('The passages do not mention the answer.')],
    judgement: wrong,
    ...both('gave-up'),
  },
  {
    what: 'abstained with every passage: before reasoning',
    events: [complete, answer('', true)],
    ...both('gave-up'),
  },
  {
    what: 'forced by the loops',
    events: [partial, limit('loops'), answer('x', false, true)],
    ...both('gave-up'),
  },
  {
    what: 'forced by the context, with every passage',
    events: [complete, limit('context'), answer('x', false, true)],
    ...both('gave-up'),
  },
  {
    what: 'forced before a false resolution',
    events: [partial, falseResolution, limit(), answer('x', false, true)],
    ...both('gave-up'),
  },
  {
    what: 'a limit whose answer was not forced is no giving up',
    events: [complete, limit(), answer('x')],
    ...both('reasoning-error'),
  },
  {
    what: 'forced without a budget that ran out is no giving up',
    events: [complete, answer('x', false, true)],
    ...both('reasoning-error'),
  },
  // 3. Every gold passage was retrieved, or a false resolution.
  { what: 'complete evidence', events: [complete, answer('x')], ...both('reasoning-error') },
  {
    what: 'complete over several searches',
    events: [partial, search(['b#0'], { step: 2 }), answer('x')],
    ...both('reasoning-error'),
  },
  {
    what: 'complete evidence before a false resolution: the columns agree',
    events: [complete, falseResolution, answer('x')],
    ...both('reasoning-error'),
  },
  {
    what: 'false resolution; blind to it, nothing certified',
    events: [partial, falseResolution, answer('x')],
    paper: 'false-resolution',
    blind: 'unreached',
  },
  {
    what: 'false resolution; blind to it, drift',
    events: [partial, falseResolution, answer('x')],
    others: [drift],
    paper: 'false-resolution',
    blind: 'search-drift',
  },
  {
    what: 'false resolution; blind to it, not in the corpus',
    events: [partial, falseResolution, answer('x')],
    mappings: bLost,
    paper: 'false-resolution',
    blind: 'not-in-corpus',
  },
  {
    what: 'one of two resolutions is false',
    events: [
      partial,
      register([requirement('r1', 'resolved', ['a#0']), requirement('r2', 'resolved', ['x#0'])]),
      answer('x'),
    ],
    paper: 'false-resolution',
    blind: 'unreached',
  },
  {
    what: 'resolved with a gold passage among the support',
    events: [partial, supported, answer('x')],
    ...both('unreached'),
  },
  {
    what: 'neither pending, active nor retired is resolved',
    events: [
      partial,
      register([
        requirement('r1', 'pending', ['x#0']),
        requirement('r2', 'active', ['x#0']),
        requirement('r3', 'retired', ['x#0'], { reason: 'not needed' }),
      ]),
      answer('x'),
    ],
    ...both('unreached'),
  },
  {
    what: 'opened again later: it does not stand resolved',
    events: [partial, falseResolution, register([requirement('r1', 'active', ['x#0'])], 6), answer('x')],
    ...both('unreached'),
  },
  {
    what: 'an item that no later update touches stays resolved',
    events: [partial, falseResolution, register([requirement('r2', 'active')], 6), answer('x')],
    paper: 'false-resolution',
    blind: 'unreached',
  },
  {
    what: 'gold support that came with a later update counts',
    events: [partial, falseResolution, supported, answer('x')],
    ...both('unreached'),
  },
  // 4. Some gold passage was not retrieved.
  {
    what: 'certified: drift',
    events: [partial, answer('x')],
    others: [drift],
    ...both('search-drift'),
  },
  {
    what: 'an own reformulation certifies (D) and retrieves nothing',
    events: [partial, search(['b#0'], { purpose: 'keywords' }), answer('x')],
    ...both('search-drift'),
  },
  {
    what: 'a certificate of another retriever proves nothing here',
    events: [partial, answer('x')],
    others: [elsewhere],
    ...both('unreached'),
  },
  { what: 'no certificate', events: [partial, answer('x')], ...both('unreached') },
  {
    what: 'nothing was searched at all',
    events: [answer('x')],
    ...both('unreached'),
  },
  {
    what: 'one passage is not in the corpus, the other was missed and is certified: listed apart',
    events: [search(['x#0']), answer('x')],
    mappings: bLost,
    others: [run(header('other'), { q: [search(['a#0'])] })],
    ...both('not-in-corpus'),
  },
  {
    what: 'an ambiguous passage is in the corpus',
    events: [partial, answer('x')],
    mappings: [mapping('a'), mapping('b', { status: 'ambiguous' })],
    ...both('unreached'),
  },
  {
    what: 'no passage is labelled: no cause can be told',
    events: [partial, falseResolution, answer('x')],
    question: question([]),
    mappings: [],
    ...both('unlabelled'),
  },
  {
    what: 'no passage is labelled and the run abstains',
    events: [partial, answer('', true)],
    question: question([]),
    mappings: [],
    ...both('gave-up'),
  },
  // No category.
  { what: 'right', events: [partial, falseResolution, answer('the answer')], ...both(null) },
  {
    what: 'right by the judge, though no word agrees',
    events: [partial, answer('x')],
    judgement: { correct: true },
    ...both(null),
  },
  {
    what: 'wrong by a person, right by the judge',
    events: [complete, answer('x')],
    judgement: { correct: true, person: false },
    ...both('reasoning-error'),
  },
  {
    what: 'a judge was asked and gave no verdict',
    events: [partial, answer('x')],
    judgement: { correct: null },
    ...both(null),
  },
  { what: 'no answer in the run', events: [partial], ...both(null) },
  {
    what: 'the run failed on it',
    events: [partial, answer('x'), failure('cut')],
    ...both(null),
  },
  {
    what: 'an unanswerable question has no right answer to miss',
    events: [partial, answer('x')],
    question: { ...two, answerable: false },
    ...both(null),
  },
];

const preparedOf = (row: Row) =>
  prepare({
    questions: [row.question ?? two],
    mappings: row.mappings ?? twoMapped,
    run: run(header('own', { system: 'execution-rag' }), { q: row.events }),
    ...(row.others === undefined ? {} : { others: row.others }),
    ...(row.judgement === undefined ? {} : { judgements: { q: row.judgement } }),
  });

describe('failure categories (05.4)', () => {
  it.each(TABLE)('$what: $paper, blind $blind', (row) => {
    const category = diagnoseQuestion(preparedOf(row), 'q', 5)?.category;
    expect(category).toEqual(row.paper === null ? null : { paper: row.paper, 'register-blind': row.blind });
  });

  it('has every category in the table, in both columns where both can have it', () => {
    expect(new Set(TABLE.map(({ paper }) => paper))).toEqual(new Set([null, ...CATEGORIES]));
    expect(new Set(TABLE.map(({ blind }) => blind))).toEqual(
      new Set([null, ...CATEGORIES.filter((category) => category !== 'false-resolution')]),
    );
  });

  it('follows k: what is within k was retrieved', () => {
    const prepared = preparedOf({
      what: '',
      events: [search(['a#0', 'x#0', 'b#0']), answer('x')],
      ...both(null),
    });
    const at = (k: number) => diagnoseQuestion(prepared, 'q', k)?.category?.paper;
    expect([at(1), at(2), at(3)]).toEqual(['unreached', 'unreached', 'reasoning-error']);
  });

  const facts: fc.Arbitrary<CategoryFacts> = fc
    .record({
      judged: fc.constantFrom(true, false, null),
      person: fc.constantFrom(true, false, null),
      contains: fc.boolean(),
      abstained: fc.boolean(),
      forced: fc.boolean(),
      golds: fc.nat(4),
      lost: fc.nat(4),
      found: fc.nat(4),
      falseResolution: fc.boolean(),
      certified: fc.boolean(),
    })
    .map(({ lost, found, ...rest }) => {
      const notInCorpus = Math.min(lost, rest.golds);
      return { ...rest, notInCorpus, hits: Math.min(found, rest.golds - notInCorpus) };
    });

  it('gives one category in each column exactly when judge or person says wrong; the columns differ by false resolutions alone', () => {
    fc.assert(
      fc.property(facts, (given) => {
        const category = categoryOf(given);
        expect(category !== null).toBe(given.judged === false || given.person === false);
        if (category === null) return;
        expect(category['register-blind']).not.toBe('false-resolution');
        expect(category.paper !== category['register-blind']).toBe(category.paper === 'false-resolution');
        expect(categoryOf({ ...given, falseResolution: false })?.paper).toBe(category['register-blind']);
      }),
    );
  });
});

describe('categories of a run', () => {
  const ids = ['q1', 'q2', 'q3', 'q4', 'q5', 'q6'];
  const prepared = prepare({
    questions: ids.map((id) => ({ ...two, id })),
    mappings: ids.flatMap((id) => twoMapped.map((one) => ({ ...one, question: id }))),
    run: run(header('own', { system: 'execution-rag' }), {
      q1: [partial, falseResolution, answer('x')],
      q2: [partial, falseResolution, answer('the answer')],
      q3: [partial, limit(), answer('x', false, true)],
      q4: [partial, answer('', true)],
      q5: [partial, answer('x')],
      q6: [partial, failure('cut')],
    }),
    judgements: { q5: { correct: null } },
  });

  it('counts each wrong answer once a column, and names every premature resolution', () => {
    const { categories, errors, unjudged } = diagnoseRun(prepared, 5, { questions: false });
    expect(categories).toMatchObject({ n: 3, forced: 1, register: true });
    expect(categories?.counts.paper).toMatchObject({ 'gave-up': 2, 'false-resolution': 1, unreached: 0 });
    expect(categories?.counts['register-blind']).toMatchObject({
      'gave-up': 2,
      'false-resolution': 0,
      unreached: 1,
    });
    expect(categories?.premature.map((one) => one.question)).toEqual(['q1', 'q2']);
    expect([errors, unjudged]).toEqual([1, 1]);
  });

  it('is not known for a run without judged answers', () => {
    const silent = prepare({
      questions: [two],
      mappings: twoMapped,
      run: run(header('own'), { q: [partial] }),
    });
    expect(diagnoseRun(silent, 5, { questions: false }).categories).toBeNull();
  });
});

describe('premature resolutions', () => {
  const item = requirement('r1', 'resolved', ['x#0', 'y#0'], { note: 'seen' });
  const judged: QuestionEvent = {
    event: 'judge',
    question: 'q',
    step: 4,
    hop: 1,
    judge: 'shipped',
    threshold: 0.5,
    asked: 'need r1',
    state: 'scored',
    probability: 0.6,
    chunk: 'y#0',
    use: 'filled',
  };
  const listed = (
    events: QuestionEvent[],
    scores?: Record<string, Record<string, number | null>>,
    threshold = 0.5,
  ) => {
    const one = question([gold('a'), gold('b')], {
      hops: [{ id: 1, question: 'sub', answers: ['s'], dependsOn: [], gold: ['a'] }],
    });
    const made = prepare({
      questions: [one],
      mappings: twoMapped,
      run: run(header('own', { system: 'execution-rag' }), { q: [partial, ...events, answer('x')] }),
      ...(scores === undefined ? {} : { scores: { sub: { 'a#0': 0.9, 'x#0': 0.1 }, ...scores } }),
    });
    return diagnoseQuestion(made, 'q', 5, threshold)?.premature;
  };

  it('come with item, note, support and the step at which they were resolved', () => {
    const events = [
      register([requirement('r1', 'active')], 3),
      register([item], 5),
      register([{ ...item, note: 'seen again' }], 7),
    ];
    expect(listed(events)).toEqual([
      { id: 'r1', text: 'need r1', note: 'seen again', support: ['x#0', 'y#0'], step: 5, score: null },
    ]);
  });

  it('carry the highest recorded score of their support, read by the threshold in view', () => {
    const scores = { 'need r1': { 'x#0': 0.2, 'y#0': 0.4 } };
    const score = { probability: 0.4, chunk: 'y#0', judge: 'judge' };
    expect(listed([register([item])], scores)?.[0]?.score).toEqual({ ...score, present: false });
    expect(listed([register([item])], scores, 0.3)?.[0]?.score).toEqual({ ...score, present: true });
  });

  it('carry what the classifier said in the run where nothing else is recorded, by its own threshold', () => {
    expect(listed([judged, register([item])], undefined, 0.9)?.[0]?.score).toEqual({
      probability: 0.6,
      chunk: 'y#0',
      judge: 'shipped',
      present: true,
    });
    expect(listed([{ ...judged, asked: 'another need' }, register([item])])?.[0]?.score).toBeNull();
  });
});
