import { placeholders } from '../domain/question';
import { createKnowledge } from './fill-in';
import { searchHop } from './hop-search';
import { fillShorthand, fillSubQuestion, inDependencyOrder } from './sub-questions';
import type { System } from './system';

/**
 * A perfect reader that cannot invent: it knows a bridge answer only from retrieved passages that state it. Without a
 * judge "its gold passage was retrieved" stands in for "states it", and the trace says so.
 */
export const probeHops: System = {
  id: 'probe-hops',
  label: 'Hop by hop',
  description:
    'One search per labelled sub-question. A bridge answer is filled in only if the gold passage that yields it was retrieved within k by then and the judge says that the retrieved passages state the fact; where no judge can be loaded, the passage alone decides, and the trace says so.',
  needs: 'labels',
  classifier: 'judge',
  interventions: true,
  loops: false,
  llm: false,
  searches: ({ hops }) => Math.max(1, hops.length),
  async run(episode, gold) {
    const { question } = episode;
    if (question.hops.length === 0) {
      episode.note('No sub-questions are labelled, so the whole question was asked once.');
      await episode.search({ query: question.text, purpose: 'question', hop: null });
      return;
    }
    const noteOpen = (open: readonly number[], hop: number, why: string): void => {
      if (open.length === 0) return;
      episode.note(`Hop ${hop}: ${open.map((id) => `#${id}`).join(', ')} could not be filled in, ${why}.`);
    };
    const retrieved = new Set<string>();
    const known = createKnowledge(episode, gold);
    let filled = false;
    for (const hop of inDependencyOrder(question)) {
      const bridges = placeholders(hop.question);
      // Only now, with all that was retrieved so far: a search for one hop can bring the passage of another.
      await known.decide(bridges, retrieved);
      const { query, unresolved } = fillSubQuestion(question, hop, known.answerOf);
      filled ||= bridges.length > unresolved.length;
      noteOpen(
        unresolved.filter((id) => known.gapOf(id) !== 'no fact'),
        hop.id,
        'as the passage that states it was not found',
      );
      noteOpen(
        unresolved.filter((id) => known.gapOf(id) === 'no fact'),
        hop.id,
        'as its passage was found and does not state the fact, says the judge',
      );
      const ask = {
        query,
        purpose: 'sub-question' as const,
        hop: hop.id,
        unresolved,
        shorthand: fillShorthand(hop, known.answerOf),
        entities: bridges.flatMap((id) => known.answerOf(id) ?? []),
      };
      await searchHop(episode, gold, hop, ask, retrieved);
    }
    if (filled && episode.judgedBy === null) {
      episode.note(
        'Bridge answers were filled in when their gold passage was retrieved; that it states the fact was not checked.',
      );
    }
  },
};
