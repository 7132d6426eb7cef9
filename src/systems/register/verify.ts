/** Resolutions that the classifier does not bear out (design 04, `execution-rag-verified`). */
import type { JudgeEvent } from '../../domain/trace';
import type { Episode } from '../system';
import type { Proposal } from './proposal';
import { type Register, reduce } from './reduce';

const percent = (probability: number): string => `${Math.floor(probability * 100)}%`;

const because = ({ probability, threshold }: JudgeEvent): string =>
  probability === null
    ? 'The classifier could not decide whether its support states the fact, so it stays open.'
    : `Its support does not state the fact: the classifier gives it ${percent(probability)}, and ${percent(threshold)} is needed.`;

/**
 * Asks the classifier about each item that the proposal would resolve by the other rules: does one of its supporting chunks
 * state what its text asks? Key: id of an item that stays open; value: why. Throws when a chunk could not be scored.
 */
export const refusedResolutions = async (
  episode: Episode,
  register: Register,
  proposal: Proposal,
  retrieved: ReadonlySet<string>,
): Promise<Map<string, string>> => {
  const refused = new Map<string, string>();
  for (const { id, text, status, support } of reduce(register, proposal, retrieved).delta) {
    const was = register.find((item) => item.id === id);
    if (status !== 'resolved' || was === undefined || was.status === 'resolved') continue;
    const judged = await episode.judge({
      hop: null,
      item: id,
      asked: text,
      chunks: support,
      use: { present: 'resolved', absent: 'not-resolved', undecided: 'not-resolved' },
    });
    if (judged.use !== 'resolved') refused.set(id, because(judged));
  }
  return refused;
};
