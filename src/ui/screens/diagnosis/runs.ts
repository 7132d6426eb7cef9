import type { RunDiagnosis } from '../../../domain/diagnosis';
import { SYSTEM_IDS } from '../../../domain/seam';
import type { RunRetrieverKind } from '../../../domain/trace';
import type { RunMeta } from '../../../domain/workspace';
import { INTERVENTION, POLICY, RETRIEVER, systemLabel } from '../../messages';
import { modelName } from '../../messages/model';
import { ABLATION } from '../../messages/planner';
import { seenAt } from './seen';

const KINDS: RunRetrieverKind[] = ['hybrid', 'vector', 'bm25', 'external'];

/** Runs that have something to show, newest first. */
export const shownRuns = (runs: RunMeta[]): RunMeta[] =>
  runs.filter((run) => run.done > 0).toSorted((a, b) => b.header.started.localeCompare(a.header.started));

/** A whole run without an intervention; one with the policy "none" is the same run under another name. */
export const isPlain = (run: RunMeta): boolean => {
  const { intervention, ablation } = run.header.parameters;
  return ablation === undefined && (intervention === undefined || intervention.policy === 'none');
};

const place = <T>(order: readonly T[], value: T): number => {
  const at = order.indexOf(value);
  return at === -1 ? order.length : at;
};

/**
 * The run to open when the address names none and none was looked at: what a plain pipeline retrieves (the single
 * search); finished before unfinished, newer before older. The order of retrievers only breaks a tie and says nothing
 * of their strength, which is a figure of the page (`strongerRun`).
 */
export function defaultRun(runs: RunMeta[]): RunMeta | null {
  const systems: readonly string[] = SYSTEM_IDS;
  return (
    shownRuns(runs).toSorted(
      (a, b) =>
        Number(b.state === 'finished') - Number(a.state === 'finished') ||
        Number(isPlain(b)) - Number(isPlain(a)) ||
        place(systems, a.header.system) - place(systems, b.header.system) ||
        place(KINDS, a.header.retriever.kind) - place(KINDS, b.header.retriever.kind),
    )[0] ?? null
  );
}

/** The run that the address names, else the one looked at last, else the default. */
export const runOf = (runs: RunMeta[], id: string | null): RunMeta | null =>
  runs.find((run) => run.header.run === id && run.done > 0) ??
  shownRuns(runs)
    .filter((run) => seenAt(run.header.run) >= 0)
    .toSorted((a, b) => seenAt(b.header.run) - seenAt(a.header.run))[0] ??
  defaultRun(runs);

/** A run with the figure by which the page ranks runs: questions with all their evidence at the k in view. */
export interface RankedRun {
  run: RunMeta;
  diagnosis: Pick<RunDiagnosis, 'allEvidence' | 'warnings'>;
}

const OUTDATED = ['corpus-changed', 'questions-changed', 'labels-changed'];
const isOutdated = ({ diagnosis }: RankedRun): boolean =>
  diagnosis.warnings.some(({ code }) => OUTDATED.includes(code));

/** The same system, asking the same model, on another retriever that completes more of the same number of questions; the best of them. */
export const strongerRun = (current: RankedRun, others: readonly RankedRun[]): RankedRun | null =>
  others
    .filter(
      (other) =>
        other.run.header.run !== current.run.header.run &&
        other.run.state === 'finished' &&
        isPlain(other.run) &&
        !isOutdated(other) &&
        other.run.header.system === current.run.header.system &&
        other.run.header.model === current.run.header.model &&
        other.diagnosis.allEvidence.n === current.diagnosis.allEvidence.n &&
        other.diagnosis.allEvidence.count > current.diagnosis.allEvidence.count,
    )
    .toSorted((a, b) => b.diagnosis.allEvidence.count - a.diagnosis.allEvidence.count)[0] ?? null;

/** A newer finished run of the same system and retriever, where the one in view is older than corpus or questions. */
export const newerRun = (current: RankedRun, runs: RunMeta[]): RunMeta | null =>
  isOutdated(current)
    ? (shownRuns(runs).find(
        (run) =>
          run.state === 'finished' &&
          run.header.started > current.run.header.started &&
          runLabel(run) === runLabel(current.run),
      ) ?? null)
    : null;

/** The newest run with this system and retriever, else with this system, else with this retriever. */
export function nearestRun(runs: RunMeta[], system: string, kind: RunRetrieverKind): RunMeta | null {
  // Without an intervention first: what it changed is shown beside it.
  const shown = shownRuns(runs).toSorted((a, b) => Number(isPlain(b)) - Number(isPlain(a)));
  const of = (test: (run: RunMeta) => boolean): RunMeta | undefined => shown.find(test);
  return (
    of((run) => run.header.system === system && run.header.retriever.kind === kind) ??
    of((run) => run.header.system === system) ??
    of((run) => run.header.retriever.kind === kind) ??
    null
  );
}

/** "augment, predicted": what was done about the hops; null: nothing. */
export const interventionLabel = (run: RunMeta): string | null => {
  const { intervention } = run.header.parameters;
  return intervention === undefined
    ? null
    : `${INTERVENTION[intervention.kind].label}, ${POLICY[intervention.policy].label}`;
};

/** "no seed": what of the system was left out; null: nothing. */
const ablationLabel = ({ header }: RunMeta): string | null => {
  const { ablation } = header.parameters;
  return ablation === undefined ? null : ABLATION[ablation].label;
};

/** Names what the run is of, so that two runs of different things never go by one name. */
export const runLabel = (run: RunMeta): string =>
  [
    systemLabel(run.header.system),
    RETRIEVER[run.header.retriever.kind].label,
    interventionLabel(run),
    ablationLabel(run),
    run.header.model === null ? null : modelName(run.header.model),
  ]
    .filter((part) => part !== null)
    .join(' · ');

/** A system that reads labels says so wherever its figures appear (design 04). */
export function labelUse(system: string): string | null {
  if (system === 'probe-hops' || system === 'reader-hops' || system === 'reader-register')
    return 'uses the labelled sub-questions';
  if (system === 'probe-oracle') return 'uses the labelled sub-questions and their gold answers';
  return null;
}

/** What the page offers in place of the run in view, and why; the reader chooses, it never switches by itself. */
export function offeredRun(
  current: RankedRun,
  others: readonly RankedRun[],
  runs: RunMeta[],
  k: number,
): { run: string; words: string } | null {
  const newer = newerRun(current, runs);
  if (newer !== null)
    return {
      run: newer.header.run,
      words: `${runLabel(newer)} was run again after the corpus or the questions changed.`,
    };
  const stronger = strongerRun(current, others);
  if (stronger === null) return null;
  const there = stronger.diagnosis.allEvidence;
  const here = current.diagnosis.allEvidence;
  return {
    run: stronger.run.header.run,
    words: `${runLabel(stronger.run)} has all the evidence of more questions at k = ${k}: ${there.count} of ${there.n}, here ${here.count} of ${here.n}.`,
  };
}
