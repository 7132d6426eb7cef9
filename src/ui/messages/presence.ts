/** What a judge says of a hop, and the words of checking it (design 06). */
import type { JudgeStanding } from '../../domain/diagnosis';
import { type TermText, term } from './term';

/** Whether the passages retrieved so far state the fact that a hop asks for. */
export const PRESENCE = {
  present: term(
    'fact-is-present',
    'states the fact',
    '●',
    'present',
    'By the judge’s word a retrieved passage states the fact that the sub-question asks for: its probability reaches the threshold.',
  ),
  absent: term(
    'fact-is-absent',
    'does not state it',
    '▤',
    'extraction',
    'The judge finds no passage retrieved so far that states the fact which the sub-question asks for: every probability is below the threshold. It may be wrong.',
  ),
  inconclusive: term(
    'judge-inconclusive',
    'inconclusive',
    '⚖',
    'judge',
    'The judge ran and could not decide (an open placeholder, an empty passage): counted apart, never as a zero.',
  ),
  errored: term(
    'judge-errored',
    'judge failed',
    '!',
    'total',
    'The judge could not be asked for a passage that decides: counted apart, never as a zero.',
  ),
  notJudged: term(
    'not-judged',
    'not judged',
    '?',
    'neutral',
    'No judge has scored every passage that this hop has at this k, and none of the scored ones states the fact.',
  ),
} as const satisfies Record<string, TermText>;

/** How far a person has found the judge right, beside advice that rests on it. */
export const JUDGE_STANDING: Record<JudgeStanding, TermText> = {
  unchecked: term(
    'judge-unchecked',
    'rests on an unchecked judge',
    '⚖',
    'judge',
    'Nobody has labelled enough hops of these documents to say whether the judge is right on them.',
  ),
  failed: term(
    'judge-failed',
    'rests on a judge that failed its check',
    '⚖',
    'total',
    'The labels of a person do not agree with the judge on these documents: the interval of κ does not lie above 0.4.',
  ),
  passed: term(
    'judge-passed',
    'rests on a checked judge',
    '⚖',
    'judge',
    'A person has labelled a sample of these hops, and the interval of κ lies above 0.4.',
  ),
};
