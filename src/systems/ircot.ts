import { AGENT_LOOPS } from '../domain/seam';
import { give } from './finish';
import { CONCLUDE, IRCOT, ircotRequest } from './prompts/ircot';
import { opening } from './prompts/prompt';
import { NO_ANSWER } from './prompts/words';
import { readConclusion, readThought } from './replies';
import { createSeen } from './seen';
import { type System, topK } from './system';
import { addToLast, createTalk, isSpent } from './talk';

const FORM = `Reply with one sentence on one line: the next thought, or "So the answer is: …" (${NO_ANSWER} if there is none).`;

/** Retrieval between the steps of a chain of thought (Trivedi et al. 2023): each thought is the next query. */
export const ircot: System = {
  id: 'ircot',
  label: 'Think and retrieve',
  description:
    'A search with the question, then in turn a thought and a search with that thought, until a thought says what the answer is; passages accumulate, each text once.',
  needs: 'nothing',
  classifier: 'none',
  interventions: false,
  loops: true,
  defaultLoops: AGENT_LOOPS,
  llm: true,
  searches: (_, loops) => loops,
  async run(episode) {
    const { question, k } = episode;
    const talk = createTalk(episode);
    const seen = createSeen(episode);
    const thoughts: string[] = [];
    let query = question.text;
    for (let loops = 1; ; loops += 1) {
      const purpose = loops === 1 ? 'question' : 'agent';
      await seen.add(topK(await episode.search({ query, purpose, hop: null }), k));
      const messages = opening(IRCOT, ircotRequest(question.text, thoughts, seen.passages));
      if (isSpent(episode, loops, talk)) {
        addToLast(messages, CONCLUDE);
        const last = await talk.ask({
          purpose: 'forced answer',
          prompt: IRCOT.id,
          messages,
          read: readConclusion,
          form: CONCLUDE,
        });
        give(episode, last, true);
        return;
      }
      const thought = await talk.ask({
        purpose: 'thought',
        prompt: IRCOT.id,
        messages,
        read: readThought,
        form: FORM,
      });
      if (thought?.kind !== 'thought') {
        give(episode, thought);
        return;
      }
      thoughts.push(thought.text);
      query = thought.text;
    }
  },
};
