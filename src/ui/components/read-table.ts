/** What only some readers get: signs beside words, and words that repeat for a screen reader what stands beside them. */
const ASIDE = '[aria-hidden="true"], .visually-hidden';

const textOf = (cell: Element): string => {
  const copy = cell.cloneNode(true) as Element;
  for (const aside of copy.querySelectorAll(ASIDE)) aside.remove();
  // Blocks and fields of a cell touch in its text content.
  for (const part of copy.querySelectorAll('*')) part.after(' ');
  return (copy.textContent ?? '').replace(/\s+/g, ' ').trim();
};

/** The tables inside an element as they are shown, one after the other, an empty row between two. */
export const readTables = (root: Element): string[][] =>
  [...root.querySelectorAll('table')].flatMap((table, at) => [
    ...(at > 0 ? [[]] : []),
    ...[...table.rows].map((row) => [...row.cells].map(textOf)),
  ]);
