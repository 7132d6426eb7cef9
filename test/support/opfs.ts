/** Folders of the browser's private file system in memory, as far as models are kept in them. */
interface Folder {
  kind: 'directory';
  name: string;
  getDirectoryHandle(name: string, options?: { create?: boolean }): Promise<Folder>;
  getFileHandle(name: string, options?: { create?: boolean }): Promise<FileHandle>;
  removeEntry(name: string, options?: { recursive?: boolean }): Promise<void>;
  values(): AsyncIterableIterator<Folder | FileHandle>;
}

interface FileHandle {
  kind: 'file';
  name: string;
  getFile(): Promise<Blob>;
  createWritable(): Promise<{ write(blob: Blob): Promise<void>; close(): Promise<void> }>;
}

const missing = (name: string): DOMException => new DOMException(`no ${name}`, 'NotFoundError');

const fileNamed = (name: string): FileHandle => {
  let content = new Blob([]);
  return {
    kind: 'file',
    name,
    getFile: async () => content,
    createWritable: async () => ({
      write: async (blob) => {
        content = blob;
      },
      close: async () => {},
    }),
  };
};

export const memoryFolder = (name = ''): Folder => {
  const entries = new Map<string, Folder | FileHandle>();
  return {
    kind: 'directory',
    name,
    async getDirectoryHandle(child, { create = false } = {}) {
      const found = entries.get(child);
      if (found?.kind === 'directory') return found;
      if (!create) throw missing(child);
      const made = memoryFolder(child);
      entries.set(child, made);
      return made;
    },
    async getFileHandle(child, { create = false } = {}) {
      const found = entries.get(child);
      if (found?.kind === 'file') return found;
      if (!create) throw missing(child);
      const made = fileNamed(child);
      entries.set(child, made);
      return made;
    },
    async removeEntry(child) {
      if (!entries.delete(child)) throw missing(child);
    },
    async *values() {
      yield* [...entries.values()];
    },
  };
};
