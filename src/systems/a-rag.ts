import { AGENT_LOOPS } from '../domain/seam';
import { mostSearches, runAgent } from './agent/agent';
import { A_RAG } from './prompts/a-rag';
import type { System } from './system';

/** The yardstick of the register: the same agent, tools and budgets, and nothing that keeps track of what is missing. */
export const aRag: System = {
  id: 'a-rag',
  label: 'Agent',
  description:
    'A chat model that calls search and read tools until it answers, or until a budget makes it answer. It keeps no register of what it still has to find.',
  needs: 'nothing',
  classifier: 'none',
  interventions: false,
  loops: true,
  defaultLoops: AGENT_LOOPS,
  llm: true,
  searches: (_, loops) => mostSearches(loops, false),
  run: (episode) => runAgent(episode, { prompt: A_RAG, steering: null }),
};
