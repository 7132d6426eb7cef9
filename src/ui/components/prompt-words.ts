/** The prompts of the systems in one form, to be shown. Pure. */
import { AGENT_PROMPTS } from '../../systems/prompts/agents';
import { PROMPTS } from '../../systems/prompts/all';

export interface ShownPrompt {
  /** Name and version. */
  id: string;
  title: string;
  system: string;
  examples: readonly { role: string; content: string }[];
  /** Said when its time comes: when, and what. */
  later: readonly [when: string, words: string][];
}

export const SHOWN_PROMPTS: readonly ShownPrompt[] = [
  ...PROMPTS.map((prompt) => ({ ...prompt, later: [] })),
  ...AGENT_PROMPTS.map((prompt) => ({ ...prompt, later: Object.entries(prompt.later) })),
];

/** The prompts that ids of a trace name, each once, in order; `prompt` null: not of this build. */
export const promptsNamed = (ids: readonly string[]): { id: string; prompt: ShownPrompt | null }[] =>
  // Where several prompts make one message, their ids are joined.
  [...new Set(ids.flatMap((id) => id.split('+')))].map((id) => ({
    id,
    prompt: SHOWN_PROMPTS.find((prompt) => prompt.id === id) ?? null,
  }));
