/**
 * Writes a zip piece by piece. What is packed goes into blobs of a few megabytes, which a browser may keep on disk, so
 * that a workspace of any size needs little memory; headers are put between them at the end, when all sizes are known.
 */
import { Deflate } from 'fflate';
import { HopscopeError } from '../../domain/outcome';
import type { FileEntry } from '../../domain/workspace-file';
import { crc32 } from '../bytes';
import { createSums, hex8 } from './sums';
import { DEFLATED, directoryBytes, localHeader, STORED, type ZipEntry } from './zip-format';

/** Made anew for each pass over it. */
export type Source = () => AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Text shrinks to a third or less at any level; higher ones take twice the time for a few per cent. */
const LEVEL = 4;
const BLOB_BYTES = 4 << 20;
/** 4 GiB less a byte: further up zip needs another format, and no browser a larger download. */
const MOST_BYTES = 0xffffffff;
/** What shrinks further than this looks like a bomb to whoever opens it (`limits.ts`), so it is stored as it is. */
const MOST_SHRUNK = 200;

const asPart = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => bytes as Uint8Array<ArrayBuffer>;

interface Written extends ZipEntry {
  parts: Blob[];
  record: FileEntry;
}

/** Pieces as blobs of about `BLOB_BYTES`, with their length and checksum. */
const createPile = () => {
  const parts: Blob[] = [];
  let open: Uint8Array<ArrayBuffer>[] = [];
  let held = 0;
  let bytes = 0;
  let crc = 0;
  const close = (): void => {
    if (held > 0) parts.push(new Blob(open));
    open = [];
    held = 0;
  };
  return {
    add(piece: Uint8Array): void {
      open.push(asPart(piece));
      held += piece.length;
      bytes += piece.length;
      crc = crc32(piece, crc);
      if (held >= BLOB_BYTES) close();
    },
    finish() {
      close();
      return { parts, bytes, crc };
    },
  };
};

const pack = async (name: string, source: Source, deflate: boolean): Promise<Written> => {
  const sums = createSums();
  const pile = createPile();
  const deflater = deflate ? new Deflate({ level: LEVEL }, (packed) => pile.add(packed)) : null;
  for await (const piece of source()) {
    sums.add(piece);
    // Copied: who made the piece may use its buffer again.
    if (deflater === null) pile.add(piece.slice());
    else deflater.push(piece);
  }
  deflater?.push(new Uint8Array(), true);
  const { crc, ...content } = sums.finish();
  const packed = pile.finish();
  return {
    name,
    method: deflate ? DEFLATED : STORED,
    crc,
    packed: packed.bytes,
    size: content.bytes,
    parts: packed.parts,
    record: { name, ...content, packed: { bytes: packed.bytes, crc32: hex8(packed.crc), deflated: deflate } },
  };
};

export interface ZipWriter {
  /** `deflate` false for what does not shrink, such as floats. */
  add(name: string, source: Source, options: { deflate: boolean }): Promise<FileEntry>;
  /** The whole file, `first` in front of what was added and `last` behind it, both stored as they are. */
  finish(first: { name: string; bytes: Uint8Array }, last: { name: string; bytes: Uint8Array }): Blob;
}

/** `add` throws `bad-input` when the file would be larger than a zip may be. */
export const createZipWriter = (): ZipWriter => {
  const written: Written[] = [];
  const check = (bytes: number): void => {
    if (bytes <= MOST_BYTES) return;
    throw new HopscopeError(
      'bad-input',
      'This workspace is larger than one file may be (4 GB): delete runs or documents that are not needed, then export again.',
    );
  };
  return {
    async add(name, source, { deflate }) {
      let entry = await pack(name, source, deflate);
      if (deflate && entry.size > MOST_SHRUNK * entry.packed) entry = await pack(name, source, false);
      check(entry.size);
      check(written.reduce((sum, { packed }) => sum + packed, entry.packed));
      written.push(entry);
      return entry.record;
    },
    finish(first, last) {
      const plain = ({ name, bytes }: { name: string; bytes: Uint8Array }) => ({
        name,
        method: STORED,
        crc: crc32(bytes),
        packed: bytes.length,
        size: bytes.length,
        parts: [new Blob([asPart(bytes)])],
      });
      const parts: BlobPart[] = [];
      let at = 0;
      const listed = [plain(first), ...written, plain(last)].map((entry) => {
        const header = localHeader(entry);
        parts.push(asPart(header), ...entry.parts);
        const begun = at;
        at += header.length + entry.packed;
        return { ...entry, at: begun };
      });
      const directory = directoryBytes(listed, at);
      check(at + directory.length);
      return new Blob([...parts, asPart(directory)], { type: 'application/zip' });
    },
  };
};
