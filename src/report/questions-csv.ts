import type { HopDiagnosis, QuestionDiagnosis } from '../domain/diagnosis';
import { hopCount } from '../domain/question';
import { csv } from './csv';
import { fixesByQuestion, type ReportedRun } from './input';

const COLUMNS = [
  'run',
  'system',
  'retriever',
  'k',
  'question',
  'text',
  'type',
  'hops',
  'verdict',
  'evidence_recall',
  'gold_passages',
  'ranks_of_gold',
  'missing',
  'certificates',
  'multi_hop_test',
  'cells',
  'fact_presence',
  'corpus_gaps',
  'answer',
  'abstained',
  'correct',
  'contain_match',
  'exact_match',
  'f1',
  'ungrounded_correct',
  'category',
  'category_register_blind',
  'premature_resolutions',
  'explanation',
  'error',
  'fixes',
] as const;

/** One entry a hop; empty where no judge has scored the run, so that a spreadsheet shows nothing for nothing. */
const byHop = ({ hops }: QuestionDiagnosis, read: (hop: HopDiagnosis) => string | null): string =>
  hops.every(({ judgement }) => judgement === null) ? '' : hops.map((hop) => read(hop) ?? '–').join(' ');

/** One row a question and run. */
export const questionsCsv = (runs: readonly ReportedRun[]): string =>
  csv(
    COLUMNS,
    runs.flatMap(({ header, diagnosis }) => {
      const fixesOf = fixesByQuestion(diagnosis.fixes);
      return diagnosis.questions.map((one) => [
        header.run,
        header.system,
        header.retriever.kind,
        diagnosis.k,
        one.question.id,
        one.question.text,
        one.question.type ?? null,
        hopCount(one.question),
        one.error === null ? one.verdict : null,
        one.evidenceRecall,
        one.golds.length,
        one.golds.map(({ bestRank }) => bestRank ?? '–').join(' '),
        one.missing.join(' '),
        one.golds.map(({ certificate }) => certificate?.level ?? '–').join(' '),
        one.test.verdict,
        byHop(one, ({ cell }) => cell.accumulated),
        byHop(one, ({ judgement }) => judgement?.probability?.toFixed(4) ?? null),
        byHop(one, ({ corpusGap }) => corpusGap?.verdict ?? null),
        one.answer,
        one.abstained,
        one.correct,
        one.match?.contain ?? null,
        one.match?.exact ?? null,
        one.match?.f1 ?? null,
        one.ungroundedCorrect,
        one.category?.paper ?? null,
        one.category?.['register-blind'] ?? null,
        one.premature.map(({ id }) => id).join(' '),
        one.explanation,
        one.error,
        (fixesOf.get(one.question.id) ?? []).join(' '),
      ]);
    }),
  );
