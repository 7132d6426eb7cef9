/** Reading the open workspace's documents page by page, its gold mappings and its rejects. */
import { createSignal } from 'solid-js';
import type { Chunk, Document, Reject } from '../../domain/corpus';
import type { GoldMapping } from '../../domain/mapping';
import { type Failure, fail, type Outcome } from '../../domain/outcome';
import type { RetrieverKind } from '../../domain/retriever';
import type { CorpusPage } from '../../domain/seam';
import { ensureIndex, retrieverSettings } from './search-index';
import { workspace } from './session';
import { stored } from './store';
import { search } from './workers';

export type DocumentRow = CorpusPage['documents'][number];
const PAGE = 100;

/** Documents that match a filter, loaded a page at a time as they come into view. */
export const createDocumentPages = () => {
  const [total, setTotal] = createSignal<number | null>(null);
  const [failure, setFailure] = createSignal<Failure | null>(null);
  const [version, setVersion] = createSignal(0);
  let filter = '';
  let pages = new Map<number, DocumentRow[] | 'loading'>();
  let turn = 0;

  const load = async (page: number): Promise<void> => {
    if (pages.has(page)) return;
    pages.set(page, 'loading');
    const mine = turn;
    const opened = await ensureIndex();
    const outcome = opened.ok
      ? await search.ask((api) => api.page(opened.value.workspace, page * PAGE, PAGE, filter))
      : opened;
    if (mine !== turn) return;
    if (!outcome.ok) {
      pages.delete(page);
      setFailure(outcome.error);
      return;
    }
    setFailure(null);
    pages.set(page, outcome.value.documents);
    setTotal(outcome.value.total);
    setVersion((old) => old + 1);
  };
  /** Starts over with another filter (or another corpus). */
  const reset = (next: string): void => {
    turn += 1;
    filter = next;
    pages = new Map();
    void load(0);
  };
  const row = (index: number): DocumentRow | undefined => {
    version();
    const page = pages.get(Math.floor(index / PAGE));
    return page === undefined || page === 'loading' ? undefined : page[index % PAGE];
  };
  const range = (first: number, last: number): void => {
    for (let page = Math.floor(first / PAGE); page <= Math.floor(last / PAGE); page += 1) void load(page);
  };
  return { total, failure, reset, row, range };
};

export const readDocument = async (id: string): Promise<Outcome<{ document: Document; chunks: Chunk[] }>> => {
  const opened = await ensureIndex();
  return opened.ok ? search.ask((api) => api.document(opened.value.workspace, id)) : opened;
};

/** The passages that a search finds, best first. */
export const findPassages = async (
  query: string,
  k: number,
  kind: RetrieverKind,
): Promise<Outcome<Chunk[]>> => {
  const opened = await ensureIndex();
  if (!opened.ok) return opened;
  const { workspace: asked } = opened.value;
  const found = await search.ask((api) =>
    api.search({ workspace: asked, query, k, settings: retrieverSettings(kind) }),
  );
  if (!found.ok) return found;
  return search.ask((api) =>
    api.chunks(
      asked,
      found.value.hits.map((hit) => hit.chunk),
    ),
  );
};

export const readMappings = async (): Promise<Outcome<GoldMapping[]>> => {
  const id = workspace()?.id;
  return id === undefined
    ? fail('not-found', 'No workspace is open.')
    : stored((store) => store.readMappings(id));
};

export const readRejects = async (): Promise<Outcome<Reject[]>> => {
  const id = workspace()?.id;
  return id === undefined
    ? fail('not-found', 'No workspace is open.')
    : stored((store) => store.readRejects(id));
};
