import { EXTRACTS, readOver } from './reading';
import { type System, topK } from './system';

/** Plain retrieval and reading: the keyless counterpart of single-shot RAG. */
export const readerSingle: System = {
  id: 'reader-single',
  label: 'Read once',
  description: `One search with the whole question; the shipped extractive reader answers from the top k, or abstains. ${EXTRACTS}`,
  needs: 'nothing',
  classifier: 'reader',
  interventions: false,
  loops: false,
  llm: false,
  searches: () => 1,
  async run(episode) {
    const { question, k } = episode;
    const search = await episode.search({ query: question.text, purpose: 'question', hop: null });
    episode.answer((await readOver(episode, question.text, null, topK(search, k))).text);
  },
};
