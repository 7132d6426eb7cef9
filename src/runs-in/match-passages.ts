/**
 * Retrieved passages → chunks of the corpus: by the id of a chunk, by the document that is named, by text with the code that
 * places gold passages (05.7), and by title alone only where the file gives no text.
 */
import type { Chunk, Document } from '../domain/corpus';
import { normalise } from '../domain/text';
import type { RunSource } from '../domain/trace';
import { type ChunksByDocument, groupChunks, type Range } from '../gold/chunk-set';
import { placePassages } from '../gold/map-gold';
import { createDocumentNames, type DocumentNames } from '../gold/names';
import type { Placement } from '../gold/placement';
import type { Job } from '../seam/jobs';
import type { Pooled } from './pool';
import type { Passage } from './types';

export interface PassageMatch {
  how: keyof RunSource['passages'];
  /** Several: the passage covers them, or it may be any of them. */
  chunks: string[];
  /** More than one place of the corpus may be meant. */
  ambiguous: boolean;
  note: string;
}

const NONE: PassageMatch = { how: 'none', chunks: [], ambiguous: false, note: '' };

/**
 * Chunks that a retrieved text stands for: those it covers by half, or that hold half of it. Cut differently, a passage
 * reaches into its neighbours' chunks, and a few words of them are not retrieving them.
 */
export const chunksMeant = (chunks: ChunksByDocument, { document, start, end }: Range): string[] => {
  const all = chunks.get(document) ?? [];
  const overlaps = all.map((chunk) => ({
    chunk,
    shared: Math.min(chunk.end, end) - Math.max(chunk.start, start),
  }));
  const meant = overlaps.filter(
    ({ chunk, shared }) => shared > 0 && (2 * shared >= chunk.end - chunk.start || 2 * shared >= end - start),
  );
  if (meant.length > 0) return meant.map(({ chunk }) => chunk.id);
  const most = overlaps.toSorted((a, b) => b.shared - a.shared)[0];
  return most === undefined || most.shared <= 0 ? [] : [most.chunk.id];
};

const matchOf = (how: PassageMatch['how'], placement: Placement, chunks: ChunksByDocument): PassageMatch => {
  const ids = [...new Set(placement.ranges.flatMap((range) => chunksMeant(chunks, range)))];
  return placement.status === 'unmapped' || ids.length === 0
    ? { ...NONE, note: placement.note }
    : { how, chunks: ids, ambiguous: placement.status === 'ambiguous', note: placement.note };
};

/** The id names documents, and not only because one has it as its title. */
const isDocumentId = (id: string, names: DocumentNames): boolean =>
  names
    .byName(id)
    .some((document) => document.id === id.trim() || normalise(document.title) !== normalise(id));

type Wanted = Parameters<typeof placePassages>[1][number];

/** One way of matching after another, each for what the ways before it have not found. */
export const matchPassages = async (
  pooled: readonly Pooled[],
  { documents, chunks }: { documents: readonly Document[]; chunks: readonly Chunk[] },
  pace: Pick<Job, 'pausePoint'>,
  onProgress: (done: number) => void = () => {},
): Promise<PassageMatch[]> => {
  const known = new Set(chunks.map(({ id }) => id));
  const byDocument = groupChunks(chunks);
  const names = createDocumentNames(documents);
  const matches: PassageMatch[] = pooled.map(({ passage: { id } }) =>
    id !== null && known.has(id) ? { ...NONE, how: 'chunk', chunks: [id] } : NONE,
  );
  const round = async (
    how: PassageMatch['how'],
    wantedOf: (passage: Passage) => Wanted | null,
  ): Promise<void> => {
    const open = pooled.flatMap(({ passage }, index) => {
      const wanted = matches[index]?.how === 'none' ? wantedOf(passage) : null;
      return wanted === null ? [] : [{ index, wanted }];
    });
    if (open.length === 0) return;
    const placements = await placePassages(
      documents,
      open.map(({ wanted }) => wanted),
      { pace, onProgress },
    );
    open.forEach(({ index }, at) => {
      const placement = placements[at];
      if (placement !== undefined) matches[index] = matchOf(how, placement, byDocument);
    });
  };
  // An id that names a document whose text is another belongs to another numbering: the text is looked for elsewhere.
  await round('document', ({ id, text }) =>
    id === null || !isDocumentId(id, names) ? null : { document: id, ...(text === null ? {} : { text }) },
  );
  await round('text', ({ title, text }) =>
    text === null ? null : { text, ...(title === null ? {} : { title }) },
  );
  // A title with another text under it is another passage, so a title counts only where the text is not told.
  await round('title', ({ id, title, text }) =>
    (title ?? id) === null || (text !== null && text !== title) ? null : { title: title ?? id ?? '' },
  );
  return matches;
};
