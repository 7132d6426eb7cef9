import { CELLS, type Cell } from '../domain/diagnosis';

/** The four cells of a hop's outcome (05.3); null while either fact is not known. */
export const cellOf = (goldRetrieved: boolean | null, factPresent: boolean | null): Cell | null => {
  if (goldRetrieved === null || factPresent === null) return null;
  if (goldRetrieved) return factPresent ? 'fact-present' : 'extraction-failure';
  return factPresent ? 'alternate-evidence' : 'retrieval-failure';
};

export const noCells = (): Record<Cell, number> =>
  Object.fromEntries(CELLS.map((cell) => [cell, 0])) as Record<Cell, number>;

type ThreeWay = Record<Exclude<Cell, 'alternate-evidence'>, number>;

/**
 * The three-way table of arXiv 2609.17043: a hop whose gold passage was not retrieved is a retrieval failure, even
 * when another passage states its fact.
 */
export const threeWay = (cells: Record<Cell, number>): ThreeWay => ({
  'fact-present': cells['fact-present'],
  'extraction-failure': cells['extraction-failure'],
  'retrieval-failure': cells['retrieval-failure'] + cells['alternate-evidence'],
});
