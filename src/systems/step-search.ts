/** The search of one step of a label-blind system, and what the run's intervention does about it (04, "Interventions"). */
import { isFlagged } from './flagged';
import { opening } from './prompts/prompt';
import { REPHRASE } from './prompts/rephrase';
import { readQuestion } from './replies';
import { RERANK_DEPTH } from './rerank';
import { type Episode, topK } from './system';
import type { Talk } from './talk';

/** The chunks that the step brings within k, best first; those of a rephrasing behind those of its own search. */
export const searchStep = async (
  episode: Episode,
  talk: Talk,
  query: string,
  before: ReadonlySet<string>,
): Promise<string[]> => {
  const { k, intervention } = episode;
  const own = await episode.search({ query, purpose: 'agent', hop: null });
  const found = topK(own, k);
  const retrieved = new Set([...before, ...found]);
  // The system never learns what the labels say.
  const lacksGold = (): boolean => episode.lacksGold(query, retrieved);
  if (!(await isFlagged(episode, { hop: null, asked: () => query, lacksGold, retrieved }))) return found;
  if (intervention?.kind === 'rerank') return topK(await episode.rerank(own, RERANK_DEPTH), k);
  const other = await talk.ask({
    purpose: 'other words',
    prompt: REPHRASE.id,
    messages: opening(REPHRASE, `Question: ${query}`),
    read: readQuestion,
    form: 'Reply with one line and nothing else: SUB-QUESTION: the question in other words',
  });
  // Noted by now; the step goes on with what its own search brought.
  if (other === null) return found;
  return [...found, ...topK(await episode.search({ query: other, purpose: 'augment', hop: null }), k)];
};
