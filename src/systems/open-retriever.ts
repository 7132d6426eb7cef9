/** A retriever in the search worker, made ready before a run and again when that worker was restarted in the middle. */
import { proxy, type Remote } from 'comlink';
import type { Chunk } from '../domain/corpus';
import { HopscopeError, type Outcome, ok } from '../domain/outcome';
import type { OnProgress } from '../domain/progress';
import type { RetrieverIdentity, RetrieverSettings } from '../domain/retriever';
import type { SearchContract } from '../domain/seam';
import type { Job } from '../seam/jobs';
import type { Meter } from '../seam/meter';
import { attempt } from '../seam/outcome';
import type { Searcher } from './run';
import type { SearchLink } from './worker-link';

/** A search takes milliseconds; one that takes this long will never come back. */
const SEARCH_TIMEOUT_MS = 60_000;

/** The job in the search worker that embeds on behalf of a run's job. */
export const embedJob = (job: string): string => `${job}/embed`;

export interface Retriever {
  /** Opens the index, embeds what has no vector yet, and names the retriever. */
  prepare(): Promise<RetrieverIdentity>;
  search: Searcher;
  /** The texts of chunks that a search brought, in order. */
  passages: (chunks: readonly string[]) => Promise<Chunk[]>;
}

export const openRetriever = (options: {
  link: SearchLink;
  workspace: string;
  settings: RetrieverSettings;
  job: Job;
  meter: Meter;
}): Retriever => {
  const { link, workspace, settings, job, meter } = options;
  const { signal } = job;

  const embed = async (report: OnProgress): Promise<void> => {
    const id = embedJob(job.id);
    // Its answer does not matter: the run has ended for its caller already.
    const stop = (): void => void attempt(() => link.ask(async (api) => ok(await api.cancel(id))));
    signal.addEventListener('abort', stop, { once: true });
    try {
      const { vectors } = await link.ask((api) => api.embed(workspace, settings.model, id, proxy(report)), {
        signal,
      });
      if (vectors.ready) return;
      throw new HopscopeError(
        'model',
        `Only ${vectors.done} of ${vectors.total} passages have a vector: complete them on the Corpus screen, then resume.`,
        { retryable: true },
      );
    } finally {
      signal.removeEventListener('abort', stop);
    }
  };

  let opened: { generation: number; identity: RetrieverIdentity } | null = null;

  const openOnce = async (report: OnProgress): Promise<RetrieverIdentity> => {
    const { generation } = link;
    const state = await link.ask((api) => api.open(workspace, settings, proxy(report)), { signal });
    if (settings.kind !== 'bm25' && !state.vectors.ready) await embed(report);
    const identity = await link.ask((api) => api.identity(workspace, settings), { signal });
    if (opened !== null && opened.identity.id !== identity.id) {
      throw new HopscopeError(
        'model',
        'The documents or the model of this retriever have changed during the run, so it cannot go on: start a new run.',
        { detail: `was ${opened.identity.id}, is ${identity.id}` },
      );
    }
    opened = { generation, identity };
    return identity;
  };

  /** A worker that dies while it opens is restarted, and its job tried once more. */
  const open = async (report: OnProgress): Promise<RetrieverIdentity> => {
    try {
      return await openOnce(report);
    } catch (thrown) {
      if (!(thrown instanceof HopscopeError) || thrown.code !== 'worker-lost' || link.generation === 0)
        throw thrown;
      meter.note('The search worker was restarted.');
      return openOnce(report);
    }
  };

  /** What `use` gives, or null when it is of other documents than the run began on, or from a worker that is new. */
  const ask = async <T>(
    use: (api: Remote<SearchContract>) => Promise<Outcome<T & { identity: string }>>,
    abort: AbortSignal,
  ): Promise<T | null> => {
    if (opened === null || opened.generation !== link.generation) return null;
    try {
      const answer = await link.ask(use, { signal: abort, timeoutMs: SEARCH_TIMEOUT_MS });
      return answer.identity === opened.identity.id ? answer : null;
    } catch (thrown) {
      const code = thrown instanceof HopscopeError ? thrown.code : null;
      if (code === 'worker-lost' || code === 'not-found') return null;
      throw thrown;
    }
  };

  /** As `ask`; when the search worker was restarted, the index is opened in it; replaced documents end the run. */
  const askOurs = async <T>(
    use: (api: Remote<SearchContract>) => Promise<Outcome<T & { identity: string }>>,
    abort: AbortSignal,
  ): Promise<T> => {
    const first = await ask(use, abort);
    if (first !== null) return first;
    if (opened !== null) meter.note('The index was opened again.');
    await open(({ phase }) => meter.note(phase));
    const second = await ask(use, abort);
    if (second !== null) return second;
    throw new HopscopeError(
      'worker-lost',
      'The index is not there to be searched: it was closed or stopped twice in a row. Resume the run to go on.',
      { retryable: true },
    );
  };

  return {
    prepare: () => open((progress) => meter.pass(progress)),
    async search(query, k, abort) {
      const { hits } = await askOurs(async (api) => {
        const found = await api.search({ workspace, query, k, settings });
        return found.ok ? ok({ hits: found.value.hits, identity: found.value.identity.id }) : found;
      }, abort);
      return hits;
    },
    async passages(chunks) {
      const { found } = await askOurs(async (api) => {
        const texts = await api.chunks(workspace, [...chunks]);
        // Chunks do not say whose they are, and the documents may have been replaced by others with the same ids.
        const identity = await api.identity(workspace, settings);
        if (!texts.ok) return texts;
        return identity.ok ? ok({ found: texts.value, identity: identity.value.id }) : identity;
      }, signal);
      return found;
    },
  };
};
