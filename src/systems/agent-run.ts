/** What a run needs beside its retriever when a model takes part: the port, the budget, and the tools' own retrievers. */

import { HopscopeError } from '../domain/outcome';
import type { Spent } from '../domain/progress';
import type { RetrieverKind } from '../domain/retriever';
import { AGENTS, CONTEXT_TOKENS } from '../domain/seam';
import type { QuestionEvent, RunHeader } from '../domain/trace';
import { estimateTokens } from '../llm/tokens';
import type { Chat } from './chat';
import type { AgentOptions } from './episode';
import type { Retriever } from './open-retriever';
import type { PreparedRetriever } from './prepared';
import type { Searcher } from './run';
import type { SearchTool, System } from './system';

const KIND_OF: Record<SearchTool, RetrieverKind> = { keyword_search: 'bm25', semantic_search: 'vector' };

/** The search tools that a system has on a retriever: of a hybrid both its legs, else the one that it is. */
export const searchToolsOf = ({ id }: Pick<System, 'id'>, kind: RetrieverKind): SearchTool[] =>
  AGENTS.some((agent) => agent === id)
    ? (Object.keys(KIND_OF) as SearchTool[]).filter((tool) => kind === 'hybrid' || KIND_OF[tool] === kind)
    : [];

export interface ToolRetriever extends PreparedRetriever {
  tool: SearchTool;
}

/** Opens the retrievers behind the tools; the run's own serves a tool of its kind. */
export const openTools = async (
  tools: readonly SearchTool[],
  own: PreparedRetriever,
  open: (kind: RetrieverKind) => Promise<PreparedRetriever>,
): Promise<ToolRetriever[]> => {
  const opened: ToolRetriever[] = [];
  for (const tool of tools) {
    const kind = KIND_OF[tool];
    opened.push({ tool, ...(kind === own.identity.kind ? own : await open(kind)) });
  }
  return opened;
};

/** Searches by the tool's retriever, or by the run's own. */
export const searcherOf =
  (own: Retriever, tools: readonly ToolRetriever[]): Searcher =>
  (query, depth, signal, tool) => {
    const found = tools.find((one) => one.tool === tool);
    return (found?.retriever ?? own).search(query, depth, signal);
  };

/** What the run has cost so far; a call whose price is not known counts nothing. */
export const spentOn = (questions: Iterable<readonly QuestionEvent[]>): number => {
  let sum = 0;
  for (const events of questions)
    for (const event of events) if (event.event === 'llm' && !event.cached) sum += event.cost ?? 0;
  return sum;
};

/** Throws `llm-model` when no model is set, `bad-input` when it is another than the run began with. */
export const openAgent = async (
  chat: Pick<Chat, 'open'>,
  { run, model, parameters }: RunHeader,
  options: {
    /** Most that the run may cost, with what it has cost already; null: no limit. */
    limit: number | null;
    spent: number;
    searchTools: readonly SearchTool[];
    warn: (message: string) => void;
    onSpent?: (more: Spent) => void;
  },
): Promise<{ agent: AgentOptions; concurrency: number }> => {
  const { limit, spent, searchTools, warn, onSpent } = options;
  const { port, config } = await chat.open({
    limit,
    spent,
    warn,
    ...(onSpent === undefined ? {} : { onSpent }),
  });
  if (model !== port.id)
    throw new HopscopeError(
      'bad-input',
      'The language model has changed since this run began, so it cannot be continued: set the model it began with, or start a new run.',
      { detail: `run ${run}: was ${model ?? 'none'}, is ${port.id}` },
    );
  return {
    agent: {
      port,
      countTokens: estimateTokens,
      contextTokens: parameters.contextTokens ?? CONTEXT_TOKENS,
      ablation: parameters.ablation ?? null,
      searchTools,
    },
    concurrency: config.concurrency,
  };
};
