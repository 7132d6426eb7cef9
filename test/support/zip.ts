/** ZIP files written byte by byte, so that they may lie: any name, any size, any flag. */
import { deflateRawSync } from 'node:zlib';

export interface ZippedFile {
  name: string;
  content: string | Uint8Array;
  encrypted?: boolean;
  /** Size that the directory claims. */
  claims?: number;
  link?: boolean;
}

/** Node 20.19 has none of its own. */
const crc32 = (bytes: Uint8Array): number => {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ -1) >>> 0;
};

const little = (bytes: number, value: number): Buffer => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntLE(value, 0, bytes);
  return buffer;
};

export const makeZip = (files: readonly ZippedFile[]): Uint8Array<ArrayBuffer> => {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, encrypted = false, claims, link = false } of files) {
    const raw = Buffer.from(content as string);
    const packed = deflateRawSync(raw);
    const title = Buffer.from(name);
    const common = Buffer.concat([
      little(2, 20),
      little(2, 0x800 | (encrypted ? 1 : 0)),
      little(2, 8),
      little(4, 0x58210000),
      little(4, crc32(raw)),
      little(4, packed.length),
      little(4, claims ?? raw.length),
      little(2, title.length),
      little(2, 0),
    ]);
    const local = Buffer.concat([little(4, 0x04034b50), common, title, packed]);
    directory.push(
      little(4, 0x02014b50),
      little(2, 0x0314),
      common,
      little(2, 0),
      little(2, 0),
      little(2, 0),
      little(4, link ? (0o120777 << 16) >>> 0 : (0o100644 << 16) >>> 0),
      little(4, offset),
      title,
    );
    parts.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  return Uint8Array.from(
    Buffer.concat([
      ...parts,
      central,
      little(4, 0x06054b50),
      little(4, 0),
      little(2, files.length),
      little(2, files.length),
      little(4, central.length),
      little(4, offset),
      little(2, 0),
    ]),
  );
};
