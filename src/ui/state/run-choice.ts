/** What the planner asks for, and in which parts. Pure. */
import { DEFAULT_K, type RetrieverKind } from '../../domain/retriever';
import {
  AGENT_LOOPS,
  AGENTS,
  type AgentSpec,
  DEFAULT_LOOPS,
  type Intervention,
  LLM_SYSTEMS,
  SYSTEM_IDS,
  type SystemId,
} from '../../domain/seam';

export type Ablation = NonNullable<AgentSpec['ablation']>;
export const ABLATIONS: readonly Ablation[] = ['no-seed', 'no-updates', 'full-replay'];

export interface RunChoice {
  systems: SystemId[];
  retrievers: RetrieverKind[];
  k: number;
  /** Question ids; null: all. */
  questions: string[] | null;
  /** What is done about hops, for the systems that search hop by hop; absent: nothing. */
  interventions?: Intervention[];
  /** For the systems that go on by themselves; absent: as many as is usual for each. */
  loops?: number;
  /** For the systems that ask a model. */
  agent?: Pick<AgentSpec, 'contextTokens' | 'spendingLimit'>;
  /** What is left out of the agents with a register, one run each; absent: nothing. */
  ablations?: Ablation[];
}

/** Systems that search hop by hop, so that an intervention has a hop to act on. */
export const INTERVENABLE: readonly SystemId[] = ['probe-hops', 'probe-oracle', 'self-ask'];

/** Systems with a register whose parts can be left out. */
export const ABLATABLE: readonly SystemId[] = ['execution-rag', 'execution-rag-verified'];

/** Systems that search as often as they see fit, up to a budget, and the budget that is usual for each. */
export const USUAL_LOOPS: Partial<Record<SystemId, number>> = {
  'reader-iterative': DEFAULT_LOOPS,
  'reader-register': AGENT_LOOPS,
  decompose: AGENT_LOOPS,
  'self-ask': AGENT_LOOPS,
  ircot: AGENT_LOOPS,
  'a-rag': AGENT_LOOPS,
  'execution-rag': AGENT_LOOPS,
  'execution-rag-verified': AGENT_LOOPS,
};

/** The id of a system of this app version; what an import or a newer app calls its own is none. */
export const isSystem = (id: string): id is SystemId => SYSTEM_IDS.some((known) => known === id);

const ASKING: readonly string[] = [...LLM_SYSTEMS, ...AGENTS];
/** Asks a chat model, and cannot be run without. */
export const asksModel = (system: string): boolean => ASKING.includes(system);
/** Asks it again and again, so that the tokens of its context are limited. */
export const hasContext = (system: SystemId): boolean =>
  asksModel(system) && USUAL_LOOPS[system] !== undefined;

/** `self-ask` is defined with 3 passages a search (04); everything else is compared at the usual k. */
export const usualK = (systems: readonly SystemId[]): number =>
  systems.length > 0 && systems.every((system) => system === 'self-ask') ? 3 : DEFAULT_K;

/** A choice in which everything of a part is said for all of its systems. */
export interface ChoicePart extends Omit<RunChoice, 'agent' | 'ablations'> {
  agent?: AgentSpec;
}

/**
 * A choice as it is made: first the systems as they are, then, for those that search hop by hop, each intervention, and
 * for those with a register each ablation, so that every one of them has the run to be compared with.
 */
export const partsOf = (choice: RunChoice): ChoicePart[] => {
  const { interventions = [], ablations = [], ...plain } = choice;
  const parts: ChoicePart[] = [plain];
  const hopwise = choice.systems.filter((system) => INTERVENABLE.includes(system));
  if (interventions.length > 0 && hopwise.length > 0)
    parts.push({ ...plain, systems: hopwise, interventions });
  const registers = choice.systems.filter((system) => ABLATABLE.includes(system));
  if (registers.length > 0)
    for (const ablation of ablations)
      parts.push({ ...plain, systems: registers, agent: { ...plain.agent, ablation } });
  return parts;
};
