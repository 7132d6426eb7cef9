import { createSignal } from 'solid-js';
import type { Chunk } from '../../../domain/corpus';
import type { Failure } from '../../../domain/outcome';
import { ensureIndex } from '../../state/search-index';
import { search } from '../../state/workers';

/** Chunk texts by id, fetched once each; `get` is reactive and undefined until a text has arrived. */
export function createChunkCache() {
  const [chunks, setChunks] = createSignal<ReadonlyMap<string, Chunk>>(new Map());
  const [failure, setFailure] = createSignal<Failure | null>(null);
  const asked = new Set<string>();
  const want = async (ids: readonly string[]): Promise<void> => {
    const missing = [...new Set(ids)].filter((id) => !asked.has(id));
    if (missing.length === 0) return;
    for (const id of missing) asked.add(id);
    const opened = await ensureIndex();
    const outcome = opened.ok
      ? await search.ask((api) => api.chunks(opened.value.workspace, missing))
      : opened;
    if (!outcome.ok) {
      for (const id of missing) asked.delete(id);
      setFailure(outcome.error);
      return;
    }
    setFailure(null);
    setChunks((known) => new Map([...known, ...outcome.value.map((chunk) => [chunk.id, chunk] as const)]));
  };
  return { get: (id: string): Chunk | undefined => chunks().get(id), want, failure };
}
