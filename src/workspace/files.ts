/**
 * The file system the store needs, small enough to have two implementations: OPFS and memory.
 * Paths are `/`-separated and relative to the root; directories are made as needed.
 * Nothing here replaces a file that is in use: the store writes a file under a new name and then switches to it
 * in the metadata, whose transactions are atomic. So no rename is needed, which browsers disagree about.
 */
export interface FileWriter {
  write(bytes: Uint8Array): Promise<void>;
  /** Durable when it resolves. */
  close(): Promise<void>;
  /** Gives up and removes what was written. */
  abort(): Promise<void>;
}

/** Methods throw `HopscopeError`: `quota` when there is no room, `busy` when another realm holds the file. */
export interface Files {
  /** Bytes from `start` to `end` (absent: to the end of the file); null when there is no such file. */
  read(path: string, start?: number, end?: number): Promise<Uint8Array | null>;
  /** Null when there is no such file. */
  size(path: string): Promise<number | null>;
  /** A new, empty file (an existing one of this name is replaced). */
  create(path: string): Promise<FileWriter>;
  /** Adds to the end, making the file if needed: whole when it resolves, not at all when it throws. */
  append(path: string, bytes: Uint8Array): Promise<void>;
  truncate(path: string, size: number): Promise<void>;
  /** Names directly below a directory; empty when there is none. */
  list(directory: string): Promise<string[]>;
  /** A file, or a directory with all it holds; absent is fine. */
  remove(path: string): Promise<void>;
  /** Bytes of all files below the root, and the room the browser grants (null: not known). */
  usage(): Promise<{ bytes: number; quota: number | null; persisted: boolean | null }>;
}

/** Writes one whole file; what was begun is removed when it fails. */
export const writeFile = async (
  files: Files,
  path: string,
  blocks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<void> => {
  const writer = await files.create(path);
  try {
    for await (const block of blocks) await writer.write(block);
    await writer.close();
  } catch (error) {
    await writer.abort();
    throw error;
  }
};

/** A whole file a piece at a time, or its part before `end`; nothing when there is no such file. */
export const readPieces = async function* (
  files: Files,
  path: string,
  { end, piece = 1 << 20 }: { end?: number; piece?: number } = {},
): AsyncGenerator<Uint8Array> {
  const stop = end ?? (await files.size(path)) ?? 0;
  for (let at = 0; at < stop; ) {
    const bytes = await files.read(path, at, Math.min(stop, at + piece));
    if (bytes === null || bytes.length === 0) return;
    yield bytes;
    at += bytes.length;
  }
};
