/**
 * Runs that were asked for and are not all made yet. Kept with the workspace from the moment they are asked for, so
 * that a closed page loses none; forgotten when they are made, or cancelled by the user.
 */
import * as v from 'valibot';
import { InterventionSchema, RetrieverSettingsSchema } from './trace';

export const PlannedRunsSchema = v.object({
  /** ISO 8601. */
  asked: v.string(),
  systems: v.array(v.string()),
  retrievers: v.array(v.picklist(['bm25', 'vector', 'hybrid'])),
  settings: v.omit(RetrieverSettingsSchema, ['kind']),
  k: v.number(),
  /** Question ids; null: all. */
  questions: v.nullable(v.array(v.string())),
  /** One run each, for every system; empty: without. */
  interventions: v.array(InterventionSchema),
  /** Id of the model that was set when they were asked for; absent: none of the systems asks one. */
  model: v.optional(v.string()),
  loops: v.optional(v.number()),
  agent: v.optional(
    v.object({
      contextTokens: v.optional(v.number()),
      ablation: v.optional(v.picklist(['no-seed', 'no-updates', 'full-replay'])),
      spendingLimit: v.optional(v.number()),
    }),
  ),
});
/** Some runs that were asked for together: systems × retrievers × interventions. */
export type PlannedRuns = v.InferOutput<typeof PlannedRunsSchema>;

export const RUN_PLAN_SCHEMA = 'hopscope.run-plan/1';
export const RunPlanSchema = v.object({
  schema: v.literal(RUN_PLAN_SCHEMA),
  planned: v.array(PlannedRunsSchema),
});
