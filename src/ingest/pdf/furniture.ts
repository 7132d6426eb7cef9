/** Headers, footers and page numbers: what stands at the same place on page after page is no text of the document. */
import type { Fragment } from './items';
import { rowsOf } from './lines';

/** Rows from the edge of a page inwards that are looked at. */
const ROWS = 3;
/** Pages that repeat it; a document of two pages must have it on both. */
const FEWEST = 3;
/** A running head may be on every second page only. */
const MOST_APART = 2;
/** Share of a page's height, at its top and at its bottom, in which furniture stands. */
const MARGIN = 0.2;
/** Points that a place may differ by. */
const SAME_PLACE = 4;

interface Mark {
  page: number;
  fragment: Fragment;
  /** Text with its numbers taken out. */
  key: string;
  /** The number, when there is nothing else. */
  number: number | null;
  /** All its numbers, as they are written. */
  numbers: string[];
}

export interface PageFragments {
  height: number;
  fragments: readonly Fragment[];
}

const ROMAN: Record<string, number> = { i: 1, v: 5, x: 10, l: 50, c: 100 };
const roman = (text: string): number | null => {
  if (!/^[ivxlc]{1,8}$/.test(text)) return null;
  const values = [...text].map((sign) => ROMAN[sign] ?? 0);
  return values.reduce((sum, value, i) => sum + (value < (values[i + 1] ?? 0) ? -value : value), 0);
};

const markOf = (page: number, fragment: Fragment): Mark => {
  const text = fragment.text.trim().toLowerCase().replace(/\s+/g, ' ');
  const bare = text.replace(/^[-–—|[(\s]+|[-–—|\])\s.]+$/g, '');
  const number = /^\d{1,5}$/.test(bare) ? Number(bare) : roman(bare);
  return {
    page,
    fragment,
    key: number === null ? text.replace(/\d+/g, '#') : '#',
    number,
    numbers: text.match(/\d+/g) ?? [],
  };
};

/** Outermost rows of a page, the edge first. */
const edgeRows = ({ height, fragments }: PageFragments): { top: Fragment[][]; bottom: Fragment[][] } => {
  const rows = rowsOf(fragments);
  const within = (row: Fragment[], from: number, to: number): boolean =>
    row.every(({ baseline }) => baseline >= from * height && baseline <= to * height);
  return {
    top: rows.slice(0, ROWS).filter((row) => within(row, Number.NEGATIVE_INFINITY, MARGIN)),
    bottom: rows
      .slice(-ROWS)
      .reverse()
      .filter((row) => within(row, 1 - MARGIN, Number.POSITIVE_INFINITY)),
  };
};

const samePlace = (a: Mark, b: Mark): boolean =>
  Math.abs(a.fragment.baseline - b.fragment.baseline) <= SAME_PLACE &&
  Math.abs(a.fragment.size - b.fragment.size) <= 1;

/** Words must be equal but for their numbers, and those must be the same or count the pages; bare numbers must count them. */
const sameText = (a: Mark, b: Mark): boolean => {
  const pages = b.page - a.page;
  if (a.number !== null || b.number !== null) return (b.number ?? 0) - (a.number ?? 0) === pages;
  return (
    a.key === b.key &&
    /\p{L}/u.test(a.key) &&
    a.numbers.every((number, i) => {
      const other = b.numbers[i] ?? '';
      return other === number || Number(other) - Number(number) === pages;
    })
  );
};

/** Marks that are repeated on enough pages, each at most `MOST_APART` pages after the one before. */
const repeated = (marks: readonly Mark[], pages: number): Fragment[] => {
  const found: Fragment[] = [];
  const runs: Mark[][] = [];
  for (const mark of marks) {
    const run = runs.find((open) => {
      const last = open.at(-1);
      return (
        last !== undefined &&
        last.page < mark.page &&
        mark.page - last.page <= MOST_APART &&
        samePlace(last, mark) &&
        sameText(last, mark)
      );
    });
    if (run === undefined) runs.push([mark]);
    else run.push(mark);
  }
  for (const run of runs)
    if (run.length >= Math.min(FEWEST, pages)) found.push(...run.map(({ fragment }) => fragment));
  return found;
};

/** Fragments of each page that are furniture; none when the document has one page. */
export const furnitureOf = (pages: readonly PageFragments[]): Set<Fragment> => {
  if (pages.length < 2) return new Set();
  const edges = pages.map(edgeRows);
  const marksBy = new Map<string, Mark[]>();
  edges.forEach(({ top, bottom }, page) => {
    for (const [edge, rows] of [
      ['top', top],
      ['bottom', bottom],
    ] as const) {
      for (const fragment of rows.flat()) {
        const mark = markOf(page, fragment);
        const name = `${edge} ${mark.key}`;
        const known = marksBy.get(name);
        if (known === undefined) marksBy.set(name, [mark]);
        else known.push(mark);
      }
    }
  });
  const candidates = new Set([...marksBy.values()].flatMap((marks) => repeated(marks, pages.length)));
  const furniture = new Set<Fragment>();
  for (const { top, bottom } of edges) {
    for (const rows of [top, bottom]) {
      for (const row of rows) {
        for (const fragment of row) if (candidates.has(fragment)) furniture.add(fragment);
        // What lies further in is furniture only if all outside of it is.
        if (!row.every((fragment) => candidates.has(fragment))) break;
      }
    }
  }
  return furniture;
};
