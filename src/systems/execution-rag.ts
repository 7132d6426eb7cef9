import { AGENT_LOOPS } from '../domain/seam';
import { mostSearches, runAgent } from './agent/agent';
import { A_RAG } from './prompts/a-rag';
import { EXECUTION_RAG } from './prompts/execution-rag';
import { registerSteering } from './register/steering';
import type { System } from './system';

/** The agent's words and the register's; both versions are named, since a change of either is another prompt. */
export const REGISTER_PROMPT = {
  id: `${A_RAG.id}+${EXECUTION_RAG.id}`,
  system: `${A_RAG.system}\n\n${EXECUTION_RAG.system}`,
};

/** The agent of `a-rag` with the requirement register of 04; which part is left out is the run's ablation. */
export const executionRag: System = {
  id: 'execution-rag',
  label: 'Agent with register',
  description:
    'The same agent with a register of the facts it has to find: written from the question and a first search, updated after every round, and an answer counts only when nothing in it is open.',
  needs: 'nothing',
  classifier: 'none',
  interventions: false,
  loops: true,
  defaultLoops: AGENT_LOOPS,
  llm: true,
  searches: (_, loops) => mostSearches(loops, true),
  run: (episode) =>
    runAgent(episode, { prompt: REGISTER_PROMPT, steering: registerSteering({ verified: false }) }),
};
