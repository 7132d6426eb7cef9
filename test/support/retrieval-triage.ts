/** The independent figures of test/fixtures/make/retrieval_triage.py, and how a run of the app compares to them. */
import type { Summary, SummaryRun } from '../../src/domain/summary';
import fixture from '../fixtures/retrieval_triage.json' with { type: 'json' };

export type Kind = 'bm25' | 'vector' | 'hybrid';

export interface Expected {
  k: number;
  n: number;
  evidenceRecall: number;
  allEvidence: number;
  anyHit: number;
  triage: Record<string, number>;
}

export interface ExpectedFile {
  /** Path under the shared data. */
  file: string;
  questions: number;
  passages: number;
  retrievers: Record<Kind, { counts: Expected[]; ranks: (number | null)[][] }>;
}

export const EXPECTED = fixture.files as unknown as ExpectedFile[];

/** The part of a run's summary that the fixture speaks of; verdicts that do not occur are left out. */
export const figuresOf = (run: SummaryRun): Expected => ({
  k: run.retriever.k,
  n: run.evidenceRecall.n,
  evidenceRecall: run.evidenceRecall.mean ?? Number.NaN,
  allEvidence: Math.round((run.allEvidence.rate ?? Number.NaN) * run.allEvidence.n),
  anyHit: Math.round((run.anyHit.rate ?? Number.NaN) * run.anyHit.n),
  triage: Object.fromEntries(Object.entries(run.triage).filter(([, count]) => count > 0)),
});

export const runOf = (summary: Summary, kind: Kind, system = 'probe-single'): SummaryRun => {
  const run = summary.runs.find((one) => one.retriever.kind === kind && one.system === system);
  if (run === undefined) throw new Error(`the summary has no run of ${system} on ${kind}`);
  return run;
};

/** A line of questions.jsonl, as far as it is compared. */
export interface QuestionLine {
  run: string;
  question: string;
  rankOfGold: (number | null)[];
}

const sorted = (ranks: readonly (number | null)[]): (number | null)[] =>
  ranks.toSorted((a, b) => (a ?? Number.POSITIVE_INFINITY) - (b ?? Number.POSITIVE_INFINITY));

/**
 * Questions (0-based, in file order) whose gold passages stand at other ranks than the fixture says, and those of them
 * for which that changes what is retrieved within k. A browser and native onnxruntime add in another order, so vector
 * and hybrid ranks may swap where two scores are equal to the last bits.
 */
export const differences = (
  expected: readonly (readonly (number | null)[])[],
  lines: readonly QuestionLine[],
  k: number,
): { ranks: number[]; withinK: number[] } => {
  const within = (ranks: readonly (number | null)[]): number =>
    ranks.filter((rank) => rank !== null && rank <= k).length;
  const ranks: number[] = [];
  const withinK: number[] = [];
  expected.forEach((want, index) => {
    const found = sorted(lines[index]?.rankOfGold ?? []);
    if (JSON.stringify(found) !== JSON.stringify(want)) ranks.push(index);
    if (within(found) !== within(want)) withinK.push(index);
  });
  return { ranks, withinK };
};
