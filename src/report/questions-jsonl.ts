import type { QuestionDiagnosis } from '../domain/diagnosis';
import { hopCount } from '../domain/question';
import { fixesByQuestion, type ReportedRun } from './input';

/** One line of `questions.jsonl`, a question of a run (docs/formats.md). */
const questionLine = (run: string, diagnosis: QuestionDiagnosis, fixes: readonly string[]) => ({
  run,
  question: diagnosis.question.id,
  text: diagnosis.question.text,
  type: diagnosis.question.type ?? null,
  hops: hopCount(diagnosis.question),
  gold: diagnosis.golds.map(({ gold, chunks, mapping }) => ({
    passage: gold.id,
    title: gold.title ?? null,
    chunks,
    mapping,
  })),
  retrieved: diagnosis.retrieved,
  rankOfGold: diagnosis.golds.map(({ bestRank }) => bestRank),
  evidenceRecall: diagnosis.evidenceRecall,
  // A question on which the run failed has no verdict, and says why.
  verdict: diagnosis.error === null ? diagnosis.verdict : null,
  missing: diagnosis.missing,
  hopOutcomes: diagnosis.hops.map((hop) => ({
    hop: hop.hop,
    subQuestion: hop.subQuestion,
    gold: hop.gold,
    goldRetrieved: hop.retrieved.accumulated,
    matched: hop.retrieved.matched,
    factPresent: hop.judgement?.present ?? null,
    presence: hop.judgement?.probability ?? null,
    cell: hop.cell.accumulated,
    // Null too while candidates have not been put to the judge: what is not checked yet is no state of the corpus.
    corpusGap:
      hop.corpusGap === null || hop.corpusGap.verdict === 'not-checked' ? null : hop.corpusGap.verdict,
    cellMatched: hop.cell.matched,
    judged: hop.judgement?.state ?? null,
    statedIn: hop.judgement?.present === true ? hop.judgement.chunk : null,
    gapChunk: hop.corpusGap?.chunk ?? null,
    certificate: hop.certificate,
  })),
  certificates: diagnosis.golds.map(({ certificate }) =>
    certificate === null
      ? null
      : {
          level: certificate.level,
          run: certificate.run,
          query: certificate.query,
          rank: certificate.rank,
          score: certificate.score,
          chunk: certificate.chunk,
        },
  ),
  answer: diagnosis.answer,
  abstained: diagnosis.abstained,
  correct: diagnosis.correct,
  containMatch: diagnosis.match?.contain ?? null,
  exactMatch: diagnosis.match?.exact ?? null,
  f1: diagnosis.match?.f1 ?? null,
  ungroundedCorrect: diagnosis.ungroundedCorrect,
  category: diagnosis.category?.paper ?? null,
  categoryRegisterBlind: diagnosis.category?.['register-blind'] ?? null,
  prematureResolutions: diagnosis.premature,
  multiHopTest: {
    bridge: diagnosis.test.bridge,
    rewrite: diagnosis.test.rewrite,
    bridgeEntity: diagnosis.test.bridgeEntity,
    singlePassage: diagnosis.test.singlePassage,
    verdict: diagnosis.test.verdict,
  },
  explanation: diagnosis.explanation,
  error: diagnosis.error,
  fixes,
});

export const jsonLines = (records: Iterable<unknown>): string => {
  let text = '';
  for (const record of records) text += `${JSON.stringify(record)}\n`;
  return text;
};

export const questionsJsonl = (runs: readonly ReportedRun[]): string =>
  jsonLines(
    runs.flatMap(({ header, diagnosis }) => {
      const fixesOf = fixesByQuestion(diagnosis.fixes);
      return diagnosis.questions.map((one) =>
        questionLine(header.run, one, fixesOf.get(one.question.id) ?? []),
      );
    }),
  );
