/** Fixes for runs that answer, routed by failure category (05.4). */
import type { Category } from '../domain/category';
import type { Fix } from '../domain/diagnosis';
import type { Case, RunContext } from './context';
import { countOf } from './phrase';

const withCategory = ({ cases }: RunContext, category: Category): Case[] =>
  cases.filter(({ core }) => core.category?.paper === category);
const idsOf = (cases: readonly Case[]): string[] => cases.map(({ core }) => core.question.id);

export const verifyAnswers = (context: RunContext): Fix | null => {
  const cases = withCategory(context, 'reasoning-error');
  if (cases.length === 0) return null;
  const complete = context.cases.filter(
    ({ core }) => core.allEvidence === true && core.correct !== null,
  ).length;
  return {
    id: 'verify-answers',
    title: 'Reason and verify; retrieval has done its part',
    evidence: `In ${cases.length} of ${countOf(complete, 'question')} with complete evidence and a judged answer, the answer is wrong all the same.`,
    questions: idsOf(cases),
    action: 'verify-answers',
  };
};

export const verifyResolutions = (context: RunContext): Fix | null => {
  const cases = withCategory(context, 'false-resolution');
  if (cases.length === 0) return null;
  const ids = new Set(idsOf(cases));
  const items = (context.categories?.premature ?? [])
    .filter(({ question }) => ids.has(question))
    .flatMap(({ resolutions }) => resolutions);
  const scored = items.flatMap(({ score }) => (score === null ? [] : [score]));
  const refused = scored.filter(({ present }) => !present).length;
  const word =
    scored.length === 0
      ? 'No classifier has scored these items.'
      : `The classifier finds the fact stated in the support of ${scored.length - refused} of the ${scored.length} it has scored, so a check of every resolution would have refused ${refused}.`;
  return {
    id: 'verify-resolutions',
    title: 'Resolve a requirement only when a supporting passage states the fact',
    evidence: `In ${countOf(cases.length, 'wrong answer')} ${countOf(items.length, 'requirement')} ${items.length === 1 ? 'stands' : 'stand'} resolved without a gold passage among the support. ${word}`,
    questions: idsOf(cases),
    action: 'verify-answers',
  };
};

/** Given up by force: the budget ended what was still going on. */
export const raiseBudget = (context: RunContext): Fix | null => {
  const gaveUp = withCategory(context, 'gave-up');
  const cases = gaveUp.filter(({ prepared }) => prepared.answer?.abstained === false);
  if (cases.length === 0) return null;
  const complete = cases.filter(({ core }) => core.allEvidence === true).length;
  return {
    id: 'raise-budget',
    title: 'Give the loop more budget, or let it stop when it has what it needs',
    evidence: `${cases.length} of ${countOf(gaveUp.length, 'answer')} given up ${cases.length === 1 ? 'was' : 'were'} forced when a budget ran out; ${complete} of ${cases.length === 1 ? 'it' : 'these'} had every gold passage by then.`,
    questions: idsOf(cases),
    action: null,
  };
};

/** Abstained with everything at hand. Without it, abstaining is right, and the missing passage is what to look for. */
export const answerWhenComplete = (context: RunContext): Fix | null => {
  const abstained = withCategory(context, 'gave-up').filter(
    ({ prepared }) => prepared.answer?.abstained === true,
  );
  const cases = abstained.filter(({ core }) => core.allEvidence === true);
  if (cases.length === 0) return null;
  return {
    id: 'answer-when-complete',
    title: 'Raise the threshold for abstaining where the evidence is there',
    evidence: `${cases.length} of ${countOf(abstained.length, 'abstention')} had every gold passage.`,
    questions: idsOf(cases),
    action: null,
  };
};

export const checkAnswerJudge = (context: RunContext): Fix | null => {
  const cases = withCategory(context, 'judge-error');
  if (cases.length === 0) return null;
  const byPerson = cases.filter(({ prepared }) => prepared.answer?.person === true).length;
  return {
    id: 'check-answer-judge',
    title: 'Check the answer judge before changing anything else',
    evidence: `${countOf(cases.length, 'answer')} ${cases.length === 1 ? 'is' : 'are'} called wrong by the judge although ${cases.length === 1 ? 'it contains' : 'they contain'} a gold answer or a person says right (${byPerson} by a person).`,
    questions: idsOf(cases),
    action: null,
  };
};
