/** A person's word on an answer: kept with the workspace, counted by every diagnosis from then on. */
import { createSignal } from 'solid-js';
import {
  type AnswerVerdict,
  type JudgedAnswer,
  PERSON,
  type RecordedAnswer,
} from '../../domain/answer-judgement';
import type { Outcome } from '../../domain/outcome';
import { diagnosis } from './workers';

const [answersAt, setAnswersAt] = createSignal(0);

export {
  /** Counts changes of what was said of answers, so that a diagnosis is asked again after each. */
  answersAt,
};

/** What a person can say; null takes an earlier word back. */
export type PersonWord = Extract<AnswerVerdict, 'correct' | 'incorrect' | 'abstained'> | null;

/** A person's word as it is kept. A word that is taken back stands for nothing, so its verdict is none. */
export const personRecord = (answer: JudgedAnswer, word: PersonWord, now: Date): RecordedAnswer => ({
  ...answer,
  by: PERSON,
  verdict: word ?? 'unjudged',
  reason: '',
  time: now.toISOString(),
  ...(word === null ? { withdrawn: true as const } : {}),
});

export const sayOfAnswer = async (
  workspace: string,
  answer: JudgedAnswer,
  word: PersonWord,
): Promise<Outcome<RecordedAnswer[]>> => {
  const judgements = [personRecord(answer, word, new Date())];
  const outcome = await diagnosis.ask((api) => api.saveAnswers({ workspace, judgements }));
  if (outcome.ok) setAnswersAt((n) => n + 1);
  return outcome;
};
