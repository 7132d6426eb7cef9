import { answerAtEnd, readWhole } from './chain-end';
import { EXTRACTS, readOver } from './reading';
import { fillSubQuestion, inDependencyOrder } from './sub-questions';
import { type System, topK } from './system';

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
      await readWhole(episode);
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
    await answerAtEnd(episode, known, retrieved);
  },
};
