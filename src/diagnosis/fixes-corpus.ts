import type { Fix, Verdict } from '../domain/diagnosis';
import { hasReachableMiss } from './at-k';
import type { Case, RunContext } from './context';
import { isInCorpus } from './golds';
import { allOf, countOf, listed, quote, unstopped } from './phrase';
import { bestOf, within } from './searches';

const withVerdict = (context: RunContext, ...verdicts: Verdict[]): Case[] =>
  context.cases.filter(({ core }) => verdicts.includes(core.verdict));
const idsOf = (cases: readonly Case[]): string[] => cases.map(({ core }) => core.question.id);

/** A part of n in a sentence that has just counted them. */
const shareOf = (part: number, n: number): string => (part === n ? allOf(n) : `${part} of them`);

/** How many names a sentence can carry; the questions list has them all. */
const NAMED = 5;

export const addDocuments = (context: RunContext): Fix | null => {
  const cases = withVerdict(context, 'unmapped');
  if (cases.length === 0) return null;
  const lost = cases.flatMap(({ prepared }) =>
    prepared.golds.flatMap((gold, at) =>
      isInCorpus(gold.status) ? [] : [{ title: prepared.passageTitle(at), gold }],
    ),
  );
  const removed = lost.filter(({ gold }) => gold.status === 'notInCorpus').length;
  const names = [...new Set(lost.map(({ title }) => quote(title)))];
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : '';
  const shown = more === '' ? listed(names) : `${names.slice(0, NAMED).join(', ')}${more}`;
  const byLabel = removed === 0 ? '' : ` The labels themselves say that ${removed} of them were removed.`;
  const note = lost.find(({ gold }) => gold.status === 'unmapped')?.gold.note;
  return {
    id: 'add-documents',
    title: 'Add the missing documents, or repair their ingestion',
    evidence: `${countOf(lost.length, 'gold passage')} of ${countOf(cases.length, 'question')} ${lost.length === 1 ? 'has' : 'have'} no chunk in the corpus: ${shown}.${byLabel}${note === undefined || note === '' ? '' : ` First reason: ${unstopped(note)}.`} No retriever can be blamed for these.`,
    questions: idsOf(cases),
    action: 'add-documents',
  };
};

export const rechunk = (context: RunContext): Fix | null => {
  const cases = withVerdict(context, 'wrong-chunk');
  if (cases.length === 0) return null;
  const single = withVerdict(context, 'wrong-chunk', 'missing-document').length;
  const near = cases.filter(({ prepared }) => within(prepared.lastGoldRank, 2 * context.k)).length;
  return {
    id: 'rechunk',
    title: 'Chunk differently, or rank chunks of one document better',
    evidence: `In ${cases.length} of ${countOf(single, 'single-passage miss', 'single-passage misses')} another chunk of the gold document was retrieved within k = ${context.k}${near === 0 ? '' : `; in ${near} of these the right one stands within ${2 * context.k}`}.`,
    questions: idsOf(cases),
    action: 'rechunk',
  };
};

export const inspectIndex = (context: RunContext): Fix | null => {
  const cases = withVerdict(context, 'total-miss', 'missing-document');
  if (cases.length === 0) return null;
  const total = withVerdict(context, 'total-miss').length;
  const kinds = [
    ...(total > 0 ? [countOf(total, 'total miss', 'total misses')] : []),
    ...(cases.length > total ? [countOf(cases.length - total, 'missing document')] : []),
  ].join(', ');
  const found = cases.filter(({ prepared }) => hasReachableMiss(prepared, context.k)).length;
  const deep = cases.filter(({ prepared }) => bestOf(prepared.bestRanks) !== null).length;
  const tried = cases.some(({ prepared }) => prepared.otherQueries > 0);
  const reach = [
    found > 0
      ? `For ${shareOf(found, cases.length)} another query on this retriever finds one, so the query is at fault`
      : tried
        ? 'No other query tried on this retriever finds one, which proves nothing'
        : 'No other query has been tried on this retriever',
    deep > 0
      ? `for ${shareOf(deep, cases.length)} one stands further down in the stored ranks`
      : 'none stands further down in the stored ranks',
  ];
  return {
    id: 'inspect-index',
    title: 'Inspect indexing, then the first query',
    evidence: `${countOf(cases.length, 'question')} (${kinds}) found no gold passage within k = ${context.k}. ${reach.join('; ')}.`,
    questions: idsOf(cases),
    action: 'inspect-index',
  };
};

export const label = (context: RunContext): Fix | null => {
  const cases = withVerdict(context, 'unlabelled');
  if (cases.length === 0) return null;
  return {
    id: 'label',
    title: 'Label the gold passages',
    evidence: `${cases.length} of ${countOf(context.cases.length, 'question')} ${cases.length === 1 ? 'has' : 'have'} no gold passage, so nothing can be said about ${cases.length === 1 ? 'its' : 'their'} retrieval.`,
    questions: idsOf(cases),
    action: 'label',
  };
};

export const groundAnswers = (context: RunContext): Fix | null => {
  const cases = withVerdict(context, 'null-hallucinated');
  if (cases.length === 0) return null;
  const all = withVerdict(context, 'null-hallucinated', 'null-refused').length;
  return {
    id: 'ground-answers',
    title: 'Check grounding, or lower the threshold for abstaining',
    evidence: `${cases.length} of ${countOf(all, 'unanswerable question')} ${cases.length === 1 ? 'was' : 'were'} answered instead of refused.`,
    questions: idsOf(cases),
    action: 'verify-answers',
  };
};
