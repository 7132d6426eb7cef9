import type { System } from './system';

/** What the retriever finds when it is simply asked the question: the first pass of the triage (design 05.2). */
export const probeSingle: System = {
  id: 'probe-single',
  label: 'Single search',
  description: 'One search with the whole question, as plain RAG does it.',
  needs: 'nothing',
  classifier: 'none',
  interventions: false,
  loops: false,
  llm: false,
  searches: () => 1,
  async run(episode) {
    await episode.search({ query: episode.question.text, purpose: 'question', hop: null });
  },
};
