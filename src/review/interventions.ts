import { compareInterventions } from '../diagnosis';
import type { InterventionComparison, InterventionReport } from '../domain/intervention';
import type { JudgeChoice } from '../domain/judge-check';
import type { WorkspaceStore } from '../domain/store';
import type { RunHeader } from '../domain/trace';
import type { ReviewCache } from './cache';

const acts = ({ parameters }: RunHeader): boolean =>
  parameters.intervention !== undefined && parameters.intervention.policy !== 'none';

/**
 * A model answers from what it was given at k, within its budgets: with others it is another experiment. A probe has no
 * model, and its ranks are read at any k.
 */
const sameConditions = (a: RunHeader, b: RunHeader): boolean => {
  if (a.model !== b.model) return false;
  const of = ({ parameters: { k, loops, contextTokens } }: RunHeader) =>
    JSON.stringify([k, loops, contextTokens]);
  return a.model === null || of(a) === of(b);
};

/** The run without an intervention to compare with; of several the last one, and one planned as its base first. */
const baseOf = (header: RunHeader, all: readonly RunHeader[]): RunHeader | undefined => {
  const bases = all.filter(
    (other) =>
      !acts(other) &&
      other.system === header.system &&
      other.retriever.id === header.retriever.id &&
      sameConditions(other, header),
  );
  const planned = bases.filter(
    (other) => other.parameters.intervention?.kind === header.parameters.intervention?.kind,
  );
  const latest = (list: readonly RunHeader[]) =>
    list.toSorted((a, b) => (a.started < b.started ? -1 : 1)).at(-1);
  return latest(planned) ?? latest(bases);
};

/** Every run with an intervention beside its base. */
export const interventionReport = async (
  store: WorkspaceStore,
  cache: ReviewCache,
  request: { workspace: string; runs: string[] | null; k: number; judge: JudgeChoice },
): Promise<InterventionReport> => {
  const { workspace, runs, k, judge } = request;
  const headers = (await store.get(workspace)).runs
    .map(({ header }) => header)
    .filter(({ run }) => runs === null || runs.includes(run));
  const comparisons: InterventionComparison[] = [];
  const unpaired: InterventionReport['unpaired'] = [];
  for (const header of headers.filter(acts)) {
    const base = baseOf(header, headers);
    if (base === undefined) {
      unpaired.push({
        run: header.run,
        reason: `There is no run of ${header.system} on this retriever${header.model === null ? '' : ', with this model, k and budget,'} without an intervention to compare with.`,
      });
      continue;
    }
    const without = (await cache.run(workspace, base.run, judge)).prepared;
    const withIt = (await cache.run(workspace, header.run, judge)).prepared;
    comparisons.push(compareInterventions(without, withIt, k, judge.threshold));
  }
  return { comparisons, unpaired };
};
