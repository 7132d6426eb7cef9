import { answerFrom, give } from './finish';
import { createSeen } from './seen';
import { type System, topK } from './system';
import { createTalk } from './talk';

/** The plain RAG pipeline. */
export const singleShot: System = {
  id: 'single-shot',
  label: 'One search, answer',
  description:
    'One search with the whole question; the model answers from the first k passages, or abstains.',
  needs: 'nothing',
  classifier: 'none',
  interventions: false,
  loops: false,
  llm: true,
  searches: () => 1,
  async run(episode) {
    const { question, k } = episode;
    const talk = createTalk(episode);
    const seen = createSeen(episode);
    await seen.add(topK(await episode.search({ query: question.text, purpose: 'question', hop: null }), k));
    give(episode, await answerFrom(talk, question.text, seen.passages));
  },
};
