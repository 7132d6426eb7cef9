/** Fragments side by side → lines of text. */
import { type Fragment, WORD_GAP } from './items';

export interface Line {
  text: string;
  x0: number;
  x1: number;
  baseline: number;
  size: number;
}

/** Baselines this close, in font sizes, are one line. */
const SAME_LINE = 0.5;
/** A gap this wide, in font sizes, parts cells of a table. */
const CELL_GAP = 1.1;

/** Rows from top to bottom, each from left to right; what is raised or lowered belongs to the line it stands in. */
export const rowsOf = (fragments: readonly Fragment[]): Fragment[][] => {
  const rows: { baseline: number; size: number; fragments: Fragment[] }[] = [];
  for (const fragment of fragments.toSorted((a, b) => a.baseline - b.baseline || a.x0 - b.x0)) {
    const row = rows.at(-1);
    const reach = SAME_LINE * Math.max(fragment.size, row?.size ?? 0);
    if (row !== undefined && fragment.baseline - row.baseline <= reach) {
      row.fragments.push(fragment);
      if (fragment.size > row.size) Object.assign(row, { size: fragment.size, baseline: fragment.baseline });
    } else rows.push({ baseline: fragment.baseline, size: fragment.size, fragments: [fragment] });
  }
  return rows.map((row) => row.fragments.toSorted((a, b) => a.x0 - b.x0));
};

const RTL = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/gu;
const LETTER = /\p{L}/gu;

/** Most letters belong to a script that is read from right to left. */
export const readsRightToLeft = (fragments: readonly Pick<Fragment, 'text'>[]): boolean => {
  let rtl = 0;
  let letters = 0;
  for (const { text } of fragments) {
    rtl += text.match(RTL)?.length ?? 0;
    letters += text.match(LETTER)?.length ?? 0;
  }
  return rtl * 2 > letters;
};

interface Gap {
  from: number;
  to: number;
}

const wideGaps = (row: readonly Fragment[]): Gap[] =>
  row.slice(1).flatMap((fragment, index) => {
    const before = row[index];
    if (before === undefined) return [];
    const em = Math.max(fragment.size, before.size);
    return fragment.x0 - before.x1 > CELL_GAP * em ? [{ from: before.x1, to: fragment.x0 }] : [];
  });

/** One line of a row: words apart by a space, cells of a table by a tab. `isCell`: whether a gap parts two cells. */
const lineOf = (row: readonly Fragment[], isCell: (gap: Gap) => boolean): Line => {
  const x0 = Math.min(...row.map((fragment) => fragment.x0));
  const x1 = Math.max(...row.map((fragment) => fragment.x1));
  const main = row.reduce((a, b) => (b.size > a.size ? b : a));
  const ordered = readsRightToLeft(row) ? row.toReversed() : row;
  let text = '';
  let last: Fragment | null = null;
  for (const fragment of ordered) {
    if (last !== null) {
      const gap = { from: Math.min(fragment.x1, last.x1), to: Math.max(fragment.x0, last.x0) };
      const em = Math.max(fragment.size, last.size);
      if (isCell(gap)) text = `${text.trimEnd()}\t`;
      else if (gap.to - gap.from > WORD_GAP * em && !/\s$/.test(text)) text += ' ';
    }
    text += fragment.text;
    last = fragment;
  }
  return { text: text.trim(), x0, x1, baseline: main.baseline, size: main.size };
};

/** Lines of a column. A wide gap parts cells only where the line above or below has one too; else it is a stretched space. */
export const linesOf = (fragments: readonly Fragment[]): Line[] => {
  const rows = rowsOf(fragments);
  const gaps = rows.map(wideGaps);
  return rows.map((row, index) => {
    const beside = [...(gaps[index - 1] ?? []), ...(gaps[index + 1] ?? [])];
    const own = gaps[index] ?? [];
    return lineOf(
      row,
      (gap) =>
        own.some(({ from, to }) => from === gap.from && to === gap.to) &&
        beside.some(({ from, to }) => from < gap.to && to > gap.from),
    );
  });
};
