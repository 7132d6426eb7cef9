/** What the planner asks for, and in which parts. Pure. */
import type { RetrieverKind } from '../../domain/retriever';
import type { Intervention, SystemId } from '../../domain/seam';

export interface RunChoice {
  systems: SystemId[];
  retrievers: RetrieverKind[];
  k: number;
  /** Question ids; null: all. */
  questions: string[] | null;
  /** What is done about hops, for the systems that search hop by hop; absent: nothing. */
  interventions?: Intervention[];
}

/** Systems that search hop by hop, so that an intervention has a hop to act on. */
export const INTERVENABLE: readonly SystemId[] = ['probe-hops', 'probe-oracle', 'self-ask'];

/**
 * A choice as it is made: first the systems as they are, then, for those that search hop by hop, each intervention,
 * so that every one of them has the run to be compared with.
 */
export const partsOf = (choice: RunChoice): RunChoice[] => {
  const { interventions = [], ...plain } = choice;
  const systems = choice.systems.filter((system) => INTERVENABLE.includes(system));
  return interventions.length === 0 || systems.length === 0
    ? [plain]
    : [plain, { ...plain, systems, interventions }];
};
