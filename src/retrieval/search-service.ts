import { expose } from 'comlink';
import { HopscopeError, ok } from '../domain/outcome';
import type { OnProgress } from '../domain/progress';
import type { Hit, RetrieverIdentity, RetrieverSettings } from '../domain/retriever';
import type { IndexState, SearchContract, SearchRequest } from '../domain/seam';
import type { WorkspaceStore } from '../domain/store';
import { createJobs } from '../seam/jobs';
import { attempt } from '../seam/outcome';
import type { CorpusSession, VectorSpace } from './corpus-session';
import { embedMissing } from './embed';
import { EncoderLink, restless, SPACE_ATTEMPTS } from './encoder-link';
import { retrieverIdentity } from './identity';
import { OpenCorpora } from './open-corpora';
import { QueryVectors } from './query-vectors';
import { bm25Retriever, hybridRetriever, vectorRetriever } from './retriever';

/** Keyword search must not wait for an encoder that is busy or still loading. */
const ENCODER_PATIENCE_MS = 250;

/** The search worker's api over any store. */
export function createSearchService(openStore: () => Promise<WorkspaceStore>): SearchContract {
  const jobs = createJobs();
  const link = new EncoderLink();
  const queries = new QueryVectors(link);
  const corpora = new OpenCorpora(openStore);

  const open = async (
    workspace: string,
    settings: RetrieverSettings,
    onProgress: OnProgress,
  ): Promise<IndexState> => {
    const { session } = await corpora.current(workspace);
    await session.index(settings.bm25, onProgress);
    await attachIfLoaded(session, settings.model);
    return session.state();
  };

  /** Attaches cached vectors when the wanted model is loaded and says so at once. */
  const attachIfLoaded = async (session: CorpusSession, model: string): Promise<void> => {
    const patience = new Promise<null>((resolve) => setTimeout(resolve, ENCODER_PATIENCE_MS, null));
    const state = await Promise.race([link.state().catch(() => null), patience]);
    if (state?.model === model) await session.attach(state);
  };

  const completeSpace = async (
    session: CorpusSession,
    model: string,
    onProgress?: OnProgress,
  ): Promise<VectorSpace> => {
    const space = await session.attach(await link.ensure(model, onProgress));
    const { vectors, state } = space;
    if (!vectors.complete) {
      throw new HopscopeError(
        'busy',
        `Only ${vectors.filled} of ${vectors.rows} passages have a vector of ${model} on ${state.device}: embed the rest, or search by keywords meanwhile.`,
        { retryable: true },
      );
    }
    return space;
  };

  /** A query vector and the space it is in; asks again when the encoder moved to another device in between. */
  const encodeQuery = async (
    query: string,
    session: CorpusSession,
    model: string,
  ): Promise<{ vector: Float32Array; space: VectorSpace }> => {
    for (let attempts = 0; attempts < SPACE_ATTEMPTS; attempts++) {
      const space = await completeSpace(session, model);
      const vector = await queries.encode(query, space.state);
      if (vector !== null) return { vector, space };
    }
    throw restless(model);
  };

  const search = async ({ workspace, query, k, settings }: SearchRequest) => {
    const start = performance.now();
    if (!Number.isInteger(k))
      throw new HopscopeError('bad-input', `The number of hits must be a whole number; it was ${k}.`);
    const { session } = await corpora.get(workspace);
    const index = await session.index(settings.bm25);
    let space: string | null = null;
    let hits: Hit[];
    if (settings.kind === 'bm25') {
      hits = await bm25Retriever(index).search(query, k);
    } else {
      const { vector, space: found } = await encodeQuery(query, session, settings.model);
      space = found.state.space;
      const encode = async () => vector;
      const retriever =
        settings.kind === 'vector'
          ? vectorRetriever(index, found.vectors, encode)
          : hybridRetriever(index, found.vectors, encode, settings.hybrid);
      hits = await retriever.search(query, k);
    }
    return { hits, identity: identityOf(session, settings, space), ms: performance.now() - start };
  };

  const identityOf = (
    session: CorpusSession,
    settings: RetrieverSettings,
    space: string | null,
  ): RetrieverIdentity => retrieverIdentity(session.meta.hash, session.meta.chunking, settings, space);

  const service: SearchContract = {
    connectEncoder: async (port) => {
      link.connect(port);
      return ok(undefined);
    },
    open: (workspace, settings, onProgress) => attempt(() => open(workspace, settings, onProgress)),
    state: (workspace, model) =>
      attempt(async () => {
        if (!corpora.has(workspace)) return null;
        const { session } = await corpora.get(workspace);
        await attachIfLoaded(session, model);
        return session.state();
      }),
    embed: (workspace, model, id, onProgress) =>
      attempt(() =>
        jobs.runJob(id, (job) =>
          corpora.during(workspace, async ({ session }) => {
            await embedMissing(session, link, model, job, onProgress);
            return session.state();
          }),
        ),
      ),
    search: (request) => attempt(() => search(request)),
    identity: (workspace, settings) =>
      attempt(async () => {
        const { session } = await corpora.get(workspace);
        const space = settings.kind === 'bm25' ? null : (await link.ensure(settings.model)).space;
        return identityOf(session, settings, space);
      }),
    page: (workspace, offset, limit, filter) =>
      attempt(async () => (await corpora.get(workspace)).view.page(offset, limit, filter)),
    document: (workspace, id) => attempt(async () => (await corpora.get(workspace)).view.document(id)),
    chunks: (workspace, ids) => attempt(async () => (await corpora.get(workspace)).view.chunks(ids)),
    connect: (port) => expose(service, port),
    pause: (job) => jobs.pause(job),
    resume: (job) => jobs.resume(job),
    cancel: (job) => jobs.cancel(job),
  };
  return service;
}
