import { describe, expect, it } from 'vitest';
import { combineAnswers, mergeAnswers, PERSON, type RecordedAnswer } from '../../src/domain/answer-judgement';

const of = { question: 'q', asked: 'Where?', gold: ['Bern'], answer: 'Berne' };
const record = (
  by: string,
  verdict: RecordedAnswer['verdict'],
  minute: number,
  more: Partial<RecordedAnswer> = {},
) => ({
  ...of,
  by,
  verdict,
  reason: '',
  time: `2026-01-01T00:0${minute}:00.000Z`,
  ...more,
});

describe('who counts', () => {
  it('a person before a judge, whoever spoke last; nobody: the words are compared', () => {
    expect(combineAnswers([])(of)).toBeNull();
    expect(combineAnswers([record('llm|a', 'incorrect', 1)])(of)).toEqual({
      verdict: 'incorrect',
      person: null,
      judge: 'incorrect',
    });
    expect(combineAnswers([record(PERSON, 'correct', 1), record('llm|a', 'incorrect', 2)])(of)).toEqual({
      verdict: 'correct',
      person: 'correct',
      judge: 'incorrect',
    });
  });
  it('of two judges the later one; a word without a verdict is a word', () => {
    expect(
      combineAnswers([record('llm|b', 'incorrect', 2), record('llm|a', 'correct', 1)])(of)?.verdict,
    ).toBe('incorrect');
    expect(combineAnswers([record(PERSON, 'unjudged', 2), record('llm|a', 'correct', 1)])(of)?.verdict).toBe(
      'unjudged',
    );
  });
  it('a person who takes a word back has said nothing, until the next word', () => {
    const judge = record('llm|a', 'incorrect', 1);
    const back = record(PERSON, 'correct', 3, { withdrawn: true });
    expect(combineAnswers([judge, record(PERSON, 'correct', 2), back])(of)).toEqual({
      verdict: 'incorrect',
      person: null,
      judge: 'incorrect',
    });
    expect(combineAnswers([record(PERSON, 'correct', 2), back])(of)).toBeNull();
    expect(combineAnswers([judge, back, record(PERSON, 'abstained', 4)])(of)?.person).toBe('abstained');
  });
  it('a word holds for equal question, gold and answer only', () => {
    const said = combineAnswers([record(PERSON, 'correct', 1)]);
    for (const other of [{ question: 'p' }, { asked: 'When?' }, { gold: ['Basel'] }, { answer: 'Bern' }])
      expect(said({ ...of, ...other })).toBeNull();
  });
});

it('merging keeps one word a judge and answer, the later one, in the order of time', () => {
  const merged = mergeAnswers(
    [record('llm|a', 'correct', 3), record(PERSON, 'correct', 2)],
    [
      record('llm|a', 'incorrect', 1),
      record(PERSON, 'abstained', 4),
      record('llm|a', 'correct', 0, { answer: 'x' }),
    ],
  );
  expect(merged.map(({ by, verdict, answer }) => [by, verdict, answer])).toEqual([
    ['llm|a', 'correct', 'x'],
    ['llm|a', 'correct', 'Berne'],
    [PERSON, 'abstained', 'Berne'],
  ]);
});
