import type { Certificate, GoldDiagnosis, HopDiagnosis } from '../domain/diagnosis';
import { systemName } from '../domain/names';
import type { QuestionCore } from './context';
import { isInCorpus } from './golds';
import { countOf, listed, quote, unstopped } from './phrase';
import type { PreparedQuestion } from './prepared';
import { isReformulation } from './searches';

/** Who asked the query of a certificate, in the words of 05.5. */
const askedBy = (certificate: Certificate): string => {
  if (certificate.level === 'C') return 'its own sub-question, gold bridge answers filled in';
  if (certificate.level === 'D')
    return isReformulation(certificate) ? 'a reformulation' : 'its sub-question, a bridge answer left open';
  return `asked by the run “${systemName(certificate.system)}”`;
};

/** What is known about reaching a passage that this run did not retrieve, and what that proves. */
const reach = (gold: GoldDiagnosis, k: number): string => {
  const { certificate } = gold;
  // Within k of one of the run's own searches and not retrieved: the agent decides what it is shown.
  if (certificate?.level === 'A')
    return `The run’s own query ${quote(certificate.query)} has it at rank ${certificate.rank}, so it can be reached, and the agent asked to be shown less than that.`;
  if (certificate === null)
    return `No query tried so far finds it within k = ${k}; this proves nothing about whether one could.`;
  return `The same retriever finds it at rank ${certificate.rank} when asked ${quote(certificate.query)} (certificate ${certificate.level}: ${askedBy(certificate)}), so it can be reached, and this search did not ask for it.`;
};

const bestRankOf = (gold: GoldDiagnosis): string =>
  gold.bestRank === null ? 'not among the stored ranks' : `its best rank is ${gold.bestRank}`;

const place = (prepared: PreparedQuestion, at: number): string => {
  const hops = prepared.hops.filter((hop) => hop.golds.includes(at)).map((hop) => String(hop.hop.id));
  return hops.length === 0 ? '' : ` (hop ${listed(hops)})`;
};

const explainMissing = (prepared: PreparedQuestion, golds: readonly GoldDiagnosis[], k: number): string => {
  const lost = golds.flatMap((gold, at) => (gold.retrieved ? [] : [{ gold, at }]));
  const first = lost[0];
  if (first === undefined) return '';
  const breaks = prepared.hops.find((hop) => hop.golds.includes(first.at));
  const opening = breaks === undefined ? '' : `The chain breaks at hop ${breaks.hop.id}: `;
  const title = quote(prepared.passageTitle(first.at));
  const subject = `${opening}${opening === '' ? 'The' : 'the'} passage ${title} was not retrieved within k = ${k} (${bestRankOf(first.gold)}).`;
  const more = lost.slice(1).map(({ at }) => `${quote(prepared.passageTitle(at))}${place(prepared, at)}`);
  const rest = more.length === 0 ? '' : ` Also missing: ${listed(more)}.`;
  return `${subject} ${reach(first.gold, k)}${rest}`;
};

const explainUnmapped = (prepared: PreparedQuestion): string => {
  const lost = prepared.golds.flatMap((gold, at) => (isInCorpus(gold.status) ? [] : [{ gold, at }]));
  const names = lost.map(({ at }) => `${quote(prepared.passageTitle(at))}${place(prepared, at)}`);
  const one = lost.length === 1;
  const note = lost[0]?.gold.note ?? '';
  return `The gold ${one ? 'passage' : 'passages'} ${listed(names)} ${one ? 'has' : 'have'} no chunk in the corpus${note === '' ? '' : ` (${unstopped(note)})`}. That is a matter of documents and ingestion; it says nothing about the retriever.`;
};

const inHundredths = (probability: number): string => probability.toFixed(2);

/** What the corpus holds when the judge finds the fact of a hop in no retrieved passage, and what speaks against the judge. */
const inCorpus = ({ corpusGap, answers }: HopDiagnosis, prepared: PreparedQuestion): string => {
  if (corpusGap === null) return ' Whether another passage of the corpus states it has not been checked.';
  const { verdict, chunk, candidates, judged, answerChunk } = corpusGap;
  const doubt =
    answerChunk === null
      ? ''
      : ` The answer stands in the labelled passage ${quote(prepared.chunkTitle(answerChunk))} (${answerChunk}); the judge may be wrong: read it.`;
  if (verdict === 'not-checked')
    return ` Whether another passage of the corpus states it has not been checked.${doubt}`;
  if (verdict === 'ranking-gap' && chunk !== null)
    return ` By its word ${quote(prepared.chunkTitle(chunk))} (${chunk}) states it and was not retrieved: a ranking gap.${doubt}`;
  if (verdict === 'no-answer')
    return ` Whether another passage of the corpus states it cannot be checked: the hop has no gold answer to look for.${doubt}`;
  const named = quote(answers[0] ?? '');
  if (verdict === 'inconclusive')
    return ` Whether another passage of the corpus states it is open: the judge could not decide on ${candidates - judged} of ${countOf(candidates, 'passage')} that ${candidates === 1 ? 'contains' : 'contain'} ${named}.${doubt}`;
  return candidates === 0
    ? ` No passage of the corpus contains ${named} or an alias of it: a corpus gap.${doubt}`
    : ` Of ${countOf(candidates, 'passage')} that ${candidates === 1 ? 'contains' : 'contain'} ${named}, it finds none that states it: a corpus gap by the judge’s word.${doubt}`;
};

