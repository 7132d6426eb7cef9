import Papa from 'papaparse';

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
