/** Which two runs to compare when the address does not say. Pure. */
import { PROBES } from '../../../domain/seam';
import type { RunMeta } from '../../../domain/workspace';
import { runLabel, shownRuns } from '../diagnosis/runs';

export interface RunPair {
  a: RunMeta;
  b: RunMeta;
}

const PROBE_IDS: ReadonlySet<string> = new Set(PROBES);
const answers = ({ header }: RunMeta): boolean => !PROBE_IDS.has(header.system);

/** Shared figures first: one retriever with two systems, then one system with two retrievers, then anything else. */
const kinship = (a: RunMeta, b: RunMeta): number => {
  if (a.header.retriever.id === b.header.retriever.id) return a.header.system === b.header.system ? 1 : 2;
  return a.header.system === b.header.system ? 1 : 0;
};

/** The nearest of the others, the newest of equals; `runs` come newest first. */
const nearest = (of: RunMeta, runs: readonly RunMeta[]): RunMeta | null =>
  runs
    .filter((run) => run.header.run !== of.header.run)
    .toSorted(
      (one, other) =>
        // What answers is compared with what answers.
        Number(answers(other) === answers(of)) - Number(answers(one) === answers(of)) ||
        kinship(other, of) - kinship(one, of),
    )[0] ?? null;

/** Null: there are no two runs with something to show. A run that the address names and that is gone is replaced. */
export const pairOf = (all: RunMeta[], a: string | null, b: string | null): RunPair | null => {
  const runs = shownRuns(all);
  const named = (id: string | null): RunMeta | undefined => runs.find(({ header }) => header.run === id);
  const rest = runs.filter(({ header }) => header.run !== a);
  const second = named(b) ?? rest.find(answers) ?? rest[0];
  if (second === undefined) return null;
  const first = named(a);
  const base = first === undefined || first === second ? nearest(second, runs) : first;
  return base === null ? null : { a: base, b: second };
};

/** A run in a list of many: what it is, and when it was made where another is called the same. */
export const optionLabel = (run: RunMeta, all: readonly RunMeta[], time: (iso: string) => string): string => {
  const label = runLabel(run);
  const twins = all.filter((other) => runLabel(other) === label).length;
  return twins > 1 ? `${label} · ${time(run.header.started)}` : label;
};
