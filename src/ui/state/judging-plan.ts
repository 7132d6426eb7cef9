/** Which judgings go on by themselves after a reload, and which are forgotten. Pure. */
import type { PlannedJudging } from '../../domain/judge-plan';
import type { Outcome } from '../../domain/outcome';
import type { WorkspaceMeta } from '../../domain/workspace';

/** May this page go on with what an earlier one left half-way? */
export const mayResume = (scene: {
  meta: Pick<WorkspaceMeta, 'id'> | null;
  plan: readonly PlannedJudging[];
  /** Another tab writes to this workspace, and does the judging too. */
  readOnly: boolean;
  /** Workspaces that this page has judged in or tried to: what stopped here is not begun again by itself. */
  touched: ReadonlySet<string>;
}): boolean =>
  scene.meta !== null && scene.plan.length > 0 && !scene.readOnly && !scene.touched.has(scene.meta.id);

/** What a planned judging has left to do: its runs without those that are gone; empty: it can be forgotten. */
export const runsLeft = ({ runs }: PlannedJudging, meta: Pick<WorkspaceMeta, 'runs'>): string[] => {
  const there = new Set(meta.runs.filter(({ done }) => done > 0).map(({ header }) => header.run));
  return runs.filter((run) => there.has(run));
};

/**
 * A judging that has ended, or can never work, is forgotten; and so is one that was cancelled: that is a person's word.
 * What may work another time (a lost worker, a full disk) stays planned.
 */
export const isOver = (outcome: Outcome<unknown>): boolean =>
  outcome.ok || outcome.error.code === 'cancelled' || !outcome.error.retryable;
