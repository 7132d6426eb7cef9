import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Question } from '../../../../src/domain/question';
import { actionOf } from '../../../../src/ui/screens/questions/desk/keys';
import {
  isLabelled,
  type LISTS,
  listed,
  nextOpen,
  openPlaces,
  openRows,
  placeIn,
  placesOf,
  progressOf,
} from '../../../../src/ui/screens/questions/desk/places';
import { emptyHop, emptyQuestion } from '../../../../src/ui/screens/questions/draft';

/** A question with one hop an entry: true has gold. Without entries `gold` says whether the question has some. */
const of = (id: string, hops: boolean[], more: Partial<Question> = {}): Question => ({
  ...emptyQuestion(id),
  text: `Question ${id}?`,
  hops: hops.map((gold, at) => ({
    ...emptyHop(at + 1),
    question: `step ${at + 1}`,
    gold: gold ? ['g1'] : [],
  })),
  gold: hops.includes(true) ? [{ id: 'g1', document: 'd' }] : [],
  ...more,
});

const done = of('done', [true, true]);
const half = of('half', [true, false]);
const none = of('none', [false, false]);
const plain = of('plain', []);
const flat = of('flat', [], { gold: [{ id: 'g1', document: 'd' }] });
const null_ = of('null', [], { answerable: false });
/** Gold of the question that no hop names leaves its hops open. */
const loose = of('loose', [false], { gold: [{ id: 'g1', document: 'd' }] });
const set = [done, half, none, plain, flat, null_, loose];

describe('what is left to label', () => {
  it('is each hop without gold, and a question without hops and without gold', () => {
    expect(set.map((question) => [question.id, openPlaces(question)])).toEqual([
      ['done', []],
      ['half', [2]],
      ['none', [1, 2]],
      ['plain', [null]],
      ['flat', []],
      ['null', []],
      ['loose', [1]],
    ]);
  });

  it('is counted over answerable questions alone', () => {
    expect(progressOf(set)).toEqual({
      questions: { done: 2, total: 6 },
      places: { done: 4, total: 9 },
      bare: 2,
      hops: 4,
    });
    expect(progressOf([]).places).toEqual({ done: 0, total: 0 });
  });

  it('is listed by what is missing; the question in hand stays', () => {
    const ids = (list: (typeof LISTS)[number], kept: string | null = null) =>
      listed(set, list, kept).map(({ id }) => id);
    expect(ids('open')).toEqual(['half', 'none', 'plain', 'loose']);
    expect(ids('bare')).toEqual(['none', 'plain']);
    expect(ids('hops')).toEqual(['half', 'none', 'loose']);
    expect(ids('all')).toEqual(['done', 'half', 'none', 'plain', 'flat', 'loose']);
    expect(ids('bare', 'done')).toEqual(['done', 'none', 'plain']);
    expect(ids('open', 'null')).toEqual(['half', 'none', 'plain', 'loose']);
  });

  it('goes to a spreadsheet, one row a place', () => {
    expect(openRows([half, plain])).toEqual([
      ['id', 'question', 'hop', 'sub-question'],
      ['half', 'Question half?', 2, 'step 2'],
      ['plain', 'Question plain?', '', ''],
    ]);
  });
});

describe('going from place to place', () => {
  it('takes the next one without gold in the order of the set, round the end', () => {
    const start = { question: 'done', hop: 1 };
    const second = nextOpen(set, start);
    expect(second).toEqual({ question: 'half', hop: 2 });
    expect(nextOpen(set, { question: 'loose', hop: 1 })).toEqual({ question: 'half', hop: 2 });
    expect(nextOpen(set, { question: 'half', hop: 2 }, -1)).toEqual({ question: 'loose', hop: 1 });
    expect(nextOpen(set, null)).toEqual({ question: 'half', hop: 2 });
    expect(nextOpen(set, null, -1)).toEqual({ question: 'loose', hop: 1 });
    // From a question that has no place, as from nowhere.
    expect(nextOpen(set, { question: 'null', hop: null })).toEqual({ question: 'half', hop: 2 });
  });

  it('finds nothing where no other place is open', () => {
    expect(nextOpen([done, flat], null)).toBeNull();
    expect(nextOpen([done, plain], { question: 'plain', hop: null })).toBeNull();
    expect(nextOpen([], null)).toBeNull();
  });

  it('property: going on visits every open place once before it comes back', () => {
    const questions = fc
      .array(fc.tuple(fc.array(fc.boolean(), { maxLength: 4 }), fc.boolean()), { minLength: 1, maxLength: 8 })
      .map((all) => all.map(([hops, answerable], at) => of(`q${at}`, hops, { answerable })));
    fc.assert(
      fc.property(questions, fc.constantFrom(1 as const, -1 as const), (all, step) => {
        const open = all.flatMap((question) => openPlaces(question).map((hop) => `${question.id} ${hop}`));
        const seen: string[] = [];
        let at = nextOpen(all, null, step);
        while (at !== null && !seen.includes(`${at.question} ${at.hop}`)) {
          seen.push(`${at.question} ${at.hop}`);
          at = nextOpen(all, at, step);
        }
        expect(seen.toSorted()).toEqual(open.toSorted());
        const { places } = progressOf(all);
        expect(places.total - places.done).toBe(open.length);
      }),
    );
  });

  it('keeps the hop that was asked for, else takes the first without gold', () => {
    expect(placeIn(half, null)).toEqual({ question: 'half', hop: 2 });
    expect(placeIn(half, 1)).toEqual({ question: 'half', hop: 1 });
    expect(placeIn(half, 9)).toEqual({ question: 'half', hop: 2 });
    expect(placeIn(done, null)).toEqual({ question: 'done', hop: 1 });
    expect(placeIn(plain, 1)).toEqual({ question: 'plain', hop: null });
    expect(placesOf(null_)).toEqual([]);
    expect(isLabelled(loose, null)).toBe(true);
    expect(isLabelled(loose, 7)).toBe(false);
  });
});

it('knows its keys, in either case, and no other', () => {
  expect(actionOf('J')).toEqual({ kind: 'move', step: 1 });
  expect(actionOf('p')).toEqual({ kind: 'open-place', step: -1 });
  expect(actionOf('3')).toEqual({ kind: 'hop', at: 3 });
  for (const key of ['0', '12', 'Enter', 'x', '']) expect(actionOf(key)).toBeNull();
});
