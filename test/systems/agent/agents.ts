import { AGENT_LOOPS, type AGENTS, CONTEXT_TOKENS } from '../../../src/domain/seam';
import type { AgentOptions } from '../../../src/systems/episode';
import type { SearchTool } from '../../../src/systems/system';
import { type Line, type ScriptOptions, scriptedChat } from '../../support/scripted-chat';
import { type PlayOptions, play } from '../play';

export const HYBRID: readonly SearchTool[] = ['keyword_search', 'semantic_search'];

export interface AgentPlay extends ScriptOptions, Omit<PlayOptions, 'agent'> {
  contextTokens?: number;
  ablation?: AgentOptions['ablation'];
  searchTools?: readonly SearchTool[];
  k?: number;
}

/** One question of the tiny world by an agent whose model says these lines. Words are counted as tokens. */
export const playAgent = async (
  id: (typeof AGENTS)[number],
  lines: readonly Line[],
  options: AgentPlay = {},
) => {
  const { contextTokens = CONTEXT_TOKENS, ablation = null, searchTools = HYBRID, k = 3, ...rest } = options;
  const chat = scriptedChat(lines, rest);
  const played = await play(id, k, {
    loops: AGENT_LOOPS,
    ...rest,
    agent: {
      port: chat.port,
      countTokens: (text) => text.split(/\s+/).length,
      contextTokens,
      ablation,
      searchTools,
    },
  });
  const { asked: searched, ...seen } = played;
  return { ...seen, searched, ...chat };
};

/** A call as a model without native tools writes it. */
export const written = (tool: string, args: Record<string, unknown>): string =>
  JSON.stringify({ calls: [{ tool, arguments: args }] });
