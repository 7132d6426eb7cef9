import { nextBridge } from './bridge';
import { EXTRACTS, readOver } from './reading';
import { type System, topK } from './system';

/** Iterative retrieval without a language model or labels: what was read decides what is searched next. */
export const readerIterative: System = {
  id: 'reader-iterative',
  label: 'Read and follow',
  description: `No labels at all: searches with the question, then with the question and the best title or name that no query has named yet, up to the loop budget; answers from everything retrieved, or abstains. ${EXTRACTS}`,
  needs: 'nothing',
  classifier: 'reader',
  interventions: false,
  loops: true,
  llm: false,
  searches: (_, loops) => loops,
  async run(episode) {
    const { question, k, loops } = episode;
    const retrieved = new Set<string>();
    const queries: string[] = [];
    let query = question.text;
    for (;;) {
      const before = retrieved.size;
      const search = await episode.search({ query, purpose: 'question', hop: null });
      queries.push(query);
      for (const chunk of topK(search, k)) retrieved.add(chunk);
      if (retrieved.size === before && queries.length > 1) episode.note('This search brought nothing new.');
      const { read, text } = await readOver(episode, question.text, null, retrieved);
      const bridge =
        read === null || queries.length >= loops
          ? null
          : nextBridge(question.text, read, await episode.passages([...retrieved]), queries);
      if (bridge === null) {
        episode.answer(text);
        return;
      }
      query = `${question.text} ${bridge}`;
    }
  },
};
