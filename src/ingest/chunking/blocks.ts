/**
 * The parts of a text that decide where it may be cut: paragraphs (at sentence ends), table rows and code blocks
 * (never inside), headings (they open a section and are named in the heading path of its chunks).
 */
import { LONGEST_HEADING, plainInline } from '../readers/text';

export interface Block {
  kind: 'prose' | 'heading' | 'row' | 'code';
  start: number;
  end: number;
  /** Headings above, outermost first. */
  path: string[];
}

interface Line {
  start: number;
  /** Without the line break. */
  end: number;
  text: string;
}

const linesOf = function* (text: string): Generator<Line> {
  let start = 0;
  while (start < text.length) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    yield { start, end, text: text.slice(start, end) };
    start = end + 1;
  }
};

const HEADING = /^ {0,3}(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*\r?$/;
const FENCE = /^ {0,3}(```+|~~~+)/;
const ROW = /^ {0,3}\|.*\|[ \t]*\r?$/;
const LIST_ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])[ \t]+/;

/** Paragraphs are parted by blank lines. */
export const plainBlocks = function* (text: string): Generator<Block> {
  let open = null as Block | null;
  for (const line of linesOf(text)) {
    if (line.text.trim() === '') {
      if (open !== null) yield open;
      open = null;
    } else open = { kind: 'prose', start: open?.start ?? line.start, end: line.end, path: [] };
  }
  if (open !== null) yield open;
};

/** Markdown, as far as cutting needs it. List items are paragraphs of their own. */
export const markdownBlocks = function* (text: string): Generator<Block> {
  const path: { level: number; name: string }[] = [];
  const names = (): string[] => path.map(({ name }) => name);
  let open = null as Block | null;
  let fence: { sign: string; block: Block } | null = null;

  for (const line of linesOf(text)) {
    if (fence !== null) {
      fence.block.end = line.end;
      if (
        line.text.trim().startsWith(fence.sign) &&
        line.text.trim().replaceAll(fence.sign[0] ?? '`', '') === ''
      ) {
        yield fence.block;
        fence = null;
      }
      continue;
    }
    const sign = FENCE.exec(line.text)?.[1];
    const heading = line.text.length > LONGEST_HEADING ? null : HEADING.exec(line.text);
    const blank = line.text.trim() === '';
    const row = ROW.test(line.text);
    if (
      open !== null &&
      (sign !== undefined || heading !== null || blank || row || LIST_ITEM.test(line.text))
    ) {
      yield open;
      open = null;
    }
    if (sign !== undefined) {
      fence = { sign, block: { kind: 'code', start: line.start, end: line.end, path: names() } };
    } else if (heading !== null) {
      const level = heading[1]?.length ?? 1;
      while ((path.at(-1)?.level ?? 0) >= level) path.pop();
      path.push({ level, name: plainInline(heading[2] ?? '') });
      yield { kind: 'heading', start: line.start, end: line.end, path: names() };
    } else if (row) yield { kind: 'row', start: line.start, end: line.end, path: names() };
    else if (!blank) open = { kind: 'prose', start: open?.start ?? line.start, end: line.end, path: names() };
  }
  if (fence !== null) yield fence.block;
  if (open !== null) yield open;
};
