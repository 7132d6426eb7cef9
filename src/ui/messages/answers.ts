/** Words of the judging of answers. */
import type { AnswerVerdict } from '../../domain/answer-judgement';
import { type TermText, term } from './term';

/** What a judge says of an answer; in the order in which the counts are shown. */
export const ANSWER_VERDICT: Record<AnswerVerdict, TermText> = {
  correct: term(
    'judged-correct',
    'correct',
    '●',
    'present',
    'The judge finds that it says what a gold answer says.',
  ),
  incorrect: term(
    'judged-incorrect',
    'incorrect',
    '✕',
    'total',
    'The judge finds that it says something else.',
  ),
  abstained: term(
    'judged-abstained',
    'abstained',
    '–',
    'gaveup',
    'It gives no answer: neither right nor wrong.',
  ),
  unjudged: term(
    'judged-unjudged',
    'unjudged',
    '?',
    'judge',
    'The judge was asked and no verdict could be had; it is counted as that, never as wrong.',
  ),
};

export const ANSWERS_WORDS = {
  title: 'Judge answers with the model',
  why: 'The language model compares each answer with the gold answers and says whether it is right, by a prompt that is in the app. A person’s word on an answer counts before it; what was judged once is not asked again.',
  none: 'A language model is asked here, and none is set.',
  settings: 'Choose one in Settings',
  start: (runs: string): string => `Judge answers of ${runs}`,
  going: 'Judging …',
  label: 'Judging of answers',
  limit: (currency: string): string => `Spending limit, ${currency}`,
  noLimit: 'none',
  answers: 'answers',
  known: 'judged before',
  runs: 'Runs',
} as const;
