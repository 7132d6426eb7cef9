import { describe, expect, it } from 'vitest';
import type { RecordedAnswer } from '../../src/domain/answer-judgement';
import { answerJudging } from '../../src/report/answer-judges';
import { answeredInput, reportInput } from './make';

const questions = answeredInput().runs[0]?.diagnosis.questions ?? [];
const record = (
  id: string,
  by: string,
  verdict: RecordedAnswer['verdict'],
  more: Partial<RecordedAnswer> = {},
): RecordedAnswer => {
  const one = questions.find(({ question }) => question.id === id);
  return {
    question: id,
    asked: one?.question.text ?? '',
    gold: one?.question.answers ?? [],
    answer: one?.answer ?? '',
    by,
    verdict,
    reason: '',
    time: '2026-01-01T00:00:00.000Z',
    ...more,
  };
};

/** Twenty answers of another run: both right 8, only the judge 2, only the person 2, both wrong 8. */
const labelled: RecordedAnswer[] = [
  ...Array.from({ length: 20 }, (_, at) =>
    record('q1', 'person', at < 8 || (at >= 10 && at < 12) ? 'correct' : 'incorrect', { answer: `a${at}` }),
  ),
  ...Array.from({ length: 20 }, (_, at) =>
    record('q1', 'llm|1|m', at < 10 ? 'correct' : at === 19 ? 'abstained' : 'incorrect', {
      answer: `a${at}`,
    }),
  ),
];

describe('who judged the answers of a run', () => {
  it('is nobody where it gives none', () => {
    expect(answerJudging(reportInput().runs[0]?.diagnosis.questions ?? [], [])).toBeNull();
  });

  it('is the comparison of words where nobody was asked', () => {
    expect(answerJudging(questions, [])).toEqual({ answers: 3, person: 0, compared: 3, judges: [] });
  });

  it('counts each answer once, a person before a judge, the last judge before an earlier one', () => {
    const judging = answerJudging(questions, [
      record('q1', 'llm|1|old', 'incorrect'),
      record('q1', 'llm|1|new', 'unjudged', { time: '2026-01-02T00:00:00.000Z' }),
      record('q2', 'llm|1|new', 'correct'),
      record('q2', 'person', 'incorrect'),
      record('q3', 'person', 'correct', { withdrawn: true }),
      record('q3', 'llm|1|new', 'correct', { answer: 'another answer' }),
    ]);
    expect(judging).toMatchObject({ answers: 3, person: 1, compared: 1 });
    expect(judging?.judges.map(({ space, words, unjudged }) => [space, words, unjudged])).toEqual([
      ['llm|1|new', 1, 1],
    ]);
    // On q2 the two differ; a word without a verdict is in no agreement.
    expect(judging?.judges[0]?.check).toMatchObject({ n: 1, agree: 0 });
  });

  it('gives κ of a judge and a person over all answers both have judged', () => {
    const judging = answerJudging(questions, [...labelled, record('q1', 'llm|1|m', 'correct')]);
    // 16 of 20 agree, both call half of them right: κ = (0.8 − 0.5) / 0.5.
    expect(judging?.judges[0]?.check).toMatchObject({ n: 20, agree: 16 });
    expect(judging?.judges[0]?.check.kappa?.value).toBeCloseTo(0.6, 12);
  });
});
