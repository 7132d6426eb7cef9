/** Pages of placed text → one text in reading order, with where each page begins. */
import { furnitureOf } from './furniture';
import { joinLines, vocabularyOf } from './hyphens';
import { type Fragment, fragmentsOf, type PageText } from './items';
import { plainLetters } from './letters';
import { readingOrder } from './order';
import { goesOn, inOneList, type Paragraph, paragraphsOf } from './paragraphs';

export interface PdfText {
  text: string;
  /** Page `i + 1` begins at character `pages[i]` (UTF-16); a page without text begins where the next one does. */
  pages: number[];
  /** Headers, footers and page numbers that were left out, pieces. */
  furniture: number;
  /** 1-based numbers of pages without any text. */
  blank: number[];
  /** The largest line of the first page's upper half; null when no line stands out. */
  headline: string | null;
}

/** Layers of each page: upright text last, text turned by a quarter or half before it. */
export type PdfPage = readonly PageText[];

interface Placed extends Paragraph {
  page: number;
}

/** How much larger than most letters a headline is. */
const HEADLINE = 1.2;

const headlineOf = (paragraphs: readonly Placed[], height: number): string | null => {
  const weights = new Map<number, number>();
  for (const { size, lines } of paragraphs) {
    const rounded = Math.round(size * 2) / 2;
    const length = lines.reduce((sum, { text }) => sum + text.length, 0);
    weights.set(rounded, (weights.get(rounded) ?? 0) + length);
  }
  const body = [...weights].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
  const upper = paragraphs.filter(
    ({ page, lines }) => page === 0 && (lines[0]?.baseline ?? height) < height / 2,
  );
  const largest = upper.reduce<Placed | null>((a, b) => (a === null || b.size > a.size ? b : a), null);
  if (largest === null || largest.size < HEADLINE * body) return null;
  const text = largest.lines.map((line) => line.text).join(' ');
  return /\p{L}/u.test(text) && text.length <= 300 ? text : null;
};

export const documentOf = (pages: readonly PdfPage[]): PdfText => {
  const layers = pages.map((page) =>
    page.map(({ items }) => fragmentsOf(items.map((item) => ({ ...item, text: plainLetters(item.text) })))),
  );
  const furniture = furnitureOf(
    layers.map((page, index) => ({
      height: pages[index]?.at(-1)?.height ?? 0,
      fragments: page.at(-1) ?? [],
    })),
  );
  const kept = (fragments: readonly Fragment[]): Fragment[] =>
    fragments.filter((fragment) => !furniture.has(fragment));
  const paragraphs = inOneList(
    layers.flatMap((page, number) =>
      page
        .flatMap((fragments) => readingOrder(kept(fragments)))
        .map((column) => paragraphsOf(column).map((paragraph): Placed => ({ ...paragraph, page: number }))),
    ),
  );
  const vocabulary = vocabularyOf(paragraphs.flatMap(({ lines }) => lines.map(({ text }) => text)));

  const parts: string[] = [];
  let length = 0;
  const starts = new Map<number, number>();
  const push = (part: string): void => {
    parts.push(part);
    length += part.length;
  };
  let before: Placed | null = null;
  for (const paragraph of paragraphs) {
    let fresh = before === null || !goesOn(before, paragraph);
    for (const [index, { text }] of paragraph.lines.entries()) {
      const last = fresh ? undefined : parts.pop();
      if (last !== undefined) {
        // Whatever is done at the seam is done to the end of the old line.
        length -= last.length;
        const joined = joinLines(last, text, vocabulary);
        push(joined.slice(0, joined.length - text.length));
      } else if (parts.length > 0) push('\n\n');
      if (index === 0 && !starts.has(paragraph.page)) starts.set(paragraph.page, length);
      push(text);
      fresh = false;
    }
    before = paragraph;
  }
  const offsets: number[] = new Array<number>(pages.length);
  let next = length;
  for (let page = pages.length - 1; page >= 0; page--) {
    next = starts.get(page) ?? next;
    offsets[page] = next;
  }
  return {
    text: parts.join(''),
    pages: offsets,
    furniture: furniture.size,
    blank: layers.flatMap((page, index) =>
      page.every((fragments) => fragments.length === 0) ? [index + 1] : [],
    ),
    headline: headlineOf(paragraphs, pages[0]?.at(-1)?.height ?? 0),
  };
};
