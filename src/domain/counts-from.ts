import type { SearchEvent } from './trace';

/**
 * The smallest k at which a hit counts as retrieved (05.1); null: at none. An agent that decides how many hits it is shown
 * retrieves exactly these, whatever k the view has; everywhere else a hit counts from its own rank on. A certificate does
 * not ask what was shown: it is about ranks alone.
 */
export const countsFrom = (rank: number, { shown }: Pick<SearchEvent, 'shown'>): number | null => {
  if (shown === undefined) return rank;
  return rank <= shown ? 1 : null;
};

/** The hits of a search that count as retrieved at k, as they stand in the trace. */
export const countedHits = (search: Pick<SearchEvent, 'shown' | 'hits'>, k: number): SearchEvent['hits'] =>
  search.hits.filter(({ rank }) => {
    const from = countsFrom(rank, search);
    return from !== null && from <= k;
  });
