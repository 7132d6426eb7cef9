import { ANSWER_FORM, give } from './finish';
import { DIRECT } from './prompts/direct';
import { opening } from './prompts/prompt';
import { readAnswer } from './replies';
import type { System } from './system';
import { createTalk } from './talk';

/** The closed book: what the model answers without a document, and so what retrieval has to add. */
export const direct: System = {
  id: 'direct',
  label: 'No retrieval',
  description:
    'The model answers from what it knows; nothing is retrieved. What it gets right here, a right answer of another system may owe to memory too.',
  needs: 'nothing',
  classifier: 'none',
  interventions: false,
  loops: false,
  llm: true,
  searches: () => 0,
  async run(episode) {
    const reply = await createTalk(episode).ask({
      purpose: 'answer',
      prompt: DIRECT.id,
      messages: opening(DIRECT, `Question: ${episode.question.text}`),
      read: readAnswer,
      form: ANSWER_FORM,
    });
    give(episode, reply);
  },
};
