import type {
  Criterion,
  GoldDiagnosis,
  HopDiagnosis,
  LinkState,
  QuestionDiagnosis,
  QuestionRow,
  Verdict,
} from '../domain/diagnosis';
import { hopCount } from '../domain/question';
import { certificateAt, goldRetrieved, hopRetrieved } from './at-k';
import { categoryAt } from './category';
import { certificatesAt } from './certificates';
import type { QuestionCore } from './context';
import { explain } from './explain';
import { gapAt } from './gap';
import { isInCorpus } from './golds';
import { hopAt } from './hops';
import { type JudgedHop, judgedHop } from './judged-hops';
import { multiHopTest } from './multi-hop-test';
import { prematureAt } from './premature';
import type { PreparedQuestion } from './prepared';
import { rewriteHolds } from './rewrite';
import { retrievedAt, within } from './searches';
import { inDenominator, triage } from './triage';

const goldsAt = (prepared: PreparedQuestion, k: number): GoldDiagnosis[] =>
  prepared.golds.map(({ gold, status, chunks }, at) => {
    const certificates = certificatesAt(prepared.certificates[at] ?? [], k);
    const bestRank = prepared.bestRanks[at] ?? null;
    return {
      gold,
      mapping: status,
      chunks,
      bestRank,
      firstRank: prepared.firstRanks[at] ?? null,
      retrieved: goldRetrieved(prepared, at, k),
      certificate: certificates[0] ?? null,
      certificates,
    };
  });

/** Hops with a gold passage that is not in R, then gold passages that belong to no hop. */
const missingOf = (prepared: PreparedQuestion, golds: readonly GoldDiagnosis[]): string[] => {
  const lost = (at: number): boolean => golds[at]?.retrieved === false;
  const ofHops = new Set(prepared.hops.flatMap((hop) => hop.golds));
  return [
    ...prepared.hops.filter((hop) => hop.golds.some(lost)).map((hop) => String(hop.hop.id)),
    ...golds.flatMap(({ gold }, at) => (lost(at) && !ofHops.has(at) ? [gold.id] : [])),
  ];
};

const verdictAt = (prepared: PreparedQuestion, hits: number, k: number): Verdict =>
  triage({
    answerable: prepared.question.answerable,
    golds: prepared.golds.length,
    notInCorpus: prepared.notInCorpus,
    hits,
    documentRetrieved: within(prepared.from.document, k),
    answer: prepared.answer,
  });

/** Triage and rates of one question at k (05.1, 05.2). */
export const questionAt = (prepared: PreparedQuestion, k: number): QuestionCore => {
  const { golds } = prepared;
  let hits = 0;
  for (let gold = 0; gold < golds.length; gold += 1) if (goldRetrieved(prepared, gold, k)) hits += 1;
  const verdict = verdictAt(prepared, hits, k);
  const counted = inDenominator(verdict) && prepared.error === null;
  const evidenceRecall = counted ? hits / golds.length : null;
  const correct = prepared.answer?.correct ?? null;
  return {
    question: prepared.question,
    run: prepared.run,
    verdict,
    evidenceRecall,
    allEvidence: counted ? hits === golds.length : null,
    anyHit: counted ? hits > 0 : null,
    // To stored depth, whatever k: the mean of these is the MRR of the first gold passage (03).
    reciprocalRank: counted ? (prepared.firstGoldRank === null ? 0 : 1 / prepared.firstGoldRank) : null,
    lastGoldRank: prepared.lastGoldRank,
    answer: prepared.answer?.text ?? null,
    abstained: prepared.answer?.abstained ?? null,
    correct,
    match: prepared.answer?.match ?? null,
    ungroundedCorrect: evidenceRecall === null || correct === null ? null : evidenceRecall < 1 && correct,
    category: categoryAt(prepared, k),
    error: prepared.error,
  };
};

/** What the judge says of a hop, and for an extraction failure what stands in the corpus. */
const judgedAt = (
  prepared: PreparedQuestion,
  index: number,
  k: number,
  threshold: number,
): Pick<HopDiagnosis, 'judgement' | 'corpusGap'> => {
  const judged = judgedHop(prepared, index, k, threshold);
  if (judged === null) return { judgement: null, corpusGap: null };
  const scores = judged.cell.accumulated === 'extraction-failure' ? prepared.gap(index) : null;
  return { judgement: judged.judgement, corpusGap: scores === null ? null : gapAt(scores, threshold) };
};

