/** Fragments of a page → columns of lines, in the order in which a person reads them. */
import { partsOf } from './gutter';
import type { Fragment } from './items';
import { type Line, linesOf, readsRightToLeft } from './lines';

/** Lines that stand under each other, with the edges of the column they are set in. */
export interface Column {
  x0: number;
  x1: number;
  lines: Line[];
}

/** More columns beside each other than any page has. */
const DEEPEST = 8;

const columnOf = (fragments: readonly Fragment[]): Column => {
  const lines = linesOf(fragments);
  return {
    x0: Math.min(...lines.map(({ x0 }) => x0)),
    x1: Math.max(...lines.map(({ x1 }) => x1)),
    lines,
  };
};

export const readingOrder = (fragments: readonly Fragment[], depth = 0): Column[] => {
  if (fragments.length === 0) return [];
  if (depth >= DEEPEST) return [columnOf(fragments)];
  const parts = partsOf(fragments);
  if (parts.length === 1 && parts[0]?.kind === 'rows') return [columnOf(fragments)];
  return parts.flatMap((part) => {
    if (part.kind === 'rows') return readingOrder(part.fragments, depth + 1);
    const sides = [part.left, part.right].map((side) => readingOrder(side, depth + 1));
    return (readsRightToLeft([...part.left, ...part.right]) ? sides.reverse() : sides).flat();
  });
};
