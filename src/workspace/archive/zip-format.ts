/**
 * The bytes of a zip around its entries (APPNOTE.TXT 6.3, the part that every tool reads): a local header before each
 * entry, the central directory, its end. Written with the sizes in front and nothing optional, so that an entry can be
 * found from either side and any changed byte of a header shows.
 */
import { fromUtf8, utf8 } from '../bytes';

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
export const LOCAL_BYTES = 30;
const CENTRAL_BYTES = 46;
export const END_BYTES = 22;

/** Names are UTF-8. */
const FLAGS = 0x0800;
const ENCRYPTED = 0x0001;
const VERSION = 20;
/** 1 January 1980: when a file was made is in the manifest, so that equal contents are equal bytes. */
const DATE = 0x21;

export const STORED = 0;
export const DEFLATED = 8;

export interface ZipEntry {
  name: string;
  method: number;
  /** CRC-32 of the content. */
  crc: number;
  /** Bytes in the zip. */
  packed: number;
  /** Bytes of the content. */
  size: number;
}

/** An entry of the directory; `at`: where its local header begins. */
export interface ListedEntry extends ZipEntry {
  at: number;
  encrypted: boolean;
}

const common = (view: DataView, at: number, { method, crc, packed, size }: ZipEntry, name: number): void => {
  view.setUint16(at, VERSION, true);
  view.setUint16(at + 2, FLAGS, true);
  view.setUint16(at + 4, method, true);
  view.setUint16(at + 8, DATE, true);
  view.setUint32(at + 10, crc, true);
  view.setUint32(at + 14, packed, true);
  view.setUint32(at + 18, size, true);
  view.setUint16(at + 22, name, true);
};

export const localHeader = (entry: ZipEntry): Uint8Array => {
  const name = utf8(entry.name);
  const bytes = new Uint8Array(LOCAL_BYTES + name.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, LOCAL, true);
  common(view, 4, entry, name.length);
  bytes.set(name, LOCAL_BYTES);
  return bytes;
};

const centralHeader = (entry: ZipEntry & { at: number }): Uint8Array => {
  const name = utf8(entry.name);
  const bytes = new Uint8Array(CENTRAL_BYTES + name.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, CENTRAL, true);
  view.setUint16(4, VERSION, true);
  common(view, 6, entry, name.length);
  view.setUint32(42, entry.at, true);
  bytes.set(name, CENTRAL_BYTES);
  return bytes;
};

/** Directory and end record of entries whose local headers begin at `at`; the directory itself begins at `start`. */
export const directoryBytes = (
  entries: readonly (ZipEntry & { at: number })[],
  start: number,
): Uint8Array => {
  const headers = entries.map(centralHeader);
  const size = headers.reduce((sum, header) => sum + header.length, 0);
  const bytes = new Uint8Array(size + END_BYTES);
  let at = 0;
  for (const header of headers) {
    bytes.set(header, at);
    at += header.length;
  }
  const view = new DataView(bytes.buffer);
  view.setUint32(at, END, true);
  view.setUint16(at + 8, entries.length, true);
  view.setUint16(at + 10, entries.length, true);
  view.setUint32(at + 12, size, true);
  view.setUint32(at + 16, start, true);
  return bytes;
};

const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const entryAt = (
  bytes: Uint8Array,
  fields: number,
  nameAt: number,
): (ZipEntry & { encrypted: boolean; name: string; after: number }) | null => {
  const view = viewOf(bytes);
  const length = view.getUint16(fields + 22, true);
  if (nameAt + length > bytes.length) return null;
  return {
    name: fromUtf8(bytes.subarray(nameAt, nameAt + length)),
    method: view.getUint16(fields + 4, true),
    crc: view.getUint32(fields + 10, true),
    packed: view.getUint32(fields + 14, true),
    size: view.getUint32(fields + 18, true),
    encrypted: (view.getUint16(fields + 2, true) & ENCRYPTED) !== 0,
    after: nameAt + length + view.getUint16(fields + 24, true),
  };
};

/** The local header at the start of `bytes`, and its length with name and extra field; null: there is none. */
export const readLocal = (
  bytes: Uint8Array,
): (ZipEntry & { encrypted: boolean; headerBytes: number }) | null => {
  if (bytes.length < LOCAL_BYTES || viewOf(bytes).getUint32(0, true) !== LOCAL) return null;
  const read = entryAt(bytes, 4, LOCAL_BYTES);
  if (read === null) return null;
  const { after, ...entry } = read;
  return { ...entry, headerBytes: after };
};

/** Where the directory lies, from an end record at the start of `bytes`; null: there is none. */
export const readEnd = (bytes: Uint8Array): { entries: number; size: number; start: number } | null => {
  if (bytes.length < END_BYTES) return null;
  const view = viewOf(bytes);
  if (view.getUint32(0, true) !== END) return null;
  return {
    entries: view.getUint16(10, true),
    size: view.getUint32(12, true),
    start: view.getUint32(16, true),
  };
};

/** Null: these are not the headers of so many entries. */
export const readCentral = (bytes: Uint8Array, count: number): ListedEntry[] | null => {
  const entries: ListedEntry[] = [];
  let at = 0;
  for (let i = 0; i < count; i++) {
    if (at + CENTRAL_BYTES > bytes.length || viewOf(bytes).getUint32(at, true) !== CENTRAL) return null;
    const read = entryAt(bytes, at + 6, at + CENTRAL_BYTES);
    if (read === null) return null;
    const { after, ...entry } = read;
    entries.push({ ...entry, at: viewOf(bytes).getUint32(at + 42, true) });
    at = after + viewOf(bytes).getUint16(at + 32, true);
  }
  return at === bytes.length ? entries : null;
};
