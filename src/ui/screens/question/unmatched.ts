import type { QuestionEvent } from '../../../domain/trace';

/** What an imported run calls the passages that the corpus does not hold, by the id that stands for each. */
export const unmatchedIn = (events: readonly QuestionEvent[]): Map<string, string> =>
  new Map(
    events.flatMap((event) =>
      event.event === 'search'
        ? event.hits.flatMap(({ chunk, unmatched }): [string, string][] =>
            unmatched === undefined ? [] : [[chunk, unmatched]],
          )
        : [],
    ),
  );
