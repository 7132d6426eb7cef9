/**
 * Judgings that were asked for and have not ended yet. Kept with the workspace from the moment they are asked for, so
 * that a closed page goes on with them; forgotten when they end, or are cancelled by the user.
 */
import * as v from 'valibot';

export const PlannedJudgingSchema = v.object({
  /** Runs, by id. */
  runs: v.array(v.string()),
  /** Ranks a search. */
  depth: v.pipe(v.number(), v.integer(), v.minValue(1)),
});
export type PlannedJudging = v.InferOutput<typeof PlannedJudgingSchema>;

export const JUDGE_PLAN_SCHEMA = 'hopscope.judge-plan/1';
export const JudgePlanSchema = v.object({
  schema: v.literal(JUDGE_PLAN_SCHEMA),
  planned: v.array(PlannedJudgingSchema),
});

const same = (a: PlannedJudging, b: PlannedJudging): boolean =>
  a.depth === b.depth && JSON.stringify(a.runs.toSorted()) === JSON.stringify(b.runs.toSorted());

/** Asked for twice is asked for once: what was judged is not judged again. */
export const withJudging = (all: readonly PlannedJudging[], asked: PlannedJudging): PlannedJudging[] => [
  ...withoutJudging(all, asked),
  asked,
];

export const withoutJudging = (all: readonly PlannedJudging[], asked: PlannedJudging): PlannedJudging[] =>
  all.filter((other) => !same(other, asked));
