/** Which retrievers stand behind a run's searches (05.1): one for most runs, one a search tool for an agent. */
import type { RunHeader, SearchEvent } from '../domain/trace';

/** The retriever identity under which a search of a run counts. A tool that the header does not list is the run's own retriever. */
export const identityOf = (
  { parameters, retriever }: RunHeader,
  { tool }: Pick<SearchEvent, 'tool'>,
): string => parameters.tools?.find((listed) => listed.tool === tool)?.retriever ?? retriever.id;

/**
 * The identities that the system could have asked in its own words: those of its tools, else the run's retriever. The seed
 * retrieval of an agent is none of them: it is made with the question as it stands, so another query there proves nothing
 * about what the agent could have reached.
 */
export const identitiesOf = ({ parameters, retriever }: RunHeader): ReadonlySet<string> =>
  new Set(
    parameters.tools === undefined || parameters.tools.length === 0
      ? [retriever.id]
      : parameters.tools.map((listed) => listed.retriever),
  );

/** Two runs share a retriever when each could ask exactly what the other could. */
export const sameRetrievers = (a: RunHeader, b: RunHeader): boolean => {
  const ours = identitiesOf(a);
  const theirs = identitiesOf(b);
  return ours.size === theirs.size && [...ours].every((identity) => theirs.has(identity));
};
