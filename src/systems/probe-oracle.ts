import { placeholders } from '../domain/question';
import type { SearchEvent } from '../domain/trace';
import { searchHop } from './hop-search';
import { names, reformulate } from './reformulate';
import { fillShorthand, fillSubQuestion, goldAnswer, inDependencyOrder } from './sub-questions';
import { type Episode, type GoldChunks, goldChunksOf, rankOf, type System } from './system';

/**
 * Is a reformulation worth a search? Not for a gold passage at rank 1: that certifies at every k already.
 * Not for one that has no chunk in the corpus: nothing can retrieve it.
 */
const wanted = (id: string, gold: GoldChunks, hits: SearchEvent['hits']): boolean => {
  const chunks = goldChunksOf(gold, id);
  return chunks.length > 0 && rankOf(hits, chunks) !== 1;
};

const certify = async (
  episode: Episode,
  hop: number | null,
  text: string,
  entities: readonly string[],
): Promise<void> => {
  for (const { purpose, query } of reformulate(text, entities)) await episode.search({ query, purpose, hop });
};

/**
 * Without sub-questions there is no ideal query (level C). What remains is asked with the question, its names,
 * and each gold passage's title: where labels name passages by title, the title is the entity a searcher knows.
 */
const withoutHops = async (episode: Episode, gold: GoldChunks): Promise<void> => {
  const { question } = episode;
  episode.note(
    'No sub-questions are labelled, so the question was asked, and then its keywords, names and gold titles.',
  );
  const { hits } = await episode.search({ query: question.text, purpose: 'question', hop: null });
  const missed = question.gold.filter(({ id }) => wanted(id, gold, hits));
  if (missed.length === 0) return;
  const titles = missed.flatMap(({ title }) => (title === undefined || title.trim() === '' ? [] : [title]));
  const entities = new Set([...names(question.text).slice(0, 1), ...titles]);
  await certify(episode, null, question.text, [...entities]);
};

/** The ideal query for every hop, and other words where even that does not put its gold first (design 05.5, C and D). */
export const probeOracle: System = {
  id: 'probe-oracle',
  label: 'Oracle',
  description:
    'One search per labelled sub-question with the gold bridge answers filled in, and reformulations (keywords, entity with relation, entity alone) where its gold passage is not first. Shows what the retriever can reach, not what a system would.',
  needs: 'labels',
  classifier: 'none',
  interventions: true,
  loops: false,
  llm: false,
  // A hop: the ideal query, its keywords, and two for each entity. Without hops: the same for the question and its titles.
  searches: ({ hops, gold }) =>
    hops.length > 0
      ? hops.reduce((sum, hop) => sum + 2 + 2 * Math.max(1, placeholders(hop.question).length), 0)
      : gold.length > 0
        ? 4 + 2 * gold.length
        : 1,
  async run(episode, gold) {
    const { question } = episode;
    if (question.hops.length === 0) {
      await withoutHops(episode, gold);
      return;
    }
    const answerOf = (id: number): string | undefined => goldAnswer(question, id);
    const retrieved = new Set<string>();
    for (const hop of inDependencyOrder(question)) {
      const { query, unresolved } = fillSubQuestion(question, hop, answerOf);
      const bridges = [...new Set(placeholders(hop.question).flatMap((id) => answerOf(id) ?? []))];
      const ask = {
        query,
        purpose: 'oracle' as const,
        hop: hop.id,
        unresolved,
        shorthand: fillShorthand(hop, answerOf),
        entities: bridges,
      };
      const { hits } = await searchHop(episode, gold, hop, ask, retrieved);
      if (hop.gold.some((id) => wanted(id, gold, hits))) await certify(episode, hop.id, query, bridges);
    }
  },
};
