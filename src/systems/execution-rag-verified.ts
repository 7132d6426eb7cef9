import { runAgent } from './agent/agent';
import { executionRag, REGISTER_PROMPT } from './execution-rag';
import { registerSteering } from './register/steering';
import type { System } from './system';

/** `execution-rag`, and the classifier has its say on every resolution. */
export const executionRagVerified: System = {
  ...executionRag,
  id: 'execution-rag-verified',
  label: 'Agent with checked register',
  description:
    'The agent with the register, and a fact counts as found only when the classifier says that one of the chunks given for it states it. What it refuses is in the trace.',
  classifier: 'judge!',
  run: (episode) =>
    runAgent(episode, { prompt: REGISTER_PROMPT, steering: registerSteering({ verified: true }) }),
};
