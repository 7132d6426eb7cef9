/** The passages that a question has brought so far, each text once: chunks that overlap or repeat are read once. */
import type { Chunk } from '../domain/corpus';
import type { Episode } from './system';

export interface Seen {
  /** In the order in which they came. */
  readonly passages: readonly Chunk[];
  /** Ids of all chunks that came, those of a text that was known already too. */
  readonly chunks: ReadonlySet<string>;
  /** Adds chunks; returns those whose text is new. */
  add(chunks: readonly string[]): Promise<Chunk[]>;
}

export const createSeen = (episode: Pick<Episode, 'passages'>): Seen => {
  const passages: Chunk[] = [];
  const chunks = new Set<string>();
  const hashes = new Set<string>();
  return {
    passages,
    chunks,
    async add(ids) {
      const unknown = [...new Set(ids)].filter((id) => !chunks.has(id));
      const fresh = (await episode.passages(unknown)).filter(({ hash }) => {
        if (hashes.has(hash)) return false;
        hashes.add(hash);
        return true;
      });
      for (const id of unknown) chunks.add(id);
      passages.push(...fresh);
      return fresh;
    },
  };
};
