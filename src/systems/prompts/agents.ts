/** The prompts of the agents, to be shown and to be checked: their words and their versions go together. */
import { A_RAG } from './a-rag';
import { EXECUTION_RAG } from './execution-rag';
import type { AgentPrompt } from './prompt';
import { TEXT_TOOLS } from './text-tools';

export const AGENT_PROMPTS: readonly AgentPrompt[] = [A_RAG, EXECUTION_RAG, TEXT_TOOLS];
