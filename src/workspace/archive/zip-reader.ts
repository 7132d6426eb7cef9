/**
 * Finds the entries of a zip: by its directory, or, when that is gone or damaged, by the local headers from the front.
 * Never reads an entry's content, and never believes a size without the bytes to go with it.
 */
import { HopscopeError } from '../../domain/outcome';
import { checkEntries, hostile, MOST_DIRECTORY_BYTES, MOST_ENTRIES } from './limits';
import {
  directoryBytes,
  END_BYTES,
  type ListedEntry,
  LOCAL_BYTES,
  localHeader,
  readCentral,
  readEnd,
  readLocal,
} from './zip-format';

/** `data`: where the packed bytes begin. */
export interface FoundEntry extends ListedEntry {
  data: number;
}

export interface FoundZip {
  entries: FoundEntry[];
  /** Some byte outside the entries' contents is not what an export writes. */
  altered: boolean;
}

/** The longest name that an export writes is far shorter; a header of another tool may carry more. */
const HEADER_WINDOW = LOCAL_BYTES + 1024;
/** A comment at the end, which exports do not write, may be this long. */
const MOST_COMMENT = 0xffff;

const bytesOf = async (file: Blob, from: number, to: number): Promise<Uint8Array> =>
  new Uint8Array(await file.slice(from, to).arrayBuffer());

const same = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i]);

const findEnd = async (
  file: Blob,
): Promise<{ at: number; end: NonNullable<ReturnType<typeof readEnd>> } | null> => {
  const from = Math.max(0, file.size - END_BYTES - MOST_COMMENT);
  const tail = await bytesOf(file, from, file.size);
  for (let at = tail.length - END_BYTES; at >= 0; at--) {
    const end = readEnd(tail.subarray(at));
    if (end !== null) return { at: from + at, end };
  }
  return null;
};

/** Null: no directory, or one that does not fit the file. */
const byDirectory = async (file: Blob): Promise<FoundZip | null> => {
  const found = await findEnd(file);
  if (found === null) return null;
  const { entries: count, size, start } = found.end;
  if (start + size !== found.at) return null;
  if (size > MOST_DIRECTORY_BYTES || count > MOST_ENTRIES)
    throw hostile('it lists more than a workspace can hold');
  const bytes = await bytesOf(file, start, found.at + END_BYTES);
  const listed = readCentral(bytes.subarray(0, size), count);
  if (listed === null) return null;
  const asWritten = found.at + END_BYTES === file.size && same(bytes, directoryBytes(listed, start));
  return locate(file, listed, start, !asWritten);
};

/** Where each entry's bytes begin, told by its local header or, when that is damaged, by the directory. */
const locate = async (
  file: Blob,
  listed: readonly ListedEntry[],
  end: number,
  alteredBefore: boolean,
): Promise<FoundZip> => {
  const entries: FoundEntry[] = [];
  let altered = alteredBefore;
  let free = 0;
  const sorted = listed.toSorted((a, b) => a.at - b.at);
  for (const [i, entry] of sorted.entries()) {
    const expected = localHeader(entry);
    const head = await bytesOf(file, entry.at, Math.min(end, entry.at + HEADER_WINDOW));
    if (!same(head.subarray(0, expected.length), expected)) altered = true;
    const next = sorted[i + 1]?.at ?? end;
    // Where the sizes add up, the header is as long as an export makes it, whatever a damaged one says.
    const fits = entry.at + expected.length + entry.packed === next;
    const local = fits ? null : readLocal(head);
    const data =
      entry.at + (local !== null && local.name === entry.name ? local.headerBytes : expected.length);
    // Entries that share bytes, or leave room between them, were not written one after the other.
    if (entry.at < free || data + entry.packed > end) throw hostile('its entries overlap');
    if (entry.at !== free) altered = true;
    free = data + entry.packed;
    entries.push({ ...entry, data });
  }
  if (free !== end) altered = true;
  return { entries, altered };
};

/** From the front, header by header: what a torn file still has. The last one may be cut. */
const byHeaders = async (file: Blob): Promise<FoundZip> => {
  const entries: FoundEntry[] = [];
  let at = 0;
  while (at + LOCAL_BYTES <= file.size && entries.length <= MOST_ENTRIES) {
    const local = readLocal(await bytesOf(file, at, at + HEADER_WINDOW));
    if (local === null) break;
    const { headerBytes, ...entry } = local;
    entries.push({ ...entry, at, data: at + headerBytes });
    at += headerBytes + entry.packed;
  }
  return { entries, altered: true };
};

/**
 * Throws `bad-input` for what is no zip, or one that is made to do harm. Headers in front and directory behind say the same:
 * where one of them is damaged, the other one counts.
 */
export const findEntries = async (file: Blob): Promise<FoundZip> => {
  let refused: unknown = null;
  for (const find of [byDirectory, byHeaders]) {
    try {
      const found = await find(file);
      if (found === null || found.entries.length === 0) continue;
      checkEntries(found.entries);
      return found;
    } catch (thrown) {
      refused ??= thrown;
    }
  }
  throw (
    refused ??
    new HopscopeError(
      'bad-input',
      file.size === 0
        ? 'This file is empty: export the workspace again.'
        : 'This is no workspace file, or its beginning is damaged beyond use: export the workspace again.',
    )
  );
};
