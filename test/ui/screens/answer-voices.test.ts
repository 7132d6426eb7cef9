import { describe, expect, it } from 'vitest';
import { combineAnswers, PERSON, type RecordedAnswer } from '../../../src/domain/answer-judgement';
import type { AnswerMatch, QuestionDiagnosis } from '../../../src/domain/diagnosis';
import type { QuestionEvent } from '../../../src/domain/trace';
import { matchWords } from '../../../src/ui/messages/said-of-answers';
import { answerGiven, personSaid, voicesOf } from '../../../src/ui/screens/question/voices';
import { personRecord } from '../../../src/ui/state/answers';
import { diagnosisOf } from '../chain/fixture';

const base = diagnosisOf(5, [{ question: 'Who built it?', answer: 'Maren', rank: 1, asked: 'builder' }]);
const match: AnswerMatch = { contain: false, exact: false, f1: 0.4 };
const diagnosis = (more: Partial<QuestionDiagnosis> = {}): QuestionDiagnosis => ({ ...base, match, ...more });
const answered = (text: string, abstained = false): QuestionEvent[] => [
  { event: 'answer', question: 'q', step: 1, text: 'an earlier one', abstained: false, forced: false },
  { event: 'answer', question: 'q', step: 2, text, abstained, forced: false },
];
const of = { question: 'q', asked: 'Whole question?', gold: ['Maren'], answer: 'Ilse' };
const record = (by: string, verdict: RecordedAnswer['verdict'], minute = 0): RecordedAnswer => ({
  ...of,
  by,
  verdict,
  reason: by === PERSON ? '' : 'another name',
  time: `2026-01-01T00:0${minute}:00.000Z`,
});
const brief = (voices: ReturnType<typeof voicesOf>) =>
  voices.map(({ kind, verdict, counts }) => [kind, verdict, counts]);

describe('voicesOf', () => {
  it('gives the last answer to be judged, under the words and gold answers of the question', () => {
    expect(answerGiven(base.question, answered('Ilse'))).toEqual({ answer: of, abstained: false });
    expect(answerGiven(base.question, [])).toBeNull();
    expect(voicesOf(diagnosis(), [], [])).toEqual([]);
  });
  it('lets a person count before a judge before the comparison of words', () => {
    const events = answered('Ilse');
    expect(brief(voicesOf(diagnosis(), events, []))).toEqual([['match', 'incorrect', true]]);
    const judged = [record('llm|a', 'incorrect', 1), record('llm|b', 'correct', 2)];
    expect(brief(voicesOf(diagnosis(), events, judged))).toEqual([
      ['judge', 'correct', true],
      ['judge', 'incorrect', false],
      ['match', 'incorrect', false],
    ]);
    const all = [...judged, record(PERSON, 'abstained')];
    expect(brief(voicesOf(diagnosis(), events, all))[0]).toEqual(['person', 'abstained', true]);
    expect(personSaid(voicesOf(diagnosis(), events, all))).toBe('abstained');
    expect(voicesOf(diagnosis(), events, judged)[0]?.reason).toBe('another name');
  });
  it('hears no word on another answer, nor one that was taken back', () => {
    const elsewhere = { ...record('llm|a', 'correct'), answer: 'Ada' };
    expect(brief(voicesOf(diagnosis(), answered('Ilse'), [elsewhere]))).toEqual([
      ['match', 'incorrect', true],
    ]);
    const back = personRecord(of, null, new Date(Date.UTC(2026, 0, 1, 1)));
    expect(personSaid(voicesOf(diagnosis(), answered('Ilse'), [record(PERSON, 'correct'), back]))).toBeNull();
  });
  it('tells an abstention of the run from one that only its words give away', () => {
    const none = { contain: false, exact: false, f1: 0 };
    expect(brief(voicesOf(diagnosis({ abstained: true, match: none }), answered('', true), []))).toEqual([
      ['run', 'abstained', true],
      ['match', 'incorrect', false],
    ]);
    const [read] = voicesOf(diagnosis({ abstained: true }), answered('I do not know'), []);
    expect(read).toMatchObject({ kind: 'run', reason: 'its words read like a refusal' });
    // Where a judge has said so, the run has not.
    const judged = voicesOf(diagnosis({ abstained: true }), answered('Ilse'), [record('llm|a', 'abstained')]);
    expect(judged.map(({ kind }) => kind)).toEqual(['judge', 'match']);
  });
  it('does not call undecided what comparing cannot decide a fault', () => {
    const open = { contain: null, exact: false, f1: 0.5 };
    expect(brief(voicesOf(diagnosis({ match: open }), answered('Ilse'), []))).toEqual([
      ['match', 'undecided', true],
    ]);
    expect(matchWords(open)).toContain('not for comparing words to say');
    expect(matchWords({ contain: true, exact: true, f1: 1 })).toBe(
      'a gold answer or alias stands in it; word for word; F1 1.00',
    );
  });
});

describe('a person’s word as it is kept', () => {
  const now = new Date(Date.UTC(2026, 0, 1, 1));
  it('counts, and taken back it counts no more', () => {
    const judge = record('llm|a', 'incorrect');
    const mine = personRecord(of, 'correct', now);
    expect(combineAnswers([judge, mine])(of)).toEqual({
      verdict: 'correct',
      person: 'correct',
      judge: 'incorrect',
    });
    const back = personRecord(of, null, new Date(now.getTime() + 1));
    expect(combineAnswers([judge, mine, back])(of)).toMatchObject({ verdict: 'incorrect', person: null });
  });
});
