/** The gold chunk set (05.1): every chunk that shares text with the gold passage's range. */
import type { Chunk } from '../domain/corpus';
import { containsAnswerNormalised, normalise } from '../domain/text';

export interface Range {
  document: string;
  start: number;
  end: number;
}

export type ChunksByDocument = ReadonlyMap<string, readonly Chunk[]>;

export const groupChunks = (chunks: readonly Chunk[]): ChunksByDocument => {
  const groups = new Map<string, Chunk[]>();
  for (const chunk of chunks) {
    const group = groups.get(chunk.document);
    if (group === undefined) groups.set(chunk.document, [chunk]);
    else group.push(chunk);
  }
  for (const group of groups.values()) group.sort((a, b) => a.ordinal - b.ordinal);
  return groups;
};

/** Chunks over a range, by ordinal; a range that lies between two chunks (white space) takes the one before it. */
export const chunksOver = (chunks: ChunksByDocument, { document, start, end }: Range): Chunk[] => {
  const all = chunks.get(document) ?? [];
  const over = all.filter((chunk) => chunk.start < end && chunk.end > start);
  if (over.length > 0) return over;
  const before = all.findLast((chunk) => chunk.end <= start) ?? all[0];
  return before === undefined ? [] : [before];
};

export const holdAnswer = (chunks: readonly Chunk[], answers: readonly string[]): string[] => {
  const normalised = answers.map(normalise).filter((answer) => answer !== '');
  if (normalised.length === 0) return [];
  return chunks
    .filter((chunk) => containsAnswerNormalised(normalise(chunk.text), normalised))
    .map((chunk) => chunk.id);
};
