import type { JudgeEvent } from '../../../domain/trace';
import { PRESENCE, type TermText } from '../../messages';

/** What the run did with a judgement. */
export const USE_WORDS: Record<JudgeEvent['use'], string> = {
  filled: 'its answer is filled in further on',
  'not-filled': 'its answer is not filled in',
  flagged: 'the hop is flagged, so the intervention acts',
  'not-flagged': 'the hop is not flagged',
  resolved: 'the requirement may be resolved',
  'not-resolved': 'the requirement stays open',
};

/** A judgement as a chip: present, not present, or why there is neither. */
export const judgedOutcome = (judged: Pick<JudgeEvent, 'state' | 'probability' | 'threshold'>): TermText => {
  if (judged.state === 'errored') return PRESENCE.errored;
  if (judged.state === 'inconclusive' || judged.probability === null) return PRESENCE.inconclusive;
  return judged.probability >= judged.threshold ? PRESENCE.present : PRESENCE.absent;
};
