/** What is still to be made or judged, beside the workspace's record, as labels are (`label-store.ts`). */
import * as v from 'valibot';
import { JUDGE_PLAN_SCHEMA, JudgePlanSchema, type PlannedJudging } from '../domain/judge-plan';
import { type PlannedRuns, RUN_PLAN_SCHEMA, RunPlanSchema } from '../domain/plan';
import type { WorkspaceStore } from '../domain/store';
import type { Base } from './parts';

type PlanStore = Pick<WorkspaceStore, 'readPlan' | 'changePlan' | 'readJudging' | 'changeJudging'>;

interface Plan<T> {
  keyOf(workspace: string): string;
  schema: string;
  /** A plan of another app version is none: what it asked for can be asked for again. */
  plannedIn(record: unknown): T[];
}

const RUNS: Plan<PlannedRuns> = {
  keyOf: (workspace) => `run-plan/${workspace}`,
  schema: RUN_PLAN_SCHEMA,
  plannedIn(record) {
    const parsed = v.safeParse(RunPlanSchema, record);
    return parsed.success ? parsed.output.planned : [];
  },
};

const JUDGING: Plan<PlannedJudging> = {
  keyOf: (workspace) => `judge-plan/${workspace}`,
  schema: JUDGE_PLAN_SCHEMA,
  plannedIn(record) {
    const parsed = v.safeParse(JudgePlanSchema, record);
    return parsed.success ? parsed.output.planned : [];
  },
};

/** Where the plans of a workspace lie: they go with it. */
export const planKeys = (workspace: string): string[] => [RUNS.keyOf(workspace), JUDGING.keyOf(workspace)];

export const createPlanStore = ({ metadata, load, assertWritable }: Base): PlanStore => {
  const read = async <T>({ keyOf, plannedIn }: Plan<T>, id: string): Promise<T[]> =>
    plannedIn(await metadata.get('settings', keyOf(id)));
  const change = async <T>(
    { keyOf, schema, plannedIn }: Plan<T>,
    id: string,
    changed: (planned: T[]) => T[],
  ): Promise<T[]> => {
    await assertWritable(id);
    // A workspace that was deleted meanwhile gets no plan that nobody would ever delete.
    await load(id);
    let planned: T[] = [];
    await metadata.update('settings', keyOf(id), (current) => {
      planned = changed(plannedIn(current));
      return planned.length === 0 ? undefined : { schema, planned };
    });
    return planned;
  };
  return {
    readPlan: (id) => read(RUNS, id),
    changePlan: (id, changed) => change(RUNS, id, changed),
    readJudging: (id) => read(JUDGING, id),
    changeJudging: (id, changed) => change(JUDGING, id, changed),
  };
};
