/** The retrievers of one call, each made ready once, however many runs and tools search by it. */
import type { RetrieverIdentity, RetrieverSettings } from '../domain/retriever';
import type { Retriever } from './open-retriever';

export interface PreparedRetriever {
  retriever: Retriever;
  identity: RetrieverIdentity;
}

export type PrepareRetriever = (settings: RetrieverSettings) => Promise<PreparedRetriever>;

/** What cannot be made ready throws, and is tried again when it is asked for again. */
export const createPrepared = (open: (settings: RetrieverSettings) => Retriever): PrepareRetriever => {
  const ready = new Map<string, PreparedRetriever>();
  return async (settings) => {
    const key = JSON.stringify(settings);
    const known = ready.get(key);
    if (known !== undefined) return known;
    const retriever = open(settings);
    const prepared = { retriever, identity: await retriever.prepare() };
    ready.set(key, prepared);
    return prepared;
  };
};
