/** Whole files with size and checksum kept beside their name, so that a damaged one is named, never half read. */
import { HopscopeError } from '../domain/outcome';
import { crc32, fromUtf8, utf8 } from './bytes';
import { type Files, writeFile } from './files';

/** What the metadata keeps of a file. */
export interface StoredFile {
  /** Name inside the workspace's directory. */
  name: string;
  bytes: number;
  checksum: number;
}

const BLOCK_BYTES = 1 << 20;

/** Gathers small pieces into blocks of about a megabyte: one write a piece would cost more than the data. */
const inBlocks = async function* (
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let gathered: Uint8Array[] = [];
  let size = 0;
  const flush = (): Uint8Array => {
    const block = new Uint8Array(size);
    let at = 0;
    for (const piece of gathered) {
      block.set(piece, at);
      at += piece.length;
    }
    gathered = [];
    size = 0;
    return block;
  };
  for await (const piece of pieces) {
    gathered.push(piece);
    size += piece.length;
    if (size >= BLOCK_BYTES) yield flush();
  }
  if (size > 0) yield flush();
};

export const writeBlob = async (
  files: Files,
  directory: string,
  name: string,
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<StoredFile> => {
  let bytes = 0;
  let checksum = 0;
  const counted = async function* () {
    for await (const block of inBlocks(pieces)) {
      bytes += block.length;
      checksum = crc32(block, checksum);
      yield block;
    }
  };
  await writeFile(files, `${directory}/${name}`, counted());
  return { name, bytes, checksum };
};

/** Null when the file is gone (a newer one has replaced it: read the metadata again). */
export const readBlob = async (
  files: Files,
  directory: string,
  stored: StoredFile,
): Promise<Uint8Array | null> => {
  const bytes = await files.read(`${directory}/${stored.name}`);
  if (bytes === null) return null;
  if (bytes.length !== stored.bytes || crc32(bytes) !== stored.checksum) {
    throw new HopscopeError(
      'damaged',
      'A stored file of this workspace is damaged: import the documents or questions again.',
      { detail: `${directory}/${stored.name}: ${bytes.length} bytes of ${stored.bytes}` },
    );
  }
  return bytes;
};

/** One JSON value a line. */
export const jsonLines = function* (values: Iterable<unknown>): Generator<Uint8Array> {
  for (const value of values) yield utf8(`${JSON.stringify(value)}\n`);
};

/**
 * The lines of a file, about `size` bytes at a time: one by one costs too much, and one string of all of them could be
 * longer than a string may be.
 */
export function* lineBlocks(bytes: Uint8Array, size: number): Generator<string[]> {
  let start = 0;
  while (start < bytes.length) {
    const wanted = Math.min(bytes.length, start + size) - 1;
    // A newline byte is never part of another character in UTF-8, so a block may end there.
    const end = bytes.indexOf(10, wanted);
    const stop = end < 0 ? bytes.length : end;
    yield fromUtf8(bytes.subarray(start, stop))
      .split('\n')
      .filter((line) => line !== '');
    start = stop + 1;
  }
}

/** Calls `use` with each line's value. */
export const eachLine = (bytes: Uint8Array, use: (value: unknown) => void): void => {
  for (const lines of lineBlocks(bytes, BLOCK_BYTES)) for (const line of lines) use(JSON.parse(line));
};
