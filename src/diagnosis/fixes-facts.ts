import type { Fix, JudgeStanding } from '../domain/diagnosis';
import type { CorpusGap } from '../domain/presence';
import type { RunContext } from './context';
import type { Extraction } from './extraction';
import type { JudgedHop } from './judged-hops';
import { allOf, countOf, listed, quote } from './phrase';
import { standingOf, standingWords } from './standing';

/** How many names a sentence can carry; the questions list has them all. */
const NAMED = 3;

/** The first few of a list in words; only these are put into words, for a run may have thousands. */
const some = <T>(items: readonly T[], inWords: (item: T) => string): string => {
  const named = items.slice(0, NAMED).map(inWords).join('; ');
  return items.length > NAMED ? `${named}; and ${items.length - NAMED} more` : named;
};

const questionsOf = (hops: readonly JudgedHop[]): string[] => [
  ...new Set(hops.map(({ prepared }) => prepared.question.id)),
];

type Failure = Extraction & { gap: CorpusGap };

const failuresWith = ({ extractions }: RunContext, verdict: CorpusGap['verdict']): Failure[] =>
  extractions.filter((failure): failure is Failure => failure.gap?.verdict === verdict);

const passagesOf = ({ prepared, hop }: JudgedHop): string =>
  listed(hop.golds.map((gold) => quote(prepared.passageTitle(gold))));

const ofFailures = (context: RunContext): string =>
  `Of ${countOf(context.extractions.length, 'hop')} whose passage was retrieved and in which the judge finds no statement of the fact`;

/** Hops in which the string of the answer speaks against the judge are counted apart. */
const against = (lost: readonly Failure[]): string => {
  const held = lost.filter(({ gap }) => gap.answerChunk !== null);
  if (held.length === 0) return '';
  const where = some(held, ({ hop }) => passagesOf(hop));
  if (held.length === lost.length)
    return ` ${lost.length === 1 ? 'Its' : `In ${allOf(lost.length)} the`} answer stands in the labelled passage (${where}), so the judge may be wrong: read it.`;
  return ` In ${held.length} of these ${lost.length} the answer stands in the labelled passage (${where}), so the judge may be wrong there: read it; ${lost.length - held.length} ${lost.length - held.length === 1 ? 'is' : 'are'} left without that doubt.`;
};

/** What these fixes offer: acting on the judge's word once a person has found it right, finding that out until then. */
const offer = (standing: JudgeStanding, action: Fix['action']): Pick<Fix, 'action' | 'judge'> => ({
  action: standing === 'passed' ? action : 'check-judge',
  judge: standing,
});

/** The judge finds the fact nowhere in the corpus. It may be the corpus, and it may be the judge. */
export const fillCorpusGap = (context: RunContext): Fix | null => {
  const lost = failuresWith(context, 'corpus-gap');
  if (lost.length === 0) return null;
  const standing = standingOf(context.check);
  const candidates = lost.reduce((sum, { gap }) => sum + gap.candidates, 0);
  const nowhere = lost.filter(({ gap }) => gap.candidates === 0).length;
  const named = some(lost, ({ hop }) => `${quote(hop.presence.asked)}, labelled ${passagesOf(hop)}`);
  const strings =
    nowhere === 0
      ? ''
      : ` For ${nowhere} of them no passage of the corpus even contains the answer or an alias.`;
  return {
    id: 'corpus-gap',
    title:
      standing === 'passed'
        ? 'Add documents that state the missing facts, or repair those that should'
        : 'Read the passages in which the judge does not find the fact',
    evidence: `${ofFailures(context)}, for ${lost.length} it finds none in the corpus either; ${countOf(candidates, 'passage')} that ${candidates === 1 ? 'contains' : 'contain'} an answer ${candidates === 1 ? 'was' : 'were'} judged: ${named}.${strings}${against(lost)} ${standingWords(context.check)}`,
    questions: questionsOf(lost.map(({ hop }) => hop)),
    ...offer(standing, 'add-documents'),
  };
};

/** The judge finds the fact in a passage that the run did not retrieve. */
export const rankStating = (context: RunContext): Fix | null => {
  const lost = failuresWith(context, 'ranking-gap');
  if (lost.length === 0) return null;
  const standing = standingOf(context.check);
  const named = some(
    lost,
    ({ hop, gap }) =>
      `${quote(hop.presence.asked)} is answered by ${quote(hop.prepared.chunkTitle(gap.chunk ?? ''))} (${gap.chunk})`,
  );
  return {
    id: 'ranking-gap',
    title:
      standing === 'passed'
        ? 'Rank the passages that state the fact'
        : 'Read the passages in which the judge finds the fact, then rank them higher',
    evidence: `${ofFailures(context)}, for ${lost.length} it finds one in a passage that was not within k = ${context.k}. By its word ${named}.${against(lost)} ${standingWords(context.check)}`,
    questions: questionsOf(lost.map(({ hop }) => hop)),
    ...offer(standing, 'switch-retriever'),
  };
};

/** The labelled passage was not found and by the judge's word the fact was: the labels may know fewer passages than the corpus. */
export const checkLabels = (context: RunContext): Fix | null => {
  const found = context.hops.filter(({ cell }) => cell.accumulated === 'alternate-evidence');
  if (found.length === 0) return null;
  const judged = context.hops.filter(({ cell }) => cell.accumulated !== null).length;
  const standing = standingOf(context.check);
  const named = some(
    found,
    ({ prepared, presence, judgement }) =>
      `${quote(presence.asked)} is answered by ${quote(prepared.chunkTitle(judgement.chunk ?? ''))}`,
  );
  return {
    id: 'alternate-evidence',
    title:
      standing === 'passed'
        ? 'Add the other passages that state the fact to the labels'
        : 'Read the other passages in which the judge finds the fact, and label those that state it',
    evidence: `In ${found.length} of ${countOf(judged, 'judged hop')} the labelled passage was not retrieved, and the judge finds the fact in another one. By its word ${named}. If it is right, retrieval is better than these labels say. ${standingWords(context.check)}`,
    questions: questionsOf(found),
    action: 'label',
    judge: standing,
  };
};
