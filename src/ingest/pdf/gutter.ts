/**
 * Columns of a page: a gutter is an upright strip that no text crosses over several lines. Titles and figures that
 * cross it part the page into zones; each zone is read column by column.
 */
import type { Fragment } from './items';
import { rowsOf } from './lines';

export interface Zone {
  left: Fragment[];
  right: Fragment[];
}

/** `rows`: no columns here. */
export type Part = { kind: 'rows'; fragments: Fragment[] } | ({ kind: 'columns' } & Zone);

/** Narrowest gutter, in font sizes; wider than the space between words of a justified line mostly is. */
const GUTTER = 0.7;
/** Lines that both columns of a zone must have. */
const FEWEST_LINES = 3;
/** Places that are tried for the gutter, at most. */
const MOST_CANDIDATES = 600;
const SLACK = 0.5;

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
};

const candidatesOf = (fragments: readonly Fragment[]): number[] => {
  const edges = [...new Set(fragments.map(({ x1 }) => Math.round(x1)))].sort((a, b) => a - b);
  const step = Math.ceil(edges.length / MOST_CANDIDATES);
  return edges.filter((_, index) => index % step === 0);
};

type Side = 'left' | 'right' | 'across';
const sideOf = ({ x0, x1 }: Fragment, at: number, width: number): Side =>
  x1 <= at + SLACK ? 'left' : x0 >= at + width - SLACK ? 'right' : 'across';

/** Lines that both sides have, added up over the zones; `sorted` by baseline. */
const score = (sorted: readonly Fragment[], at: number, width: number): number => {
  let sum = 0;
  const lines = { left: 0, right: 0 };
  const last = { left: Number.NEGATIVE_INFINITY, right: Number.NEGATIVE_INFINITY };
  const close = (): void => {
    const both = Math.min(lines.left, lines.right);
    if (both >= FEWEST_LINES) sum += both;
    lines.left = 0;
    lines.right = 0;
  };
  for (const fragment of sorted) {
    const side = sideOf(fragment, at, width);
    if (side === 'across') close();
    else if (fragment.baseline - last[side] > fragment.size / 2 || lines[side] === 0) {
      lines[side] += 1;
      last[side] = fragment.baseline;
    }
  }
  close();
  return sum;
};

/** Share of the column's width that its lines fill, in the middle of all; and how many begin at its left edge. */
const shapeOf = (fragments: readonly Fragment[]): { ems: number; fill: number; aligned: number } => {
  const lines = rowsOf(fragments).map((row) => ({
    x0: Math.min(...row.map(({ x0 }) => x0)),
    x1: Math.max(...row.map(({ x1 }) => x1)),
  }));
  const left = Math.min(...lines.map(({ x0 }) => x0));
  const right = Math.max(...lines.map(({ x1 }) => x1));
  const em = median(fragments.map(({ size }) => size)) || 1;
  return {
    ems: (right - left) / em,
    fill: median(lines.map(({ x0, x1 }) => (x1 - x0) / Math.max(1, right - left))),
    aligned: lines.filter(({ x0 }) => x0 - left <= em / 2).length / lines.length,
  };
};

const isProse = (fragments: readonly Fragment[]): boolean => {
  const { ems, fill, aligned } = shapeOf(fragments);
  return ems >= 10 && fill >= 0.7 && aligned >= 0.5;
};

/**
 * Text columns, or cells of a table? A page that draws one side and then the other has columns. One that changes
 * sides with every line has them only if both sides look like running text.
 */
const areColumns = ({ left, right }: Zone): boolean => {
  const sides = [
    ...left.map(({ order }) => ({ order, side: 'left' })),
    ...right.map(({ order }) => ({ order, side: 'right' })),
  ].sort((a, b) => a.order - b.order);
  let returns = 0;
  for (let i = 1; i < sides.length; i++)
    if (sides[i - 1]?.side === 'right' && sides[i]?.side === 'left') returns += 1;
  const lines = Math.min(rowsOf(left).length, rowsOf(right).length);
  if (returns <= Math.max(1, 0.1 * lines)) return true;
  // Cells of several lines: drawn one after another, the sides change more seldom than the lines do.
  if (returns < 0.6 * lines) return false;
  return isProse(left) && isProse(right);
};

/** Parts of a block from top to bottom; one part of all when it has no columns. */
export const partsOf = (fragments: readonly Fragment[]): Part[] => {
  const whole: Part[] = [{ kind: 'rows', fragments: [...fragments] }];
  const width = GUTTER * median(fragments.map(({ size }) => size));
  const sorted = fragments.toSorted((a, b) => a.baseline - b.baseline || a.x0 - b.x0);
  let best = { at: 0, score: 0 };
  for (const at of candidatesOf(fragments)) {
    const found = score(sorted, at, width);
    if (found > best.score) best = { at, score: found };
  }
  if (best.score < FEWEST_LINES) return whole;

  const parts: Part[] = [];
  let zone: Zone = { left: [], right: [] };
  const rows = (more: Fragment[]): void => {
    if (more.length === 0) return;
    const last = parts.at(-1);
    if (last?.kind === 'rows') last.fragments.push(...more);
    else parts.push({ kind: 'rows', fragments: more });
  };
  const close = (): void => {
    const enough = Math.min(rowsOf(zone.left).length, rowsOf(zone.right).length) >= FEWEST_LINES;
    if (enough && areColumns(zone)) parts.push({ kind: 'columns', ...zone });
    else rows([...zone.left, ...zone.right]);
    zone = { left: [], right: [] };
  };
  for (const fragment of sorted) {
    const side = sideOf(fragment, best.at, width);
    if (side === 'across') {
      close();
      rows([fragment]);
    } else zone[side].push(fragment);
  }
  close();
  return parts.some(({ kind }) => kind === 'columns') ? parts : whole;
};
