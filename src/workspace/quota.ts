/** A full disk: foreseen where possible, said in one sentence where not (design 08). */
import { HopscopeError } from '../domain/outcome';
import type { WorkspaceStore } from '../domain/store';
import type { Files } from './files';
import type { Metadata } from './metadata';

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1e6).toLocaleString('en')} MB`;

/** Bytes on disk for a corpus with vectors: text, 4 bytes a number, 200 a passage (design 09). */
export const estimateCorpusBytes = (textBytes: number, passages: number, dimension: number | null): number =>
  textBytes + passages * (200 + (dimension === null ? 0 : 4 * dimension));

/** A sentence when `bytes` more will not fit into what the browser grants; null when they fit or nobody knows. */
export const warnOfRoom = (
  usage: Awaited<ReturnType<WorkspaceStore['usage']>>,
  bytes: number,
): string | null => {
  if (usage.quota === null) return null;
  const free = Math.max(0, usage.quota - usage.bytes);
  return bytes <= free
    ? null
    : `This needs about ${megabytes(bytes)}, and the browser grants ${megabytes(free)} more: free disk space or remove a workspace first.`;
};

export const outOfRoom = (detail: string, cause?: unknown): HopscopeError =>
  new HopscopeError(
    'quota',
    'The disk, or the room that the browser grants this site, is full. Everything so far is kept: free some room or remove a workspace, then resume.',
    { detail, retryable: true, cause },
  );

const guarded = async <T>(detail: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (thrown) {
    // By name: DOMException and the newer QuotaExceededError class share nothing else.
    const name = typeof thrown === 'object' && thrown !== null && 'name' in thrown ? thrown.name : '';
    throw name === 'QuotaExceededError' ? outOfRoom(detail, thrown) : thrown;
  }
};

/** The same files, with a full disk said as `quota`. */
export const guardFiles = (files: Files): Files => ({
  ...files,
  append: (path, bytes) => guarded(path, () => files.append(path, bytes)),
  truncate: (path, size) => guarded(path, () => files.truncate(path, size)),
  async create(path) {
    const writer = await guarded(path, () => files.create(path));
    return {
      write: (bytes) => guarded(path, () => writer.write(bytes)),
      close: () => guarded(path, () => writer.close()),
      abort: () => writer.abort(),
    };
  },
});

export const guardMetadata = (metadata: Metadata): Metadata => ({
  get: (table, key) => metadata.get(table, key),
  entries: (table, prefix) => metadata.entries(table, prefix),
  update: (table, key, change) => guarded(`${table}/${key}`, () => metadata.update(table, key, change)),
});
