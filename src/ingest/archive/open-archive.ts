/** A ZIP file opened by its directory; entries are unpacked one by one, none further than a limit. */
import { BlobReader, type Entry, ZipReader } from '@zip.js/zip.js/lib/zip-core-native.js';
import { BadRecord } from '../types';
import type { ArchiveEntry } from './entry';
import { badName, isJunk, pathOf } from './names';

export interface Archive {
  /** Files, without folders and what systems leave behind. */
  entries: readonly ArchiveEntry[];
  /** Throws `BadRecord`: damaged, or longer than `limit` bytes. */
  unpack(index: number, limit: number): Promise<Blob>;
}

export const MOST_ENTRIES = 10_000;
/** Text is packed to a twentieth, rarely to a hundredth; bombs to a thousandth. Small files may be packed as they like. */
const MOST_RATIO = 200;
const RATIO_FROM = 4 * 1024 * 1024;

const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024).toLocaleString('en')} MB`;

const refusalOf = (entry: Entry, path: string): string | null => {
  if (entry.symlink) return 'it is a link to another file';
  if (entry.encrypted) return 'it is encrypted: unpack the archive with its password first';
  if (entry.uncompressedSize > RATIO_FROM && entry.uncompressedSize > MOST_RATIO * entry.compressedSize)
    return `it unpacks to more than ${MOST_RATIO} times its size (${megabytes(entry.uncompressedSize)}): a zip bomb`;
  return badName(path);
};

const damaged = (error: unknown): BadRecord =>
  new BadRecord(
    `the archive is damaged (${error instanceof Error ? error.message : String(error)}): make it anew`,
  );

/** Bytes go to the sink until there are more than the limit. */
const collector = (limit: number, alive: () => void): { sink: WritableStream<Uint8Array>; blob(): Blob } => {
  const parts: Blob[] = [];
  let length = 0;
  const sink = new WritableStream<Uint8Array>({
    write(bytes) {
      length += bytes.length;
      if (length > limit)
        throw new BadRecord(
          `it unpacks to more than the ${megabytes(limit)} that are left of the limit for an archive`,
        );
      alive();
      // Blobs may leave memory; arrays may not.
      parts.push(new Blob([bytes.slice()]));
    },
  });
  return { sink, blob: () => new Blob(parts) };
};

/** `alive` is called now and then while the directory is read. Throws `BadRecord`. */
export const openArchive = async (file: Blob, alive: () => void): Promise<Archive> => {
  const reader = new ZipReader(new BlobReader(file), { useWebWorkers: false, checkSignature: true });
  const found: Entry[] = [];
  try {
    for await (const entry of reader.getEntriesGenerator({ filenameValidation: 'tolerant' })) {
      found.push(entry);
      if (found.length > MOST_ENTRIES) break;
      alive();
    }
  } catch (error) {
    throw damaged(error);
  }
  if (found.length > MOST_ENTRIES)
    throw new BadRecord(
      `the archive holds more than the limit of ${MOST_ENTRIES.toLocaleString('en')} files: split it`,
    );
  const seen = new Set<string>();
  const entries = found.flatMap((entry, index): ArchiveEntry[] => {
    const path = pathOf(entry.filename);
    if (entry.directory || isJunk(path)) return [];
    const twice = seen.has(path);
    seen.add(path);
    const refused = twice ? 'the archive holds another file of this name' : refusalOf(entry, path);
    return [{ index, path, size: entry.uncompressedSize, packed: entry.compressedSize, refused }];
  });
  return {
    entries,
    async unpack(index, limit) {
      const entry = found[index];
      if (entry === undefined || entry.directory) throw new BadRecord('the archive holds no such file');
      // What the directory says may be a lie: bytes are counted as they come.
      const { sink, blob } = collector(Math.min(limit, entry.uncompressedSize), alive);
      try {
        await entry.getData(sink, { useWebWorkers: false, checkOverlappingEntry: true });
      } catch (error) {
        throw error instanceof BadRecord
          ? error
          : new BadRecord(
              `it cannot be unpacked (${error instanceof Error ? error.message : String(error)}): the archive is damaged`,
            );
      }
      return blob();
    },
  };
};
