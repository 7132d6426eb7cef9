import { type Hop, placeholders } from '../domain/question';
import { EXTRACTS, readOver } from './reading';
import { fillSubQuestion, inDependencyOrder } from './sub-questions';
import { type System, topK } from './system';

/** Hops that no other hop builds on: one ends a chain, several are the sides of a comparison. */
const ends = (hops: readonly Hop[]): Hop[] =>
  hops.filter(
    ({ id }) =>
      !hops.some(
        (other) =>
          other.id !== id && (other.dependsOn.includes(id) || placeholders(other.question).includes(id)),
      ),
  );

/** Labelled decomposition, own answers: every wrong or missing answer goes on into the next query, as it really would. */
export const readerHops: System = {
  id: 'reader-hops',
  label: 'Read hop by hop',
  description: `The labelled sub-questions, never their answers: search, read everything retrieved so far, fill in what was read, go on. A hop whose bridge answer was not read is searched without it and not read. ${EXTRACTS}`,
  needs: 'sub-questions',
  classifier: 'reader',
  interventions: false,
  loops: false,
  llm: false,
  searches: ({ hops }) => Math.max(1, hops.length),
  async run(episode) {
    const { question, k } = episode;
    if (question.hops.length === 0) {
      episode.note('No sub-questions are labelled, so the whole question was asked and read once.');
      const search = await episode.search({ query: question.text, purpose: 'question', hop: null });
      episode.answer((await readOver(episode, question.text, null, topK(search, k))).text);
      return;
    }
    const retrieved = new Set<string>();
    const known = new Map<number, string>();
    for (const hop of inDependencyOrder(question)) {
      const { query, unresolved } = fillSubQuestion(question, hop, (id) => known.get(id));
      const search = await episode.search({ query, purpose: 'sub-question', hop: hop.id, unresolved });
      for (const chunk of topK(search, k)) retrieved.add(chunk);
      if (unresolved.length > 0) {
        const open = unresolved.map((id) => `#${id}`).join(', ');
        episode.note(`Hop ${hop.id} was searched and not read, as no answer was read for ${open}.`);
        continue;
      }
      const { text } = await readOver(episode, query, hop.id, retrieved);
      if (text !== null) known.set(hop.id, text);
    }
    const last = ends(question.hops);
    const [only] = last;
    if (last.length === 1 && only !== undefined) {
      episode.answer(known.get(only.id) ?? null);
      return;
    }
    episode.note(
      'No single hop ends the decomposition, so the whole question was read over what all hops brought.',
    );
    episode.answer((await readOver(episode, question.text, null, retrieved)).text);
  },
};