/** The whole diagnosis of one question at k: gold passages, hops, certificates, R, multi-hop test, explanation. */
export const completeQuestion = (
  prepared: PreparedQuestion,
  core: QuestionCore,
  k: number,
  threshold: number,
): QuestionDiagnosis => {
  const { bridge, entity, singlePassage } = prepared.join();
  const golds = goldsAt(prepared, k);
  const certificates = golds.map((gold) => gold.certificates);
  const hops = prepared.hops.map((hop, index) =>
    hopAt(prepared.question, hop, prepared.golds, certificates, k, judgedAt(prepared, index, k, threshold)),
  );
  return {
    ...core,
    golds,
    hops,
    missing: missingOf(prepared, golds),
    retrieved: retrievedAt(prepared.searches, k),
    premature: prematureAt(prepared, threshold),
    test: multiHopTest(bridge, entity, rewriteHolds(prepared.rewrite(), k), singlePassage),
    explanation: explain(prepared, core, golds, hops, k),
    ...(prepared.since === null ? {} : { since: prepared.since }),
  };
};

const linkState = (inCorpus: boolean, retrieved: boolean | null): LinkState => {
  if (!inCorpus) return 'not-in-corpus';
  if (retrieved === null) return 'unknown';
  return retrieved ? 'retrieved' : 'missed';
};

const chainOf = (prepared: PreparedQuestion, criterion: Criterion, k: number): LinkState[] =>
  prepared.hops.length > 0
    ? prepared.hops.map((hop) =>
        linkState(hop.status === null || isInCorpus(hop.status), hopRetrieved(hop, criterion, k)),
      )
    : prepared.golds.map(({ status }, gold) =>
        linkState(isInCorpus(status), criterion === 'matched' ? null : goldRetrieved(prepared, gold, k)),
      );

/** What the judge adds to a line of the table. */
const judgedRow = (
  prepared: PreparedQuestion,
  k: number,
  threshold: number,
): Pick<QuestionRow, 'cells' | 'flags' | 'judged'> => {
  if (prepared.presence === null) return { cells: null, flags: null, judged: null };
  const hops = prepared.hops.flatMap((_, index) => judgedHop(prepared, index, k, threshold) ?? []);
  const words = hops.map(({ judgement }) => judgement.present);
  const gapOf = (hop: JudgedHop) => {
    const scores = hop.cell.accumulated === 'extraction-failure' ? prepared.gap(hop.index) : null;
    return scores === null ? null : gapAt(scores, threshold).verdict;
  };
  return {
    cells: {
      accumulated: hops.map(({ cell }) => cell.accumulated),
      matched: hops.map(({ cell }) => cell.matched),
    },
    flags: words.length === 0 || words.includes(null) ? null : words.filter((present) => !present).length,
    judged: hops.map((hop) => ({
      present: hop.judgement.present,
      probability: hop.judgement.probability,
      gap: gapOf(hop),
    })),
  };
};

/** One line of the question table. */
export const rowAt = (prepared: PreparedQuestion, k: number, threshold: number): QuestionRow => {
  const core = questionAt(prepared, k);
  const { question, verdict, evidenceRecall, lastGoldRank, answer, correct, ungroundedCorrect, error } = core;
  return {
    id: question.id,
    text: question.text,
    hops: hopCount(question),
    type: question.type ?? null,
    verdict,
    evidenceRecall,
    lastGoldRank,
    chain: { accumulated: chainOf(prepared, 'accumulated', k), matched: chainOf(prepared, 'matched', k) },
    certificates: prepared.golds.map(({ status }, gold) =>
      isInCorpus(status) ? (certificateAt(prepared, gold, k)?.level ?? 'none') : 'notInCorpus',
    ),
    ...judgedRow(prepared, k, threshold),
    answer,
    correct,
    category: core.category,
    ungroundedCorrect,
    error,
    ...(prepared.since === null ? {} : { since: prepared.since }),
  };
};
