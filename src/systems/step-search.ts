/** The search of one step of a label-blind system, and what the run's intervention does about it (04, "Interventions"). */
import { opening } from './prompts/prompt';
import { REPHRASE } from './prompts/rephrase';
import { readQuestion } from './replies';
import { RERANK_DEPTH } from './rerank';
import { type Episode, topK } from './system';
import type { Talk } from './talk';

/**
 * Is this step intervened on? `retrieved`: everything within k so far, its own search included. The classifier is asked the
 * sub-question as the system asks it; `oracle` alone looks at labels, and the system never learns what they say.
 */
const isFlagged = async (
  episode: Episode,
  query: string,
  retrieved: ReadonlySet<string>,
): Promise<boolean> => {
  switch (episode.intervention?.policy) {
    case 'always':
      return true;
    case 'oracle':
      return episode.lacksGold(query, retrieved);
    case 'predicted': {
      // Nothing retrieved states nothing; there is no passage to ask the judge about.
      if (retrieved.size === 0) return true;
      const { use } = await episode.judge({
        hop: null,
        asked: query,
        chunks: [...retrieved],
        use: { present: 'not-flagged', absent: 'flagged', undecided: 'not-flagged' },
      });
      return use === 'flagged';
    }
    default:
      return false;
  }
};

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
  if (!(await isFlagged(episode, query, new Set([...before, ...found])))) return found;
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