/** The first hop at which, by the judge's word, passage and fact part: found without the fact, or the fact without the passage. */
const explainFacts = (prepared: PreparedQuestion, hops: readonly HopDiagnosis[]): string => {
  const extraction = hops.find(({ cell }) => cell.accumulated === 'extraction-failure');
  const best = extraction?.judgement?.probability ?? null;
  const lacking =
    extraction === undefined
      ? ''
      : ` Yet the judge finds no passage retrieved up to hop ${extraction.hop} that states what it asks, ${quote(extraction.subQuestion)}${best === null ? '' : ` (judged at most ${inHundredths(best)})`}.${inCorpus(extraction, prepared)}`;
  const alternate = hops.find(({ cell }) => cell.accumulated === 'alternate-evidence');
  const chunk = alternate?.judgement?.chunk ?? null;
  const elsewhere =
    alternate === undefined || chunk === null
      ? ''
      : ` By the judge’s word the fact of hop ${alternate.hop} stands in another retrieved passage, ${quote(prepared.chunkTitle(chunk))}.`;
  return `${lacking}${elsewhere}`;
};

const explainComplete = (prepared: PreparedQuestion, core: QuestionCore): string => {
  const count = prepared.golds.length;
  const last = core.lastGoldRank;
  const found =
    count === 1
      ? `The gold passage was retrieved at rank ${last}`
      : `${count === 2 ? 'Both' : `All ${count}`} gold passages were retrieved, the last at rank ${last}`;
  if (core.verdict === 'pass') return `${found}, and the answer is right.`;
  if (core.verdict === 'composition-miss')
    return `${found}, and the answer is still wrong: what failed is reading or composing, not retrieval.`;
  return prepared.answer === null
    ? `${found}. This run gives no answer to judge.`
    : `${found}. Its answer has not been judged.`;
};

/** One or two plain sentences: where the chain breaks, which query finds the passage at which rank, what this proves. */
export const explain = (
  prepared: PreparedQuestion,
  core: QuestionCore,
  golds: readonly GoldDiagnosis[],
  hops: readonly HopDiagnosis[],
  k: number,
): string => {
  if (prepared.errorKind === 'error')
    return `The run failed on this question: ${prepared.error}. What was searched until then is shown, and no verdict is counted.`;
  if (prepared.errorKind === 'no-data')
    return 'The run recorded no retrieval for this question, so there is no verdict: nothing recorded is not the same as nothing found.';
  switch (core.verdict) {
    case 'unlabelled':
      return 'No gold passage is labelled, so nothing can be said about the retrieval. Mark the passages that answer the question.';
    case 'null-refused':
      return 'The question is marked unanswerable, and the run abstains: that is right.';
    case 'null-hallucinated':
      return 'The question is marked unanswerable, and the run answers it all the same.';
    case 'null-unanswered':
      return 'The question is marked unanswerable; this run gives no answer, so there is nothing to judge.';
    case 'unmapped':
      return explainUnmapped(prepared);
    case 'wrong-chunk':
      return `Another chunk of the gold document was retrieved at rank ${prepared.documentRank}, but not the gold chunk. ${explainMissing(prepared, golds, k)}`;
    case 'missing-document':
      return `No chunk of the gold document was retrieved. ${explainMissing(prepared, golds, k)}`;
    case 'total-miss':
      return `${golds.length === 2 ? 'Neither of the 2' : `None of the ${golds.length}`} gold passages was retrieved. ${explainMissing(prepared, golds, k)}${explainFacts(prepared, hops)}`;
    case 'hop-miss':
      return `${explainMissing(prepared, golds, k)}${core.ungroundedCorrect === true ? ' The answer is right all the same, so it rests on something else than this evidence.' : ''}${explainFacts(prepared, hops)}`;
    default:
      return `${explainComplete(prepared, core)}${explainFacts(prepared, hops)}`;
  }
};
