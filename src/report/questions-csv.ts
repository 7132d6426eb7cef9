import Papa from 'papaparse';
import type { HopDiagnosis, QuestionDiagnosis } from '../domain/diagnosis';
import { hopCount } from '../domain/question';
import type { ReportedRun } from './input';

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
] as const;

/**
 * A cell that a spreadsheet would run as a formula, behind white space and in full width too; it gets a leading
 * apostrophe. A carriage return or tab in front is how such cells are smuggled past simpler checks.
 */
const FORMULA = /^[\s\u200b\ufeff]*[=+\-@＝＋－＠]/u;

/** Rows as RFC 4180: comma, CRLF, quotes doubled; UTF-8 without a byte order mark. */
export const csv = (
  columns: readonly string[],
  rows: readonly (string | number | boolean | null)[][],
): string =>
  `${Papa.unparse(
    { fields: [...columns], data: rows.map((row) => row.map((cell) => cell ?? '')) },
    { newline: '\r\n', escapeFormulae: FORMULA },
  )}\r\n`;

/** One entry a hop; empty where no judge has scored the run, so that a spreadsheet shows nothing for nothing. */
const byHop = ({ hops }: QuestionDiagnosis, read: (hop: HopDiagnosis) => string | null): string =>
  hops.every(({ judgement }) => judgement === null) ? '' : hops.map((hop) => read(hop) ?? '–').join(' ');

/** One row a question and run. */
export const questionsCsv = (runs: readonly ReportedRun[]): string =>
  csv(
    COLUMNS,
    runs.flatMap(({ header, diagnosis }) =>
      diagnosis.questions.map((one) => [
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
      ]),
    ),
  );
