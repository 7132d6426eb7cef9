import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Hop, Question } from '../../src/domain/question';
import { queryKey } from '../../src/systems/query-key';
import { keywords, names, reformulate } from '../../src/systems/reformulate';
import { fillSubQuestion, inDependencyOrder, withoutPlaceholders } from '../../src/systems/sub-questions';

describe('the key of a query', () => {
  test.each([
    ['Who designed  the\tBridge?', 'who designed the bridge'],
    ['ＷＨＯ designed — the “bridge”!', 'who designed the bridge'],
    ['Straße', 'straße'],
    ['C++ or C#', 'c++ or c'],
    ['東京は、どこ？', '東京は どこ'],
    ['?!', ''],
  ])('%s → %s', (query, key) => expect(queryKey(query)).toBe(key));

  test('is its own key, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        expect(queryKey(queryKey(text))).toBe(queryKey(text));
      }),
    );
  });
});

describe('unfilled placeholders', () => {
  test.each([
    ['Who is the spouse of #1?', 'Who is the spouse?'],
    ["What is #1's capital?", 'What is capital?'],
    ['When did #2 begin in #1?', 'When did begin?'],
    ['Who was mayor of the #3 in 1990?', 'Who was mayor in 1990?'],
    ['#1 >> spouse', '>> spouse'],
    ['#12', ''],
    ['Nothing open here', 'Nothing open here'],
  ])('%s → %s', (text, rest) => expect(withoutPlaceholders(text)).toBe(rest));

  const question = (hops: Hop[]): Question => ({
    id: 'q',
    text: 'The whole question',
    answers: [],
    answerable: true,
    hops,
    gold: [],
    source: 'test',
  });
  const hop = (id: number, text: string, dependsOn: number[] = []): Hop => ({
    id,
    question: text,
    answers: [],
    dependsOn,
    gold: [],
  });

  test('a sub-question of which nothing is left is asked as the whole question', () => {
    expect(fillSubQuestion(question([]), hop(2, '#1?'), () => undefined)).toEqual({
      query: 'The whole question',
      unresolved: [1],
    });
    expect(
      fillSubQuestion(question([]), hop(3, '#1 or #2?'), (id) => (id === 1 ? 'Kelm' : undefined)),
    ).toEqual({
      query: 'Kelm or?',
      unresolved: [2],
    });
  });

  test('a bridge answer that looks like a placeholder is an answer', () => {
    expect(fillSubQuestion(question([]), hop(2, 'Who sang #1?'), () => '#1')).toEqual({
      query: 'Who sang #1?',
      unresolved: [],
    });
  });

  test('hops come after those they need, by labels or by placeholder, and a cycle loses none', () => {
    const order = (hops: Hop[]) => inDependencyOrder(question(hops)).map(({ id }) => id);
    expect(order([hop(1, 'of #3'), hop(2, 'a'), hop(3, 'b', [2])])).toEqual([2, 3, 1]);
    expect(order([hop(1, '#2'), hop(2, '#1'), hop(3, 'free')])).toEqual([3, 1, 2]);
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 3 }), { maxLength: 6 }),
        (needs) => {
          const hops = needs.map((dependsOn, i) => hop(i + 1, 'x', dependsOn));
          const result = order(hops);
          expect([...result].sort()).toEqual(hops.map(({ id }) => id));
          // Labels whose hops only point backwards have one right order: each hop after all it needs.
          if (needs.every((own, i) => own.every((id) => id < i + 1))) {
            for (const { id, dependsOn } of hops) {
              for (const need of dependsOn) expect(result.indexOf(need)).toBeLessThan(result.indexOf(id));
            }
          }
        },
      ),
    );
  });
});

describe('reformulations', () => {
  test('keywords are the words that carry meaning, each once, in order', () => {
    expect(keywords('Who was the teacher of the teacher of Mira Tal?')).toEqual(['teacher', 'Mira', 'Tal']);
    expect(keywords('What is it?')).toEqual([]);
    expect(keywords('東京はどこ')).toEqual(['東京はどこ']);
  });

  test.each([
    ['In what year did the Bank of Kelm open?', ['Bank of Kelm']],
    ['Who wrote “the long way down”?', ['the long way down']],
    ["Who is Mira Tal's teacher?", ['Mira Tal']],
    ['Which is older, Kelm Mill or the Ostra Bridge?', ['Ostra Bridge', 'Kelm Mill']],
    ['Who led Route 66 Rovers in the U.S.?', ['Route 66 Rovers', 'U.S']],
    ['Who directed The Long Way Down?', ['The Long Way Down']],
    ['The Long Way Down was directed by whom?', ['Long Way Down']],
    ['who wrote it?', []],
  ])('names in: %s', (text, expected) => expect(names(text)).toEqual(expected));

  test('use the bridge entity where one was filled in, else the longest name', () => {
    expect(reformulate('Who was the teacher of Mira Tal?', ['Mira Tal'])).toEqual([
      { purpose: 'keywords', query: 'teacher Mira Tal' },
      { purpose: 'relation', query: 'Mira Tal teacher' },
      { purpose: 'title', query: 'Mira Tal' },
    ]);
    expect(reformulate('Who designed the Ostra Bridge?', [])).toEqual([
      { purpose: 'keywords', query: 'designed Ostra Bridge' },
      { purpose: 'relation', query: 'Ostra Bridge designed' },
      { purpose: 'title', query: 'Ostra Bridge' },
    ]);
    expect(reformulate('who is it?', [])).toEqual([]);
  });

  test('consist of nothing but words of the text and the entities', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 80 }),
        fc.array(fc.string({ minLength: 1, maxLength: 10 }), { maxLength: 2 }),
        (text, entities) => {
          const allowed = `${text} ${entities.join(' ')}`;
          for (const { query } of reformulate(text, entities)) {
            for (const word of query.split(/\s+/)) expect(allowed).toContain(word);
          }
        },
      ),
    );
  });
});
