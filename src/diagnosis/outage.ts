/** A run that says nothing about questions, because something it rests on did not work and nobody noticed (edge cases, "silent outage"). */
import type { FindingPart } from '../domain/diagnosis';
import { countOf, everyOf } from './phrase';
import type { PreparedQuestion, PreparedRun } from './prepared';

export interface Outage {
  code: 'silent-outage' | 'all-failed' | 'unparsed-replies' | 'unparsed-verdicts';
  /** Searches, questions or answers that it is about. */
  count: number;
  /** Said at the top of everything. */
  message: string;
  /** The headline in place of a finding. */
  finding: FindingPart[];
}

/** What the run was to find is in the corpus, so a search that works would have found something. */
const isMeasured = ({ question, golds, notInCorpus, error }: PreparedQuestion): boolean =>
  error === null && question.answerable && golds.length > 0 && notInCorpus === 0;

const NOTHING_MEANT = ', and nothing else on this page means anything until it is explained.';

/** All searches came back empty although some question has its passages in the corpus. */
const emptySearches = (run: PreparedRun): Outage | null => {
  const measured = run.questions.filter(isMeasured).length;
  if (!run.silent || run.chunks === 0 || measured === 0) return null;
  const { searches } = run.usage;
  const all = everyOf(searches, 'search', 'searches');
  return {
    code: 'silent-outage',
    count: searches,
    message: `${all} of this run came back empty. That looks like an outage of the search, not like ${countOf(measured, 'miss', 'misses')}: look into it and run again.`,
    finding: [
      { text: `${all} of this run came back empty`, emphasis: 'total-miss' },
      { text: `. That looks like an outage of the search${NOTHING_MEANT}`, emphasis: null },
    ],
  };
};

/** Every question ended in an error; of a model whose replies could not be read in any of them, that is said. */
const allFailed = ({ questions }: PreparedRun): Outage | null => {
  const failed = questions.filter(({ errorKind }) => errorKind === 'error');
  if (failed.length === 0 || failed.length < questions.length) return null;
  const all = everyOf(failed.length, 'question');
  const unread = failed.every(({ errorCode }) => errorCode === 'llm-reply');
  const what = unread
    ? `No reply of the model could be read in ${failed.length === 1 ? 'the one question' : `any of ${failed.length} questions`}`
    : `${all} of this run ended in an error`;
  return {
    code: unread ? 'unparsed-replies' : 'all-failed',
    count: failed.length,
    message: `${what}. The first says: ${failed[0]?.error ?? ''} Nothing was measured: look into it and run again.`,
    finding: [
      { text: what, emphasis: 'total-miss' },
      {
        text: `. That looks like an outage of the ${unread ? 'model' : 'run'}, not like ${countOf(failed.length, 'wrong answer')}; nothing was measured.`,
        emphasis: null,
      },
    ],
  };
};

/** The answer judge was asked and not one of its replies held a verdict. */
const noVerdicts = ({ questions }: PreparedRun): Outage | null => {
  const asked = questions.flatMap(({ answer, error }) =>
    answer !== null && error === null && answer.judgeAsked ? [answer] : [],
  );
  if (asked.length === 0 || asked.some(({ judged, person }) => judged !== null || person !== null))
    return null;
  const what = `No verdict could be read from ${asked.length === 1 ? 'the one reply' : `any of ${asked.length} replies`} of the answer judge`;
  return {
    code: 'unparsed-verdicts',
    count: asked.length,
    message: `${what}, so no answer is known to be right or wrong. That looks like an outage of the judge: check its model and judge the answers again.`,
    finding: [
      { text: what, emphasis: 'total-miss' },
      { text: `. Whether the answers are right is not known${NOTHING_MEANT}`, emphasis: null },
    ],
  };
};

/** Null: the run works, whatever its figures. */
export const outageOf = (run: PreparedRun): Outage | null =>
  emptySearches(run) ?? allFailed(run) ?? noVerdicts(run);
