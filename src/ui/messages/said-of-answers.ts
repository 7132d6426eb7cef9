/** Who says what of an answer (design 05, section 8). */
import type { AnswerVerdict } from '../../domain/answer-judgement';
import type { AnswerMatch } from '../../domain/diagnosis';
import { decimal } from '../format';
import { ANSWER_STATE, CATEGORY } from './categories';
import type { TermText } from './term';

/** A verdict as a chip. */
export const SAID: Record<AnswerVerdict | 'undecided', TermText> = {
  correct: ANSWER_STATE.right,
  incorrect: { ...CATEGORY['reasoning-error'], label: 'wrong' },
  abstained: { ...CATEGORY['gave-up'], label: 'no answer' },
  unjudged: { ...ANSWER_STATE.unjudged, label: 'no verdict' },
  undecided: { ...ANSWER_STATE.unjudged, label: 'cannot be decided by comparing' },
};

export const matchWords = ({ contain, exact, f1 }: AnswerMatch): string =>
  [
    contain === null
      ? 'whether a gold answer stands in it is not for comparing words to say'
      : contain
        ? 'a gold answer or alias stands in it'
        : 'no gold answer or alias stands in it',
    exact ? 'word for word' : 'not word for word',
    `F1 ${decimal(f1)}`,
  ].join('; ');

export const ANSWER = {
  title: 'Is the answer right?',
  why: 'A person’s word counts before a judge’s, and a judge’s before the comparison of words',
  you: 'you',
  run: 'the run itself',
  match: 'comparison of words',
  judge: (name: string): string => `LLM judge ${name}`,
  counts: 'counts',
  noReason: 'gave no reason',
  ranAbstains: 'says that it has no answer',
  readsAbstained: 'its words read like a refusal',
  notCompared: 'The question has no gold answer to compare with.',
  say: 'Your word on this answer',
  buttons: {
    correct: 'Right',
    incorrect: 'Wrong',
    abstained: 'No answer',
  },
  /** Where the documents hold no answer, an answer is neither right nor wrong: it is made up, or none is given. */
  nullButtons: {
    incorrect: 'It asserts something',
    abstained: 'No answer',
  },
  undo: 'Take your word back',
  saved: (word: string): string => `Kept: ${word}. The diagnosis counts it from now on.`,
  takenBack: 'Your word is taken back; the diagnosis counts what is left.',
  everywhere:
    'Your word holds for this answer to this question wherever a run gives it; gold answers that are edited later make it a new question.',
};
