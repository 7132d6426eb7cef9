/** Rejects as a file to download. */
import type { Reject } from '../domain/corpus';

/** A cell that a spreadsheet would run as a formula gets an apostrophe in front. */
export const safeCell = (value: string): string => {
  const text = /^[\s]*[=+\-@]/.test(value) || /^[\t\r]/.test(value) ? `'${value}` : value;
  return /[",;\n\r\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** `file,line,reason,excerpt` with a header, CRLF line ends and a byte order mark, so that spreadsheets read UTF-8. */
export const rejectsToCsv = (rejects: readonly Reject[]): string =>
  `\ufeff${[
    ['file', 'line', 'reason', 'excerpt'],
    ...rejects.map(({ file, line, reason, excerpt }) => [
      file,
      line === null ? '' : String(line),
      reason,
      excerpt,
    ]),
  ]
    .map((cells) => cells.map(safeCell).join(','))
    .join('\r\n')}\r\n`;
