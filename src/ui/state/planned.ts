/** Runs that were asked for, as they are kept until they are made, and which of them are still to be begun. Pure. */
import type { PlannedRuns } from '../../domain/plan';
import {
  type AgentSpec,
  type Intervention,
  type RunSpec,
  SYSTEM_IDS,
  type SystemId,
} from '../../domain/seam';
import type { RunMeta, WorkspaceMeta } from '../../domain/workspace';
import { partsOf, type RunChoice } from './run-choice';

export const plannedOf = (
  choice: RunChoice,
  settings: PlannedRuns['settings'],
  asked: string,
): PlannedRuns[] =>
  partsOf(choice).map(({ interventions = [], ...part }) => ({ ...part, asked, settings, interventions }));

const keyOf = ({ asked: _, ...rest }: PlannedRuns): string => {
  const { systems, retrievers, settings, k, questions, interventions } = rest;
  return JSON.stringify([systems, retrievers, settings, k, questions, interventions]);
};

/** Asked for twice is asked for once, at the later time. */
export const withPlanned = (plan: readonly PlannedRuns[], more: readonly PlannedRuns[]): PlannedRuns[] => [
  ...withoutPlanned(plan, more),
  ...more,
];

export const withoutPlanned = (plan: readonly PlannedRuns[], made: readonly PlannedRuns[]): PlannedRuns[] => {
  const gone = new Set(made.map(keyOf));
  return plan.filter((planned) => !gone.has(keyOf(planned)));
};

const isSystem = (id: string): id is SystemId => SYSTEM_IDS.some((known) => known === id);

const agentOf = (agent: NonNullable<PlannedRuns['agent']>): AgentSpec => {
  const { contextTokens, ablation, spendingLimit } = agent;
  return {
    ...(contextTokens === undefined ? {} : { contextTokens }),
    ...(ablation === undefined ? {} : { ablation }),
    ...(spendingLimit === undefined ? {} : { spendingLimit }),
  };
};

export const specOf = (workspace: string, planned: PlannedRuns): RunSpec => {
  const { asked: _, interventions, systems, loops, agent, ...rest } = planned;
  return {
    workspace,
    ...rest,
    // A system of another app version cannot be run here.
    systems: systems.filter(isSystem),
    ...(interventions.length === 0 ? {} : { interventions }),
    ...(loops === undefined ? {} : { loops }),
    ...(agent === undefined ? {} : { agent: agentOf(agent) }),
  };
};

/** One run of a plan, as a plan. */
const each = (planned: PlannedRuns): PlannedRuns[] => {
  const interventions: (Intervention | null)[] =
    planned.interventions.length === 0 ? [null] : planned.interventions;
  return planned.retrievers.flatMap((kind) =>
    interventions.flatMap((intervention) =>
      planned.systems.filter(isSystem).map((system) => ({
        ...planned,
        systems: [system],
        retrievers: [kind],
        interventions: intervention === null ? [] : [intervention],
      })),
    ),
  );
};

/** Was this run begun for that plan, or is it one that would be found again instead of being made? */
const answers = ({ header, state, errors }: RunMeta, planned: PlannedRuns, meta: WorkspaceMeta): boolean => {
  const { parameters, retriever } = header;
  const [intervention = null] = planned.interventions;
  const same =
    !header.imported &&
    header.system === planned.systems[0] &&
    retriever.kind === planned.retrievers[0] &&
    retriever.corpus === meta.corpus?.hash &&
    header.questionSet === meta.questions?.hash &&
    (retriever.kind === 'bm25' || retriever.settings.model === planned.settings.model) &&
    parameters.k === planned.k &&
    JSON.stringify(parameters.questions ?? null) === JSON.stringify(planned.questions) &&
    parameters.intervention?.kind === intervention?.kind &&
    parameters.intervention?.policy === intervention?.policy;
  if (!same) return false;
  // A finished run with errors is made again when it is asked for, unless it was made since.
  if (state === 'finished') return errors === 0 || header.started >= planned.asked;
  return state !== 'cancelled';
};

/** The runs of a plan that were never begun, each once; one that was begun is resumed as a run. */
export const notBegun = (plan: readonly PlannedRuns[], meta: WorkspaceMeta | null): PlannedRuns[] => {
  if (meta === null) return [];
  const left = new Map<string, PlannedRuns>();
  for (const planned of plan.flatMap(each)) {
    if (!meta.runs.some((run) => answers(run, planned, meta))) left.set(keyOf(planned), planned);
  }
  return [...left.values()];
};
