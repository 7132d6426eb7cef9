/** The search for one hop, and what the run's intervention does about it (04, "Interventions"). */
import { judgedSubQuestion } from '../domain/presence';
import { type Hop, placeholders } from '../domain/question';
import type { SearchEvent } from '../domain/trace';
import { goldFound } from './fill-in';
import { isFlagged } from './flagged';
import { rephrasings } from './reformulate';
import { RERANK_DEPTH } from './rerank';
import { type Ask, type Episode, type GoldChunks, topK } from './system';

export interface HopAsk extends Ask {
  hop: number;
  /** The hop's shorthand with bridge answers filled in as in the query, where the labels have one. */
  shorthand: string | null;
  /** Bridge answers that the query names. */
  entities: readonly string[];
}

/**
 * Searches for the hop and adds what counts as retrieved to `retrieved`. A flagged hop is asked again in other words
 * (`augment`: up to k more a rephrasing, appended), or its own hits are put in the judge's order (`rerank`: what falls
 * below k is not retrieved). The event that comes back is that of the hop's own search.
 */
export const searchHop = async (
  episode: Episode,
  gold: GoldChunks,
  hop: Hop,
  ask: HopAsk,
  retrieved: Set<string>,
): Promise<SearchEvent> => {
  const { k, intervention } = episode;
  const own = await episode.search(ask);
  const sofar = new Set([...retrieved, ...topK(own, k)]);
  const flagged = await isFlagged(episode, {
    hop: hop.id,
    asked: () => judgedSubQuestion(episode.question, hop),
    lacksGold: () => hop.gold.length > 0 && !goldFound(hop, gold, sofar),
    retrieved: sofar,
  });
  if (flagged && intervention?.kind === 'rerank') {
    const ordered = await episode.rerank(own, RERANK_DEPTH);
    for (const chunk of topK(ordered, k)) retrieved.add(chunk);
    return ordered;
  }
  for (const chunk of topK(own, k)) retrieved.add(chunk);
  if (flagged) {
    for (const query of rephrasings(ask.query, ask.shorthand, ask.entities)) {
      const more = await episode.search({
        query,
        purpose: 'augment',
        hop: hop.id,
        unresolved: ask.unresolved ?? [],
      });
      for (const chunk of topK(more, k)) retrieved.add(chunk);
    }
  }
  return own;
};

/** Most searches that `augment` adds to a hop. */
export const mostRephrasings = (hop: Hop): number => 1 + 2 * Math.max(1, placeholders(hop.question).length);
