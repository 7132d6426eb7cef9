/** Words that a model is given: one file each, so that the app can show what was said. */
import type { ChatMessage } from '../../domain/llm';

export interface Prompt {
  /** Name and version; the version is raised with every change of the words, because replies to two are not the same. */
  id: string;
  /** What it is for, in a few words. */
  title: string;
  system: string;
  /** Turns from an invented world, so that no example can be answered from memory. */
  examples: readonly ChatMessage[];
}

/** An agent's words: those it starts with, and those it is given while it goes on. */
export interface AgentPrompt extends Prompt {
  examples: readonly never[];
  /** Said when its time comes; the key tells when. */
  later: Readonly<Record<string, string>>;
}

/** The messages that open a conversation. */
export const opening = (prompt: Prompt, user: string): ChatMessage[] => [
  { role: 'system', content: prompt.system },
  ...prompt.examples,
  { role: 'user', content: user },
];

/** An example of several turns: what is asked and what is replied, in turn. */
export const turns = (...contents: string[]): ChatMessage[] =>
  contents.map((content, at) => ({ role: at % 2 === 0 ? 'user' : 'assistant', content }));
