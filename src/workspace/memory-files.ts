/** Files in memory: for tests, and for a browser that grants no storage (what is kept ends with the page). */
import type { Files } from './files';

export interface MemoryFiles extends Files {
  /** The raw contents, so that a test can damage a file. */
  readonly contents: Map<string, Uint8Array>;
}

/** How much of a buffer is taken, so that only the last content in it grows in place. */
const taken = new WeakMap<ArrayBufferLike, number>();

/** A run's log grows by a block a question: copying all that came before each time would be quadratic. */
const appended = (before: Uint8Array, bytes: Uint8Array): Uint8Array => {
  const length = before.length + bytes.length;
  const { buffer } = before;
  if (before.byteOffset === 0 && taken.get(buffer) === before.length && length <= buffer.byteLength) {
    const grown = new Uint8Array(buffer, 0, length);
    grown.set(bytes, before.length);
    taken.set(buffer, length);
    return grown;
  }
  const room = new Uint8Array(length * 2);
  room.set(before);
  room.set(bytes, before.length);
  taken.set(room.buffer, length);
  return room.subarray(0, length);
};

export const createMemoryFiles = (): MemoryFiles => {
  const contents = new Map<string, Uint8Array>();
  const append = (path: string, bytes: Uint8Array): void => {
    contents.set(path, appended(contents.get(path) ?? new Uint8Array(), bytes));
  };
  return {
    contents,
    read: async (path, start = 0, end) => contents.get(path)?.slice(start, end) ?? null,
    size: async (path) => contents.get(path)?.length ?? null,
    async create(path) {
      contents.set(path, new Uint8Array());
      return {
        write: async (bytes) => append(path, bytes),
        close: async () => {},
        abort: async () => void contents.delete(path),
      };
    },
    append: async (path, bytes) => append(path, bytes),
    async truncate(path, size) {
      const bytes = contents.get(path);
      if (bytes !== undefined) contents.set(path, bytes.slice(0, size));
    },
    async list(directory) {
      const prefix = directory === '' ? '' : `${directory}/`;
      const names = [...contents.keys()]
        .filter((path) => path.startsWith(prefix))
        .map((path) => path.slice(prefix.length).split('/')[0] ?? '');
      return [...new Set(names)];
    },
    async remove(path) {
      for (const key of [...contents.keys()]) {
        if (key === path || key.startsWith(`${path}/`)) contents.delete(key);
      }
    },
    async usage() {
      const bytes = [...contents.values()].reduce((sum, content) => sum + content.length, 0);
      return { bytes, quota: null, persisted: null };
    },
  };
};
