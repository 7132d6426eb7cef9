import { answerFrom, give } from './finish';
import { MULTI_QUERY } from './prompts/multi-query';
import { opening } from './prompts/prompt';
import { readList } from './replies';
import { createSeen } from './seen';
import { type System, topK } from './system';
import { createTalk } from './talk';

/** Queries that the model writes, beside the question itself. */
const QUERIES = 3;

/** Several queries at once, their rankings fused into one. */
export const multiQuery: System = {
  id: 'multi-query',
  label: 'Several queries, fused',
  description: `The model writes ${QUERIES} queries beside the question; their rankings are fused by reciprocal rank, and it answers from the first k of the fused one, or abstains. Only the fused ranking counts as retrieved.`,
  needs: 'nothing',
  classifier: 'none',
  interventions: false,
  loops: false,
  llm: true,
  searches: () => 1 + QUERIES,
  async run(episode) {
    const { question, k } = episode;
    const talk = createTalk(episode);
    const queries = await talk.ask({
      purpose: 'queries',
      prompt: MULTI_QUERY.id,
      messages: opening(MULTI_QUERY, `n: ${QUERIES}\nQuestion: ${question.text}`),
      read: readList,
      form: `Reply with ${QUERIES} numbered lines and nothing else, one query a line.`,
    });
    if (queries === null) {
      episode.answer(null);
      return;
    }
    const legs = [];
    for (const query of [question.text, ...queries.slice(0, QUERIES).map(({ text }) => text)])
      legs.push(await episode.search({ query, purpose: 'leg', hop: null }));
    const seen = createSeen(episode);
    await seen.add(topK(episode.fuse(legs), k));
    give(episode, await answerFrom(talk, question.text, seen.passages));
  },
};
