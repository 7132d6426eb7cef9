/** A document's text as a sequence of chunks, each split into what repeats the chunk before it and what is new. */
import type { Chunk } from '../../../domain/corpus';

export interface ChunkSpan {
  chunk: Pick<Chunk, 'id' | 'ordinal' | 'start' | 'end' | 'heading'>;
  /** Text between the last chunk and this one that is in no chunk (white space, mostly). */
  gap: string;
  /** Repeated from the chunk before. */
  overlap: string;
  fresh: string;
}

/** Spans in order of their start, and the rest of the text after the last chunk. Offsets are UTF-16. */
export const chunkSpans = (
  text: string,
  chunks: readonly ChunkSpan['chunk'][],
): { spans: ChunkSpan[]; rest: string } => {
  const ordered = [...chunks].sort((a, b) => a.start - b.start || a.end - b.end);
  let covered = 0;
  const spans = ordered.map((chunk) => {
    const gap = chunk.start > covered ? text.slice(covered, chunk.start) : '';
    const overlapEnd = Math.min(Math.max(covered, chunk.start), chunk.end);
    const span = {
      chunk,
      gap,
      overlap: text.slice(chunk.start, overlapEnd),
      fresh: text.slice(overlapEnd, chunk.end),
    };
    covered = Math.max(covered, chunk.end);
    return span;
  });
  return { spans, rest: text.slice(covered) };
};
