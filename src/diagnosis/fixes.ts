import type { Fix } from '../domain/diagnosis';
import { isOutage, type RunContext } from './context';
import { addDocuments, groundAnswers, inspectIndex, label, rechunk, verifyAnswers } from './fixes-corpus';
import { checkLabels, fillCorpusGap, rankStating } from './fixes-facts';
import { askProbes, decompose, raiseK, rephrase, resolveBridge, switchRetriever } from './fixes-search';

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
  verifyAnswers,
  groundAnswers,
  askProbes,
  checkLabels,
  label,
];

/** What rests on a judge that nobody has found right comes after whatever rests on ranks, however many questions it names. */
const doubtOf = ({ judge }: Fix): number =>
  judge === undefined || judge === 'passed' ? 0 : judge === 'unchecked' ? 1 : 2;

/**
 * Fix routing (05.2): each fix with its evidence in this run and the questions it would touch, most questions first.
 * A run in which nothing was ever retrieved, though there was something to retrieve, says nothing about any of them but one.
 */
export const fixesOf = (context: RunContext): Fix[] => {
  const rules = isOutage(context) ? [inspectIndex] : RULES;
  return rules
    .map((rule) => rule(context))
    .filter((fix): fix is Fix => fix !== null)
    .sort((a, b) => doubtOf(a) - doubtOf(b) || b.questions.length - a.questions.length);
};
