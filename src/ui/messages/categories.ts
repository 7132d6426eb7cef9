/** Why an answer is wrong (design 05, section 4), and what became of a question in a run. */
import type { Category, Column } from '../../domain/category';
import type { AnswerState, Unanswered } from '../../domain/compare';
import { type TermText, term } from './term';

export const CATEGORY: Record<Category, TermText> = {
  'judge-error': term(
    'judge-error',
    'judge error',
    '⚖',
    'judge',
    'The judge calls the answer wrong, although it contains a gold answer or a person says that it is right.',
  ),
  'gave-up': term(
    'category-gave-up',
    'gave up',
    '–',
    'gaveup',
    'The answer abstains, or a budget ran out and forced it.',
  ),
  'reasoning-error': term(
    'reasoning-error',
    'reasoning error',
    '✕',
    'compose',
    'Every gold passage was retrieved, and the answer is wrong all the same.',
  ),
  'false-resolution': term(
    'false-resolution',
    'false resolution',
    '✗',
    'extraction',
    'A requirement stands resolved although no supporting passage is a gold passage; only systems with a register can have it.',
  ),
  'search-drift': term(
    'category-search-drift',
    'search drift',
    '◐',
    'drift',
    'A gold passage was not retrieved that is certified reachable under the same retriever: the search did not ask for it.',
  ),
  unreached: term(
    'category-unreached',
    'unreached',
    '○',
    'retrieval',
    'A gold passage was not retrieved, and no query has found it yet, which proves nothing.',
  ),
  'not-in-corpus': term(
    'category-not-in-corpus',
    'not in the corpus',
    '∅',
    'absent',
    'A gold passage has no chunk in the corpus, so no search could have brought it.',
  ),
  unlabelled: term(
    'category-unlabelled',
    'no labels',
    '?',
    'neutral',
    'The answer is wrong and no gold passage is labelled, so no cause can be told.',
  ),
};

const UNANSWERED: Record<Unanswered, TermText> = {
  unjudged: term(
    'unjudged',
    'unjudged',
    '?',
    'neutral',
    'There is an answer, and nobody could say whether it is right.',
  ),
  'no-answer': term('no-answer', 'no answer', '·', 'neutral', 'The run gives no answer: it only retrieves.'),
  error: term(
    'run-error',
    'error',
    '!',
    'total',
    'The run failed on the question, or recorded nothing of it.',
  ),
};

export const ANSWER_STATE: Record<AnswerState, TermText> = {
  right: term(
    'right',
    'right',
    '●',
    'present',
    'The answer is right by a person, a judge or the comparison of words.',
  ),
  ...CATEGORY,
  ...UNANSWERED,
};

export const COLUMN: Record<Column, TermText> = {
  paper: term(
    'column-paper',
    'as in the paper',
    '',
    'neutral',
    'False resolutions are counted as errors of reasoning, before missing evidence; a register then lowers missing evidence partly by definition.',
  ),
  'register-blind': term(
    'column-register-blind',
    'register-blind',
    '',
    'neutral',
    'The same categories without the false-resolution clause, so that systems with and without a register are held to one rule.',
  ),
};
