import { APP } from '../domain/app';
import { type Cell, VERDICTS } from '../domain/diagnosis';
import { SUMMARY_SCHEMA, type Summary, type SummaryCells, type SummaryRun } from '../domain/summary';
import type { WorkspaceMeta } from '../domain/workspace';
import { type ReportedRun, type ReportInput, runLabel } from './input';
import { summaryCategories, summaryComparison } from './summary-categories';

/** k at which the summary samples the curves (docs/formats.md). */
const CURVE_AT = [1, 2, 3, 5, 10, 20, 50];

const cellCounts = (cells: Record<Cell, number>): SummaryCells => ({
  factPresent: cells['fact-present'],
  extractionFailure: cells['extraction-failure'],
  alternateEvidence: cells['alternate-evidence'],
  retrievalFailure: cells['retrieval-failure'],
});

/** The check by a person is a matter of the moment at which a page is looked at, and no figure of the run. */
const presenceOf = ({
  check: _,
  present,
  ...figures
}: NonNullable<ReportedRun['diagnosis']['hops']['presence']>) => ({
  ...figures,
  present: { rate: present.rate, n: present.n },
});

const summaryRun = ({ header, diagnosis }: ReportedRun): SummaryRun => {
  const { hops, curve, answers, usage } = diagnosis;
  const { intervention, ablation } = header.parameters;
  const sample = (values: readonly (number | null)[]): (number | null)[] =>
    CURVE_AT.map((k) => values[curve.k.indexOf(k)] ?? null);
  const rate = ({ rate: value, n }: { rate: number | null; n: number }) => ({ rate: value, n });
  return {
    id: header.run,
    system: header.system,
    retriever: {
      id: header.retriever.id,
      kind: header.retriever.kind,
      model: header.retriever.model,
      k: diagnosis.k,
    },
    imported: header.imported,
    intervention: intervention === undefined ? null : `${intervention.kind} ${intervention.policy}`,
    ablation: ablation ?? null,
    n: diagnosis.n,
    errors: diagnosis.errors,
    unjudged: diagnosis.unjudged,
    evidenceRecall: { mean: diagnosis.evidenceRecall.mean, n: diagnosis.evidenceRecall.n },
    allEvidence: rate(diagnosis.allEvidence),
    anyHit: rate(diagnosis.anyHit),
    curve: {
      k: CURVE_AT,
      evidenceRecall: sample(curve.evidenceRecall),
      allEvidence: sample(curve.allEvidence),
      anyHit: sample(curve.anyHit),
    },
    triage: Object.fromEntries(VERDICTS.map((verdict) => [verdict, diagnosis.triage[verdict]])),
    hops: {
      n: hops.n,
      retrieved: { accumulated: rate(hops.retrieved.accumulated), matched: rate(hops.retrieved.matched) },
      byDepth: hops.byDepth.accumulated.map((row) => ({
        hop: row.hop,
        n: row.n,
        goldRetrieved: row.goldRetrieved.rate,
        factPresent: row.factPresent?.rate ?? null,
      })),
      cells:
        hops.cells === null
          ? null
          : { accumulated: cellCounts(hops.cells.accumulated), matched: cellCounts(hops.cells.matched) },
      corpusGap: hops.gaps === null ? null : { ...hops.gaps },
      presence: hops.presence === null ? null : presenceOf(hops.presence),
    },
    certificates: { ...diagnosis.certificates },
    answers:
      answers === null
        ? null
        : {
            accuracy: answers.accuracy.rate,
            low: answers.accuracy.low,
            high: answers.accuracy.high,
            n: answers.accuracy.n,
            containMatch: answers.containMatch.rate,
            exactMatch: answers.exactMatch.rate,
            f1: answers.f1.mean,
            gaveUp: answers.gaveUp.count,
            ungroundedCorrect: answers.ungroundedCorrect,
          },
    ...summaryCategories(diagnosis.categories),
    usage: {
      searches: usage.searches,
      duplicateSearches: usage.duplicateSearches,
      llmCalls: usage.llmCalls,
      promptTokens: usage.inputTokens,
      completionTokens: usage.outputTokens,
      costUSD: usage.cost,
      seconds: usage.seconds,
    },
  };
};

type Warning = Summary['warnings'][number];

const workspaceWarnings = ({ corpus, questions }: WorkspaceMeta): Warning[] => {
  const rejected = (corpus?.tally.rejected ?? 0) + (questions?.tally.rejected ?? 0);
  return rejected === 0
    ? []
    : [
        {
          code: 'rejected-records',
          message: `${rejected} record${rejected === 1 ? '' : 's'} of the files could not be kept; the ingestion report lists file, line and reason.`,
          count: rejected,
        },
      ];
};

/** What is true of all runs (mapping, labels) is said once; the rest names its run. */
const runWarnings = (runs: readonly ReportedRun[]): Warning[] => {
  const seen = new Map<string, { warning: Warning; runs: ReportedRun[] }>();
  for (const run of runs)
    for (const warning of run.diagnosis.warnings) {
      const key = `${warning.code}\n${warning.message}`;
      const known = seen.get(key);
      if (known === undefined) seen.set(key, { warning, runs: [run] });
      else known.runs.push(run);
    }
  return [...seen.values()].map(({ warning, runs: where }) =>
    where.length === runs.length
      ? warning
      : {
          ...warning,
          message: `${where.map(({ header }) => runLabel(header)).join(', ')}: ${warning.message}`,
        },
  );
};

/** `hopscope.summary/1` (docs/formats.md). */
export const summaryOf = ({ meta, runs, comparisons }: ReportInput): Summary => {
  const { corpus, questions, mapping } = meta;
  return {
    schema: SUMMARY_SCHEMA,
    app: { ...APP },
    corpus: {
      files: corpus?.files ?? 0,
      read: corpus?.tally.read ?? 0,
      kept: corpus?.tally.kept ?? 0,
      rejected: corpus?.tally.rejected ?? 0,
      documents: corpus?.documents ?? 0,
      chunks: corpus?.chunks ?? 0,
      hash: corpus?.hash ?? '',
    },
    questions: {
      read: questions?.tally.read ?? 0,
      kept: questions?.tally.kept ?? 0,
      rejected: questions?.tally.rejected ?? 0,
      labelled: questions?.labelled ?? 0,
      unlabelled: questions?.unlabelled ?? 0,
      unanswerable: questions?.unanswerable ?? 0,
      byHops: questions?.byHops ?? {},
    },
    goldMapping: {
      passages: mapping?.passages ?? 0,
      mapped: mapping?.mapped ?? 0,
      ambiguous: mapping?.ambiguous ?? 0,
      // passages = mapped + unmapped; passages that the labels themselves say were removed are in neither.
      unmapped: mapping?.unmapped ?? 0,
      coverage: mapping?.coverage ?? null,
    },
    runs: runs.map(summaryRun),
    comparisons: comparisons.map(summaryComparison),
    warnings: [...workspaceWarnings(meta), ...runWarnings(runs)],
  };
};
