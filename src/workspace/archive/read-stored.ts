/** A stored workspace piece by piece, in the shapes of the file. */
import type { Chunk, Document } from '../../domain/corpus';
import { HopscopeError } from '../../domain/outcome';
import type { QuestionEvent } from '../../domain/trace';
import type { FileChunk } from '../../domain/workspace-file';
import type { StoredFile } from '../blobs';
import { crc32, fromUtf8 } from '../bytes';
import {
  type ChunkLine,
  type ChunkOwner,
  createChunkDecoder,
  type DocumentLine,
  documentOf,
  textBytes,
} from '../corpus-files';
import { type Files, readPieces } from '../files';
import { createRunLogReader } from '../run-log';
import { byteLines } from './lines';

/** Where the stored files of a workspace are read, and who is asked whether to go on. */
export interface Reading {
  files: Files;
  directory: string;
  pause: () => Promise<void>;
}

const damaged = (name: string): HopscopeError =>
  new HopscopeError(
    'damaged',
    'A stored file of this workspace is damaged: import the documents or questions again, then export.',
    { detail: name },
  );

/** A whole stored file; throws `damaged` at its end when it is not what was written. */
export const storedPieces = async function* (
  { files, directory, pause }: Reading,
  stored: StoredFile,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  let crc = 0;
  for await (const piece of readPieces(files, `${directory}/${stored.name}`)) {
    bytes += piece.length;
    crc = crc32(piece, crc);
    await pause();
    yield piece;
  }
  if (bytes !== stored.bytes || crc !== stored.checksum) throw damaged(stored.name);
};

/** Hands out the next so many bytes of a stream of pieces. */
const createCursor = (pieces: AsyncGenerator<Uint8Array>, name: string) => {
  let held: Uint8Array = new Uint8Array();
  let at = 0;
  return async (count: number): Promise<Uint8Array> => {
    if (at + count <= held.length) {
      at += count;
      return held.subarray(at - count, at);
    }
    const out = new Uint8Array(count);
    let filled = 0;
    while (filled < count) {
      if (at === held.length) {
        const next = await pieces.next();
        if (next.done === true) throw damaged(name);
        held = next.value;
        at = 0;
      }
      const part = held.subarray(at, at + count - filled);
      out.set(part, filled);
      filled += part.length;
      at += part.length;
    }
    return out;
  };
};

type CorpusFiles = Record<'texts' | 'documents' | 'chunks' | 'rejects', StoredFile>;

const parsed = <T>(line: Uint8Array): T => JSON.parse(fromUtf8(line)) as T;

export const storedDocuments = async function* (
  reading: Reading,
  { texts, documents }: CorpusFiles,
): AsyncGenerator<Document> {
  const pieces = storedPieces(reading, texts);
  const take = createCursor(pieces, texts.name);
  let sources: string[] | null = null;
  for await (const lines of byteLines(storedPieces(reading, documents)))
    for (const line of lines) {
      if (sources === null) {
        sources = parsed<string[]>(line);
        continue;
      }
      const stored = parsed<DocumentLine>(line);
      yield documentOf(stored, sources, fromUtf8(await take(textBytes(stored))));
    }
  // To the end, where the checksum is compared.
  for await (const _ of pieces);
};

/** Chunks without texts, with the index of their document among `owners`. */
export const storedChunks = async function* (
  reading: Reading,
  { chunks }: CorpusFiles,
  owners: readonly ChunkOwner[],
): AsyncGenerator<{ id: string; owner: number; chunk: FileChunk }> {
  const decode = createChunkDecoder((index) => owners[index]);
  for await (const lines of byteLines(storedPieces(reading, chunks)))
    for (const line of lines) {
      const { id, owner, ...chunk } = decode(parsed<ChunkLine>(line));
      yield { id, owner, chunk };
    }
};

/** Chunks with their texts, document by document and some documents at a time. */
export const chunksWithTexts = async function* (
  reading: Reading,
  corpus: CorpusFiles,
  ofDocument: ReadonlyMap<number, readonly { id: string; chunk: FileChunk }[]>,
): AsyncGenerator<Pick<Chunk, 'id' | 'heading' | 'text' | 'hash'>[]> {
  const BATCH = 500;
  let batch: Pick<Chunk, 'id' | 'heading' | 'text' | 'hash'>[] = [];
  let index = 0;
  for await (const { text } of storedDocuments(reading, corpus)) {
    for (const { id, chunk } of ofDocument.get(index) ?? [])
      batch.push({ id, heading: chunk.heading, hash: chunk.hash, text: text.slice(chunk.start, chunk.end) });
    index += 1;
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
};

/**
 * The questions of a run's log in the order in which they were asked; ends before what is torn. `end`: the length to which
 * it is read, as a run may go on meanwhile. Returns whether it ended before that.
 */
export const storedQuestions = async function* (
  { files, directory, pause }: Reading,
  name: string,
  end: number,
): AsyncGenerator<{ question: string; events: QuestionEvent[] }, boolean> {
  const reader = createRunLogReader();
  let bytes = 0;
  for await (const lines of byteLines(readPieces(files, `${directory}/${name}`, { end }))) {
    for (const line of lines) {
      const read = reader.line(line);
      if (read === null) return true;
      bytes += line.length + 1;
      if (read !== 'header') yield read;
    }
    await pause();
  }
  return bytes < end;
};
