/** Runs that were asked for, as they are kept until they are made, and which of them are still to be begun. Pure. */
import type { PlannedRuns } from '../../domain/plan';
import {
  CONTEXT_TOKENS,
  type Intervention,
  type RunSpec,
  retrieversFor,
  type SystemId,
} from '../../domain/seam';
import type { RunMeta, WorkspaceMeta } from '../../domain/workspace';
import { NO_MODEL, otherModel } from '../messages/model';
import {
  ABLATABLE,
  asksModel,
  hasContext,
  isSystem,
  partsOf,
  type RunChoice,
  USUAL_LOOPS,
} from './run-choice';

/** `model`: the id of the model that is set; null: none, so that only systems without one can be made. */
export const plannedOf = (
  choice: RunChoice,
  settings: PlannedRuns['settings'],
  asked: string,
  model: string | null,
): PlannedRuns[] =>
  partsOf(choice).map(({ interventions = [], ...part }) => ({
    ...part,
    asked,
    settings,
    interventions,
    ...(model !== null && part.systems.some(asksModel) ? { model } : {}),
  }));

/** A spending limit ends a run early and makes no other run of it, so it is none of the key. */
const keyOf = (planned: PlannedRuns): string => {
  const { systems, retrievers, settings, k, questions, interventions, loops = null, agent, model } = planned;
  return JSON.stringify([
    [systems, retrievers, settings, k, questions, interventions],
    [loops, agent?.contextTokens ?? null, agent?.ablation ?? null, model ?? null],
  ]);
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

/**
 * Why runs that ask a model cannot be made or continued with the one that is set; null: they can. One begun with one
 * model and continued with another would be the run of neither.
 */
export const modelProblem = (
  asking: readonly { model?: string | null | undefined }[],
  set: string | null,
): string | null => {
  if (set === null) return NO_MODEL;
  const other = asking.map(({ model }) => model ?? set).find((model) => model !== set);
  return other === undefined ? null : otherModel(other, set);
};

export const specOf = (workspace: string, planned: PlannedRuns): RunSpec => {
  const { asked: _, model: __, interventions, systems, loops, agent, ...rest } = planned;
  const { contextTokens, ablation, spendingLimit } = agent ?? {};
  return {
    workspace,
    ...rest,
    // A system of another app version cannot be run here.
    systems: systems.filter(isSystem),
    ...(interventions.length === 0 ? {} : { interventions }),
    ...(loops === undefined ? {} : { loops }),
    ...(agent === undefined
      ? {}
      : {
          agent: {
            ...(contextTokens === undefined ? {} : { contextTokens }),
            ...(ablation === undefined ? {} : { ablation }),
            ...(spendingLimit === undefined ? {} : { spendingLimit }),
          },
        }),
  };
};

/** What of the plan is said of this system; the rest was meant for others that were asked for with it. */
const ownOf = (system: SystemId, { loops, agent, model }: PlannedRuns): Partial<PlannedRuns> => {
  const asks = asksModel(system);
  const { contextTokens, ablation, spendingLimit } = agent ?? {};
  const own = {
    ...(hasContext(system) && contextTokens !== undefined ? { contextTokens } : {}),
    ...(ABLATABLE.includes(system) && ablation !== undefined ? { ablation } : {}),
    ...(asks && spendingLimit !== undefined ? { spendingLimit } : {}),
  };
  return {
    ...(loops !== undefined && USUAL_LOOPS[system] !== undefined ? { loops } : {}),
    ...(Object.keys(own).length === 0 ? {} : { agent: own }),
    ...(asks && model !== undefined ? { model } : {}),
  };
};

/** One run of a plan, as a plan. */
const each = (planned: PlannedRuns): PlannedRuns[] => {
  const { loops: _, agent: __, model: ___, ...shared } = planned;
  const interventions: (Intervention | null)[] =
    planned.interventions.length === 0 ? [null] : planned.interventions;
  return planned.retrievers.flatMap((kind) =>
    interventions.flatMap((intervention) =>
      planned.systems
        .filter(isSystem)
        .filter((system) => retrieversFor(system, planned.retrievers).includes(kind))
        .map((system) => ({
          ...shared,
          ...ownOf(system, planned),
          systems: [system],
          retrievers: [kind],
          interventions: intervention === null ? [] : [intervention],
        })),
    ),
  );
};

/** Did the run go on for as long, with as much, without the same part and by the same model as it was planned? */
const sameBudgets = ({ parameters, model }: RunMeta['header'], planned: PlannedRuns): boolean => {
  const [system = ''] = planned.systems;
  const usual = isSystem(system) ? USUAL_LOOPS[system] : undefined;
  const { agent = {} } = planned;
  return (
    (parameters.loops ?? usual) === (planned.loops ?? usual) &&
    (!isSystem(system) ||
      !hasContext(system) ||
      (parameters.contextTokens ?? CONTEXT_TOKENS) === (agent.contextTokens ?? CONTEXT_TOKENS)) &&
    (parameters.ablation ?? null) === (agent.ablation ?? null) &&
    // Without a model in the plan, it was planned by a version that kept none.
    (planned.model === undefined || planned.model === model)
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
    parameters.intervention?.policy === intervention?.policy &&
    sameBudgets(header, planned);
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
