/** The runs that are still to be made, beside the workspace's record, as labels are (`label-store.ts`). */
import * as v from 'valibot';
import { type PlannedRuns, RUN_PLAN_SCHEMA, RunPlanSchema } from '../domain/plan';
import type { WorkspaceStore } from '../domain/store';
import type { Base } from './parts';

type PlanStore = Pick<WorkspaceStore, 'readPlan' | 'changePlan'>;

export const planKey = (workspace: string): string => `run-plan/${workspace}`;

/** A plan of another app version is none: what it asked for can be asked for again. */
const plannedIn = (record: unknown): PlannedRuns[] => {
  const parsed = v.safeParse(RunPlanSchema, record);
  return parsed.success ? parsed.output.planned : [];
};

export const createPlanStore = ({ metadata, load, assertWritable }: Base): PlanStore => ({
  readPlan: async (id) => plannedIn(await metadata.get('settings', planKey(id))),
  async changePlan(id, change) {
    await assertWritable(id);
    // A workspace that was deleted meanwhile gets no plan that nobody would ever delete.
    await load(id);
    let planned: PlannedRuns[] = [];
    await metadata.update('settings', planKey(id), (current) => {
      planned = change(plannedIn(current));
      return planned.length === 0 ? undefined : { schema: RUN_PLAN_SCHEMA, planned };
    });
    return planned;
  },
});
