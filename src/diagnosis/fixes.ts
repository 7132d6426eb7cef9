import type { Fix } from '../domain/diagnosis';
import type { RunContext } from './context';
import {
  answerWhenComplete,
  checkAnswerJudge,
  raiseBudget,
  verifyAnswers,
  verifyResolutions,
} from './fixes-answers';
import { addDocuments, groundAnswers, inspectIndex, label, rechunk } from './fixes-corpus';
import { checkLabels, fillCorpusGap, rankStating } from './fixes-facts';
import { askProbes, decompose, raiseK, rephrase, resolveBridge, switchRetriever } from './fixes-search';
import { countOf } from './phrase';

/** Order among fixes that touch equally many questions: what is cheapest to be sure about comes first. */
const RULES: readonly ((context: RunContext) => Fix | null)[] = [
  addDocuments,
  fillCorpusGap,
  rankStating,
  decompose,
  resolveBridge,
  rephrase,
  switchRetriever,
  raiseK,
  rechunk,
  inspectIndex,
  checkAnswerJudge,
  verifyResolutions,
  verifyAnswers,
  raiseBudget,
  answerWhenComplete,
  groundAnswers,
  askProbes,
  checkLabels,
  label,
];

/** What rests on a judge that nobody has found right comes after whatever rests on ranks, however many questions it names. */
const doubtOf = ({ judge }: Fix): number =>
  judge === undefined || judge === 'passed' ? 0 : judge === 'unchecked' ? 1 : 2;

/** Questions that a run has answered rightly all the same: a fix for them mends nothing that anybody sees. */
const rightOnes = ({ cases }: RunContext): ReadonlySet<string> =>
  new Set(cases.flatMap(({ core }) => (core.correct === true ? [core.question.id] : [])));

const rightAllTheSame = (fix: Fix, right: number): Fix =>
  right === 0
    ? fix
    : {
        ...fix,
        evidence: `${fix.evidence} ${right} of the ${countOf(fix.questions.length, 'question')} it touches ${right === 1 ? 'is' : 'are'} answered rightly all the same.`,
      };

/**
 * Fix routing (05.2, 05.4): each fix with its evidence in this run and the questions it would touch. First what touches most
 * questions that are not answered rightly. A run with a silent outage gives no advice at all: its
 * banner says what to look into.
 */
export const fixesOf = (context: RunContext): Fix[] => {
  if (context.outage !== null) return [];
  const right = rightOnes(context);
  return RULES.map((rule) => rule(context))
    .filter((fix): fix is Fix => fix !== null)
    .map((fix) => ({ fix, right: fix.questions.filter((id) => right.has(id)).length }))
    .sort(
      (a, b) =>
        doubtOf(a.fix) - doubtOf(b.fix) ||
        b.fix.questions.length - b.right - (a.fix.questions.length - a.right),
    )
    .map((one) => rightAllTheSame(one.fix, one.right));
};
