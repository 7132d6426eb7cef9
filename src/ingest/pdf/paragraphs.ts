/** Lines of a column → paragraphs. */
import { median } from './gutter';
import type { Line } from './lines';
import type { Column } from './order';

export interface Paragraph {
  lines: Line[];
  /** Size of most of its letters, in points. */
  size: number;
}

/** Distance of lines beyond the usual one, and size of letters, that open a paragraph; as factors. */
const WIDER = 1.35;
const OTHER_SIZE = 0.12;
/** Indents and short last lines, in font sizes. */
const INDENT = 0.8;
const SHORT = 2.5;

const ENDS = /[.!?:;。！？…]["'”’)\]»]*$/u;
const OPENS = /^(?:[•◦▪‣·*–—-]\s|\(?\d{1,3}[.)]\s|\(?[a-z][.)]\s)/u;

const opensParagraph = (column: Column, line: Line, before: Line, usual: number): boolean => {
  const em = Math.max(line.size, before.size);
  const distance = line.baseline - before.baseline;
  if (distance > WIDER * Math.max(usual, em)) return true;
  if (Math.abs(line.size - before.size) > OTHER_SIZE * em) return true;
  if (line.text.includes('\t') !== before.text.includes('\t')) return true;
  if (line.text.includes('\t')) return false;
  if (OPENS.test(line.text)) return true;
  const indent = line.x0 - before.x0;
  // The first line of a paragraph stands in; so does a hanging second line, which goes on.
  if (indent > INDENT * em && indent < 5 * em && ENDS.test(before.text)) return true;
  return ENDS.test(before.text) && column.x1 - before.x1 > SHORT * em;
};

export const paragraphsOf = (column: Column): Paragraph[] => {
  const distances = column.lines
    .slice(1)
    .map((line, index) => line.baseline - (column.lines[index]?.baseline ?? 0));
  const usual = median(distances);
  const paragraphs: Paragraph[] = [];
  let before: Line | null = null;
  for (const line of column.lines) {
    const open = paragraphs.at(-1);
    if (open === undefined || before === null || opensParagraph(column, line, before, usual))
      paragraphs.push({ lines: [line], size: line.size });
    else open.lines.push(line);
    before = line;
  }
  for (const paragraph of paragraphs) paragraph.size = median(paragraph.lines.map(({ size }) => size));
  return paragraphs;
};

/** A paragraph that was interrupted by the end of a column or page: no end before, and no beginning after. */
export const goesOn = (before: Paragraph, after: Paragraph): boolean => {
  const head = before.lines.at(-1)?.text ?? '';
  const tail = after.lines[0]?.text ?? '';
  if (Math.abs(before.size - after.size) > OTHER_SIZE * Math.max(before.size, after.size)) return false;
  if (head.includes('\t') || tail.includes('\t') || OPENS.test(tail)) return false;
  if (/[\p{L}\p{N}][-\u2010\u00ad]$/u.test(head)) return true;
  if (ENDS.test(head)) return false;
  return /^[\p{Ll}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}(]/u.test(tail) || /[,]$/.test(head);
};

/** Smaller than the text above it. */
const isNote = (paragraph: Paragraph, above: Paragraph): boolean =>
  paragraph.size < (1 - OTHER_SIZE) * above.size;

/** Index of the first footnote at the end of a column; 0 when there is none. */
const notesFrom = (column: readonly Paragraph[]): number => {
  let largest = 0;
  for (let at = column.length - 1; at > 0; at--) {
    const [note, above] = [column[at], column[at - 1]];
    if (note === undefined || above === undefined) break;
    largest = Math.max(largest, note.size);
    if (isNote({ ...note, size: largest }, above)) return at;
  }
  return 0;
};

/**
 * Paragraphs of columns that follow each other, in one list. Footnotes under a paragraph that goes on in the next
 * column are put before it, so that its sentence stays whole and no text changes its page.
 */
export const inOneList = <P extends Paragraph>(columns: readonly (readonly P[])[]): P[] =>
  columns.flatMap((column, index) => {
    const next = columns[index + 1]?.[0];
    const cut = notesFrom(column);
    const interrupted = cut > 0 ? column[cut - 1] : undefined;
    if (next === undefined || interrupted === undefined || !goesOn(interrupted, next)) return [...column];
    return [...column.slice(0, cut - 1), ...column.slice(cut), interrupted];
  });
