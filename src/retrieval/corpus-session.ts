import type { Chunk, Document } from '../domain/corpus';
import { HopscopeError } from '../domain/outcome';
import type { OnProgress } from '../domain/progress';
import type { Bm25Settings } from '../domain/retriever';
import type { EncoderState, IndexState } from '../domain/seam';
import type { VectorCache, WorkspaceStore } from '../domain/store';
import type { CorpusMeta } from '../domain/workspace';
import { createMeter } from '../seam/meter';
import { warnOfRoom } from '../workspace/quota';
import { byId, ChunkIndex } from './chunk-index';
import { packPostings, postingsKey, readPostings } from './index-files';
import { analyserId, createAnalyser } from './lexical/analyser';
import { FlatVectors } from './vector/flat-vectors';

/** Vectors of one encoder's space: where they are kept, and the rows that have one. */
export interface VectorSpace {
  state: EncoderState;
  cache: VectorCache;
  vectors: FlatVectors;
}

/** Indexes of this many different BM25 settings stay in memory, for comparing two of them side by side. */
const KEPT_INDEXES = 2;

const nextTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/** One corpus, opened: its chunks, their indexes, their vectors. Another import or chunking is another session. */
export class CorpusSession {
  readonly workspace: string;
  readonly meta: CorpusMeta;
  /** Ascending by id: a chunk's place is its row in every index. */
  readonly chunks: readonly Chunk[];
  readonly #store: WorkspaceStore;
  readonly #indexes = new Map<string, Promise<ChunkIndex>>();
  #documents: Promise<Document[]> | null = null;
  #space: VectorSpace | null = null;
  /** Attachments run one after the other: two at once would fill two matrices, and one of them would be lost. */
  #attaching: Promise<unknown> = Promise.resolve();
  #bm25: IndexState['bm25'] = { ready: false, ms: null, fromDisk: false };

  private constructor(store: WorkspaceStore, workspace: string, meta: CorpusMeta, chunks: Chunk[]) {
    this.#store = store;
    this.workspace = workspace;
    this.meta = meta;
    this.chunks = chunks;
  }

  /** @throws HopscopeError `not-found` when the workspace has no corpus yet */
  static async open(store: WorkspaceStore, workspace: string): Promise<CorpusSession> {
    const meta = await corpusMeta(store, workspace);
    const chunks = (await store.readChunks(workspace)).sort(byId);
    return new CorpusSession(store, workspace, meta, chunks);
  }

  /** True when the workspace still holds this corpus, cut in this way. */
  async isCurrent(): Promise<boolean> {
    const { hash, chunking } = await corpusMeta(this.#store, this.workspace);
    return hash === this.meta.hash && JSON.stringify(chunking) === JSON.stringify(this.meta.chunking);
  }

  documents(): Promise<Document[]> {
    this.#documents ??= this.#store.readDocuments(this.workspace).catch((thrown: unknown) => {
      this.#documents = null;
      throw thrown;
    });
    return this.#documents;
  }

  /** The index under these settings: kept, loaded, or built. */
  index(settings: Bm25Settings, onProgress: OnProgress = () => {}): Promise<ChunkIndex> {
    const key = `${analyserId(settings)} ${settings.k1} ${settings.b}`;
    let index = this.#indexes.get(key);
    if (index === undefined) {
      index = this.#makeIndex(settings, onProgress);
      index.catch(() => this.#indexes.delete(key));
      for (const oldest of this.#indexes.keys()) {
        if (this.#indexes.size >= KEPT_INDEXES) this.#indexes.delete(oldest);
      }
    } else {
      this.#indexes.delete(key);
    }
    // Last in the map is the most recently used.
    this.#indexes.set(key, index);
    return index;
  }

  async #makeIndex(settings: Bm25Settings, onProgress: OnProgress): Promise<ChunkIndex> {
    const start = performance.now();
    const analyser = await createAnalyser(settings);
    const key = postingsKey(this.meta.hash, this.meta.chunking, analyser.id);
    const stored = await readPostings(this.#store, this.workspace, key, this.chunks.length);
    const meter = createMeter({
      phase: stored === null ? 'indexing words' : 'loading the index',
      unit: 'passages',
      total: this.chunks.length,
      emit: onProgress,
    });
    const between = async (done: number): Promise<void> => {
      meter.set(done);
      await nextTurn();
    };
    const index = await ChunkIndex.create(this.chunks, analyser, settings, between, stored);
    meter.finish();
    this.#bm25 = { ready: true, ms: performance.now() - start, fromDisk: stored !== null };
    if (stored === null) await this.#keep(key, index);
    return index;
  }

  /** Postings are a convenience for the next time: a full disk or a second tab must not stop the search. */
  async #keep(key: string, index: ChunkIndex): Promise<void> {
    try {
      await this.#store.writeIndex(this.workspace, key, await packPostings(index.postings));
    } catch (thrown) {
      if (!(thrown instanceof HopscopeError) || !['quota', 'read-only', 'busy'].includes(thrown.code))
        throw thrown;
      console.warn('the search index was not stored:', thrown.message);
    }
  }

  get space(): VectorSpace | null {
    return this.#space;
  }

  /** Takes the vectors that are already cached for an encoder's space; another device is another space. */
  attach(state: EncoderState): Promise<VectorSpace> {
    const next = this.#attaching.then(() => this.#attach(state));
    this.#attaching = next.catch(() => {});
    return next;
  }

  async #attach(state: EncoderState): Promise<VectorSpace> {
    if (this.#space?.state.space === state.space) {
      this.#space.state = state;
      return this.#space;
    }
    const cache = await this.#store.vectors(state.space, state.dimension);
    const vectors = new FlatVectors(this.chunks.length, state.dimension);
    this.chunks.forEach(({ hash }, row) => {
      const vector = cache.get(hash);
      if (vector !== null) vectors.set(row, vector);
    });
    this.#space = { state, cache, vectors };
    return this.#space;
  }

  /** A sentence when the vectors that are missing will not fit on the disk; null when they will, or nobody knows. */
  async roomFor({ state, vectors }: VectorSpace): Promise<string | null> {
    const bytes = (vectors.rows - vectors.filled) * 4 * state.dimension;
    return warnOfRoom(await this.#store.usage(), bytes);
  }

  state(): IndexState {
    return {
      workspace: this.workspace,
      documents: this.meta.documents,
      chunks: this.chunks.length,
      bm25: this.#bm25,
      vectors: {
        ready: this.#space?.vectors.complete ?? false,
        done: this.#space?.vectors.filled ?? 0,
        total: this.chunks.length,
        encoder: this.#space?.state ?? null,
      },
    };
  }
}

async function corpusMeta(store: WorkspaceStore, workspace: string): Promise<CorpusMeta> {
  const { corpus } = await store.get(workspace);
  if (corpus === null) {
    throw new HopscopeError('not-found', 'This workspace has no documents yet: add some, then search them.');
  }
  return corpus;
}
