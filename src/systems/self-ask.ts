import { AGENT_LOOPS } from '../domain/seam';
import { give } from './finish';
import { opening } from './prompts/prompt';
import { ANSWER_NOW, broughtBy, SELF_ASK } from './prompts/self-ask';
import { readAnswer, readStep } from './replies';
import { createSeen } from './seen';
import { searchStep } from './step-search';
import type { System } from './system';
import { addToLast, createTalk, isSpent } from './talk';

const FORM = 'Reply with one line and nothing else: either SUB-QUESTION: … or ANSWER: …';

/** One sub-question at a time, chosen after what the last one brought. */
export const selfAsk: System = {
  id: 'self-ask',
  label: 'Ask and follow up',
  description:
    'The model asks one sub-question at a time, sees the first k passages of a search with it, and asks on or answers; passages accumulate, each text once. It decides by itself when it has enough.',
  needs: 'nothing',
  classifier: 'none',
  interventions: true,
  loops: true,
  defaultLoops: AGENT_LOOPS,
  llm: true,
  searches: (_, loops) => loops,
  async run(episode) {
    const talk = createTalk(episode);
    const seen = createSeen(episode);
    const messages = opening(SELF_ASK, `Question: ${episode.question.text}`);
    for (let loops = 0; ; loops += 1) {
      if (isSpent(episode, loops, talk)) {
        addToLast(messages, ANSWER_NOW);
        const last = await talk.ask({
          purpose: 'forced answer',
          prompt: SELF_ASK.id,
          messages,
          read: readAnswer,
          form: ANSWER_NOW,
        });
        give(episode, last, true);
        return;
      }
      const step = await talk.ask({
        purpose: 'next step',
        prompt: SELF_ASK.id,
        messages,
        read: readStep,
        form: FORM,
      });
      if (step?.kind !== 'ask') {
        give(episode, step);
        return;
      }
      const shown = seen.passages.length;
      const fresh = await seen.add(await searchStep(episode, talk, step.text, seen.chunks));
      // As it counted, not as it was dressed: what a model wrote behind its own sub-question is made up.
      messages.push(
        { role: 'assistant', content: `SUB-QUESTION: ${step.text}` },
        { role: 'user', content: broughtBy(fresh, shown) },
      );
    }
  },
};
