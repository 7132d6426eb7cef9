import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchAnswer } from '../../src/diagnosis/answers/match';
import { isRefusal } from '../../src/diagnosis/answers/refusals';
import { answerTokens } from '../../src/diagnosis/answers/tokens';
import reference from '../fixtures/answer-scores.json' with { type: 'json' };

describe('exact match and F1 (05.8)', () => {
  it.each(reference)('equal the SQuAD evaluation: $answer against $golds', ({ answer, golds, exact, f1 }) => {
    const match = matchAnswer(answer, golds);
    expect(match?.exact).toBe(exact);
    expect(match?.f1).toBeCloseTo(f1, 12);
    if (exact) expect(match?.contain).toBe(true);
  });

  it('are the best over gold answer and aliases, and not known without any', () => {
    expect(matchAnswer('Bern', ['Basel', 'Bern'])).toEqual({ contain: true, exact: true, f1: 1 });
    expect(matchAnswer('Bern', [])).toBeNull();
    expect(matchAnswer('Bern', ['  '])).toBeNull();
  });

  it('stay between 0 and 1, and an answer always matches itself', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 30 });
    fc.assert(
      fc.property(text, text, (answer, gold) => {
        const match = matchAnswer(answer, [gold]);
        if (match === null) return;
        expect(match.f1 >= 0 && match.f1 <= 1).toBe(true);
        if (match.exact && match.contain !== null) expect(match.contain).toBe(true);
        expect(matchAnswer(gold, [gold])).toMatchObject({ contain: true, exact: true, f1: 1 });
      }),
    );
  });
});

/** Counted by hand from the edge cases and 05.8. `contain` null: comparing words does not decide. */
const CASES: [string, string, boolean | null, boolean, number][] = [
  // Numbers: separators, words, percentages; a decimal point is not noise.
  ['977,633', '977633', true, true, 1],
  ['It has 1,000 seats', '1000', true, false, 0.4],
  ['27 percent', '27%', true, true, 1],
  ['27 per cent', '27%', true, true, 1],
  ['314', '3.14', false, false, 0],
  ['3.140', '3.14', true, true, 1],
  ['twenty-one', '21', true, true, 1],
  ['two hundred and five ships', '205 ships', true, true, 1],
  ['three', '3', true, true, 1],
  ['1.4 billion', '1400000000', true, true, 1],
  ['1.4 billion', '1.4', null, false, 0],
  ['1.4', '1.4 billion', null, false, 0],
  ['1.1 million', '1,100,000', true, true, 1],
  ['in 1947', '4', false, false, 0],
  ['the 2nd floor', 'second floor', true, true, 1],
  ['the twenty-first century', '21st century', true, true, 1],
  ['from 1990-1995', '1995', true, false, 0.5],
  ['-5', '5', false, false, 0],
  // Dates in any order; a part counts in part.
  ['July 4, 1776', '4 July 1776', true, true, 1],
  ['1776-07-04', '4 July 1776', true, true, 1],
  ['the 4th of July, 1776', '1776-07-04', true, true, 1],
  ['4 Jul 1776', 'July 4, 1776', true, true, 1],
  ['July 4, 1776', '1776', true, false, 0.5],
  ['July 1776', '4 July 1776', false, false, 0.8],
  ['May 2001', '2001', true, false, 2 / 3],
  // Yes and no.
  ['Yes, because both were built by Ann', 'yes', true, false, 1],
  ['No', 'yes', false, false, 0],
  ['No.', 'no', true, true, 1],
  ['The answer is yes', 'Yes', true, false, 1],
  ['It depends', 'yes', null, false, 0],
  ['yes - mostly', 'yes', true, false, 1],
  ['There is no doubt', 'No one', false, false, 1 / 3],
  // Unicode.
  ['Cafe\u0301 Zu\u0308rich', 'Caf\u00e9 Z\u00fcrich', true, true, 1],
  ['Ｂｅｒｎ', 'Bern', true, true, 1],
  ['“O’Dell”', '"O\'Dell"', true, true, 1],
  ['東京都', '東京', true, false, 0.8],
  ['京都', '東京', false, false, 0.5],
  ['Москва', 'москва', true, true, 1],
  // Whole words, articles, punctuation.
  ['Bernard', 'Bern', false, false, 0],
  ['the Bern', 'Bern', true, true, 1],
  ['U.S.', 'US', true, true, 1],
  ['The A', 'Bern', false, false, 0],
];

it.each(CASES)('%j against %j: contain %s, exact %s, F1 %d', (answer, gold, contain, exact, f1) => {
  const match = matchAnswer(answer, [gold]);
  expect(match?.contain).toBe(contain);
  expect(match?.exact).toBe(exact);
  expect(match?.f1).toBeCloseTo(f1, 12);
});

it('reads what is written, once', () => {
  expect(answerTokens('On July 4th, 1776, about two thousand of the 3,000 men left.')).toEqual([
    'on',
    '4',
    'july',
    '1776',
    'about',
    '2000',
    'of',
    '3000',
    'men',
    'left',
  ]);
  expect(answerTokens('')).toEqual([]);
  expect(answerTokens('one million two hundred thousand and six')).toEqual(['1200006']);
  expect(answerTokens('nineteen eighty-four')).toEqual(['19', '84']);
  expect(answerTokens('agent 007')).toEqual(['agent', '007']);
});

describe('abstention (05.8)', () => {
  it.each([
    '',
    '   ',
    '.',
    'Sorry, unknown.',
    'Unanswerable',
    'N/A',
    'unknown.',
    "I don't know.",
    'I do not know',
    "I'm sorry, but I cannot find that in the provided documents.",
    "I don't have that in the documents [2].",
    'The passages do not mention who built the mill.',
    'The builder of the mill is not mentioned in the passages.',
    'There is not enough information to say.',
    'Based on the provided context, the question cannot be answered.',
    'Not mentioned in the text (passage 3)',
    'Insufficient information',
    'Das weiß ich nicht.',
    'Ich kann das nicht beantworten.',
    'Je ne sais pas.',
    'No se menciona en los documentos.',
    'Non lo so.',
    'Não sei.',
    'Nie wiem.',
    'Не знаю',
    'Bilmiyorum.',
    '文档中没有相关信息。',
    '无法回答',
    'わかりません。',
    '문서에서 알 수 없습니다.',
    'لا أعرف',
    'मुझे नहीं पता',
  ])('%j is one', (text) => {
    expect(isRefusal(text)).toBe(true);
  });

  it.each([
    'Bern',
    'No',
    'No.',
    'Nobody knows the way to Velm',
    'None of the Above (album)',
    'The Unknown Soldier',
    'He was not found guilty.',
    'Not a Love Story',
    'I Know You',
    'Not Waving but Drowning',
    'Nie Er',
    'Ann, who was born in Bern. The passages do not mention her death.',
    'Noel Coward',
    '[Date]',
    '$',
    'Sorry',
    'given',
    '不知火',
  ])('%j is none', (text) => {
    expect(isRefusal(text)).toBe(false);
  });
});
