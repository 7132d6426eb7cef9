/**
 * The main part of a Word file → Markdown-like text: headings, list items and table rows keep their form, so that the
 * chunker knows where not to cut. Deleted and hidden text, field codes and the fallback twins of drawings are left out.
 */
import { Parser } from 'htmlparser2';
import { BadRecord } from '../types';
import type { Numberings, Styles } from './styles';

const DROPPED = new Set(['w:del', 'w:moveFrom', 'mc:Fallback', 'w:instrText', 'w:delText']);
/** The parser's own stack costs time by the square of its depth. */
const DEEPEST = 2000;
/** Lists are indented no further. */
const DEEPEST_LIST = 8;

interface Paragraph {
  parts: string[];
  style: string;
  outline: number | null;
  list: string | null;
  level: number;
}

const emptyParagraph = (): Paragraph => ({ parts: [], style: '', outline: null, list: null, level: 0 });

type BlockKind = 'text' | 'heading' | 'item' | 'row';

export const documentText = (
  xml: string,
  { headings, lists }: Styles,
  numberings: Numberings,
): { text: string; heading: string | null } => {
  const out: string[] = [];
  let last: BlockKind | null = null;
  let heading: string | null = null;
  const counters = new Map<string, number[]>();
  /** Paragraphs that are open: a text box stands within one. */
  const open: Paragraph[] = [];
  /** Rows that are open, the outermost table's first; their cells. */
  const rows: string[][][] = [];
  let depth = 0;
  let dropped = 0;
  let inText = false;
  let hidden = false;
  let inRunProperties = false;

  const write = (kind: BlockKind, text: string): void => {
    if (text === '') return;
    if (last !== null) out.push(last === kind && (kind === 'item' || kind === 'row') ? '\n' : '\n\n');
    out.push(text);
    last = kind;
  };
  const itemSign = (list: string, level: number): string => {
    const indent = '  '.repeat(Math.min(level, DEEPEST_LIST));
    if (numberings.get(list)?.get(String(level)) !== true) return `${indent}- `;
    const counts = counters.get(list) ?? [];
    counters.set(list, counts);
    counts.length = level + 1;
    counts[level] = (counts[level] ?? 0) + 1;
    return `${indent}${counts[level]}. `;
  };
  const close = (paragraph: Paragraph): void => {
    const text = paragraph.parts
      .join('')
      .replace(/[ \t\u00a0]+/g, ' ')
      .replace(/ ?\n ?/g, '\n')
      .trim();
    const cell = rows[0]?.at(-1);
    if (cell !== undefined) {
      if (text !== '') cell.push(text.replace(/\n/g, ' '));
      return;
    }
    if (text === '') return;
    const level = paragraph.outline ?? headings.get(paragraph.style) ?? null;
    const list = paragraph.list ?? lists.get(paragraph.style) ?? null;
    if (level !== null) {
      const line = text.replace(/\n/g, ' ');
      heading ??= line;
      write('heading', `${'#'.repeat(level)} ${line}`);
    } else if (list !== null && list !== '0') write('item', itemSign(list, paragraph.level) + text);
    else write('text', text);
  };

  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1;
        if (depth > DEEPEST)
          throw new BadRecord(
            `elements are nested deeper than ${DEEPEST.toLocaleString('en')}: the file is damaged or hostile`,
          );
        if (dropped > 0 || DROPPED.has(name)) {
          dropped += 1;
          return;
        }
        const value = attributes['w:val'] ?? '';
        const paragraph = open.at(-1);
        if (name === 'w:p') open.push(emptyParagraph());
        // The rows of a table within a cell are text of that cell.
        else if (name === 'w:tr') rows.push([]);
        else if (name === 'w:tc' && rows.length === 1) rows[0]?.push([]);
        else if (name === 'w:r') hidden = false;
        else if (name === 'w:rPr') inRunProperties = true;
        else if (name === 'w:vanish' && inRunProperties) hidden = value !== '0' && value !== 'false';
        else if (paragraph === undefined) return;
        else if (name === 'w:t') inText = true;
        else if (name === 'w:tab' && attributes['w:pos'] === undefined) paragraph.parts.push(' ');
        else if (name === 'w:br' || name === 'w:cr') paragraph.parts.push('\n');
        else if (name === 'w:noBreakHyphen') paragraph.parts.push('-');
        else if (name === 'w:pStyle') paragraph.style = value;
        else if (name === 'w:outlineLvl' && /^[0-5]$/.test(value)) paragraph.outline = Number(value) + 1;
        else if (name === 'w:numId') paragraph.list = value;
        else if (name === 'w:ilvl' && /^\d$/.test(value)) paragraph.level = Number(value);
      },
      ontext(text) {
        if (dropped === 0 && inText && !hidden) open.at(-1)?.parts.push(text);
      },
      onclosetag(name) {
        depth -= 1;
        if (dropped > 0) {
          dropped -= 1;
          return;
        }
        if (name === 'w:t') inText = false;
        else if (name === 'w:rPr') inRunProperties = false;
        else if (name === 'w:p') {
          const paragraph = open.pop();
          if (paragraph !== undefined) close(paragraph);
        } else if (name === 'w:tr') {
          const cells = rows.pop() ?? [];
          if (rows.length > 0) return;
          const texts = cells.map((parts) => parts.join(' ').replaceAll('|', '\\|'));
          if (texts.some((text) => text !== '')) write('row', `| ${texts.join(' | ')} |`);
        }
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.write(xml);
  parser.end();
  return { text: out.join(''), heading };
};
