import type { RunDiagnosis } from '../domain/diagnosis';
import type { RunAge } from '../domain/given';
import type { RunContext } from './context';
import { countOf, listed, percent } from './phrase';

/** Below this share of mapped gold passages, triage counts say more about ingestion than about retrieval (05.7). */
const LOW_COVERAGE = 0.95;
/** Above this share of unlabelled questions, the rest may not stand for the set. */
const MANY_UNLABELLED = 0.2;

type Warning = RunDiagnosis['warnings'][number];

/** What the question set has become since the run, for a reader of the run's figures. `count`: questions it concerns. */
const changesOf = (age: RunAge, asked: number): { count: number; message: string } => {
  const { words, unknown, unasked, gone } = age;
  const parts: string[] = [];
  if (words.length > 0)
    parts.push(
      `${countOf(words.length, 'question')} of ${asked} ${words.length === 1 ? 'was' : 'were'} asked in other words than now stand in the set`,
    );
  if (unknown.length > 0)
    parts.push(
      `how ${countOf(unknown.length, 'question')} ${unknown.length === 1 ? 'was' : 'were'} worded when asked is not recorded`,
    );
  if (unasked.length > 0)
    parts.push(
      `${countOf(unasked.length, 'question')} of the set ${unasked.length === 1 ? 'was' : 'were'} not asked`,
    );
  if (gone.length > 0)
    parts.push(
      `${countOf(gone.length, 'question')} of the run ${gone.length === 1 ? 'is' : 'are'} no longer in it`,
    );
  return {
    count: words.length + unknown.length + unasked.length + gone.length,
    message: `The question set has changed since this run: ${listed(parts)}. Its searches were made with the questions as they were; run again to ask them as they are.`,
  };
};

/** Everything that could make the numbers of a run mislead, loudest first. */
export const warningsOf = (context: RunContext, presence: RunDiagnosis['hops']['presence']): Warning[] => {
  const { run } = context;
  const cores = context.cases.map(({ core }) => core);
  const warnings: Warning[] = [];
  const warn = (code: string, count: number, message: string): void => {
    if (count > 0) warnings.push({ code, message, count });
  };
  const failed = run.questions.filter(({ errorKind }) => errorKind === 'error').length;
  const noData = run.questions.filter(({ errorKind }) => errorKind === 'no-data').length;
  const unsearched = context.cases.filter(
    ({ core, prepared }) => core.evidenceRecall !== null && prepared.searches.length === 0,
  ).length;
  const unjudged = cores.filter(
    (core) => core.question.answerable && core.answer !== null && core.correct === null,
  ).length;
  const { total: golds, notInCorpus: lost, ambiguous } = run.golds;
  const unlabelled = cores.filter((core) => core.verdict === 'unlabelled').length;

  if (context.outage !== null) warn(context.outage.code, context.outage.count, context.outage.message);
  warn(
    'empty-corpus',
    run.silent && run.chunks === 0 ? run.usage.searches : 0,
    `The corpus holds no chunk, so there was nothing to find: add documents, then run again.`,
  );
  warn('damaged-run', run.notice === null ? 0 : 1, run.notice ?? '');
  warn(
    'corpus-changed',
    run.stale.corpus ? 1 : 0,
    'The corpus or its chunks have changed since this run, so its chunk ids may mean other passages. Run again.',
  );
  const { age } = run.stale;
  if (age !== null) {
    const parts = changesOf(age, run.questions.length);
    warn('questions-changed', parts.count, parts.message);
    warn(
      'labels-changed',
      age.labels.length,
      `The labels of ${countOf(age.labels.length, 'question')} have changed since this run, which was shown them. Verdicts here follow the labels as they are now; what the run searched with their help (bridge answers, other words for what was not found) is as it was, until it is run again.`,
    );
  }
  warn(
    'errors',
    failed,
    `${countOf(failed, 'question')} ended in an error and ${failed === 1 ? 'is' : 'are'} in no rate on this page.`,
  );
  warn(
    'no-retrieval-data',
    noData,
    `For ${countOf(noData, 'question')} the run recorded no retrieval: no data, which is not the same as nothing found. They are in no rate.`,
  );
  warn(
    'no-search',
    unsearched,
    `${countOf(unsearched, 'question')} ${unsearched === 1 ? 'was' : 'were'} answered without a search: nothing was retrieved, so evidence recall is 0 there and says nothing about the retriever.`,
  );
  warn(
    'unjudged',
    unjudged,
    `${countOf(unjudged, 'answer')} could not be judged and ${unjudged === 1 ? 'counts' : 'count'} neither as right nor as wrong.`,
  );
  warn(
    golds > 0 && 1 - lost / golds < LOW_COVERAGE ? 'low-coverage' : 'unmapped',
    lost,
    `${lost} of ${countOf(golds, 'gold passage')} (${percent(lost, golds)}) ${lost === 1 ? 'has' : 'have'} no chunk in the corpus. ${lost === 1 ? 'Its question is' : 'Their questions are'} listed as unmapped and in no retrieval rate.`,
  );
  warn(
    'ambiguous',
    ambiguous,
    `${ambiguous} of ${countOf(golds, 'gold passage')} could be more than one passage of the corpus; any of them counts as a hit until a person decides.`,
  );
  warn(
    'unlabelled',
    unlabelled > MANY_UNLABELLED * cores.length ? unlabelled : 0,
    `${unlabelled} of ${countOf(cores.length, 'question')} have no gold passage; what is measured on the others need not hold for them.`,
  );
  const notJudged = presence?.notJudged ?? 0;
  warn(
    'hops-not-judged',
    notJudged,
    `${notJudged} of ${countOf(presence?.hops ?? 0, 'hop')} ${notJudged === 1 ? 'has' : 'have'} passages that the judge has not scored yet; they are in no cell.`,
  );
  const inconclusive = presence?.inconclusive ?? 0;
  warn(
    'hops-inconclusive',
    inconclusive,
    `On ${inconclusive} of ${countOf(presence?.hops ?? 0, 'hop')} the judge could not decide (a bridge answer that nobody has given, or a passage without text); they are in no cell.`,
  );
  return warnings;
};
