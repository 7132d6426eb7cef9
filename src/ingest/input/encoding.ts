/** What the first bytes of a file say: which encoding, or that it is no text at all. */

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

const SIGNATURES: [bytes: number[], name: string][] = [
  [[0x25, 0x50, 0x44, 0x46], 'a PDF file'],
  [[0x50, 0x4b, 0x03, 0x04], 'a ZIP archive (or an Office file)'],
  [[0x89, 0x50, 0x4e, 0x47], 'a PNG image'],
  [[0xff, 0xd8, 0xff], 'a JPEG image'],
  [[0x47, 0x49, 0x46, 0x38], 'a GIF image'],
  [[0x1f, 0x8b], 'a gzip archive'],
  [[0x42, 0x5a, 0x68], 'a bzip2 archive'],
  [[0xfd, 0x37, 0x7a, 0x58, 0x5a], 'an xz archive'],
  [[0x37, 0x7a, 0xbc, 0xaf], 'a 7-Zip archive'],
  [[0x7f, 0x45, 0x4c, 0x46], 'a program'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'an old Office file'],
  [[0x50, 0x41, 0x52, 0x31], 'a Parquet file'],
  [[0x53, 0x51, 0x4c, 0x69, 0x74, 0x65], 'an SQLite database'],
];

/** Formats that a parser reads. */
export type Container = 'pdf' | 'docx' | 'zip';

/** Programs put a line or two in front of a PDF. */
const PDF_WITHIN = 1024;

/** By content alone. Null: text, or nothing that can be read. */
export const containerOf = (head: Uint8Array, extension: string): Container | null => {
  if (isZip(head)) return /^word\//.test(officeName(head)) || /^do[ct][xm]$/.test(extension) ? 'docx' : 'zip';
  if (startsWith(head, [0x25, 0x50, 0x44, 0x46, 0x2d])) return 'pdf';
  if (extension !== 'pdf') return null;
  return new TextDecoder('latin1').decode(head.subarray(0, PDF_WITHIN)).includes('%PDF-') ? 'pdf' : null;
};

const isZip = (head: Uint8Array): boolean =>
  startsWith(head, [0x50, 0x4b, 0x03, 0x04]) || startsWith(head, [0x50, 0x4b, 0x05, 0x06]);

/** How Office and EPUB files begin, the name of their first part. */
const FIRST_PART = /^(?:\[Content_Types\]\.xml|_rels\/|docProps\/|customXml\/|word\/|xl\/|ppt\/|mimetype)/;

/** `word/`, `xl/`, `ppt/` or the type that the file gives itself; '' for a plain archive. */
const officeName = (head: Uint8Array): string => {
  const text = new TextDecoder('latin1').decode(head);
  if (!FIRST_PART.test(text.slice(30, 60))) return '';
  return (
    /mimetype(application\/[\w.+-]+)/.exec(text.slice(0, 200))?.[1] ??
    /(?:word|xl|ppt)\//.exec(text)?.[0] ??
    ''
  );
};

/** What a packed file is that only looks like an archive, and what to do with it; null for an archive. */
export const packedOffice = (head: Uint8Array): string | null => {
  const name = isZip(head) ? officeName(head) : '';
  if (name === 'xl/') return 'an Excel workbook. Save its sheets as CSV first.';
  if (name === 'ppt/') return 'a PowerPoint file. Save it as PDF first.';
  if (name.includes('opendocument')) return 'a LibreOffice file. Save it as .docx or PDF first.';
  if (name.includes('epub')) return 'an EPUB book. Save it as HTML or PDF first.';
  return null;
};

const startsWith = (bytes: Uint8Array, prefix: number[]): boolean => prefix.every((b, i) => bytes[i] === b);

/** Encoding by byte order mark or, for UTF-16 without one, by where the zero bytes stand. Null: decide while reading. */
export const declaredEncoding = (head: Uint8Array): { encoding: Encoding; bom: number } | null => {
  if (startsWith(head, [0xef, 0xbb, 0xbf])) return { encoding: 'utf-8', bom: 3 };
  if (startsWith(head, [0xff, 0xfe])) return { encoding: 'utf-16le', bom: 2 };
  if (startsWith(head, [0xfe, 0xff])) return { encoding: 'utf-16be', bom: 2 };
  // A head is cut at an even number of bytes, so an odd one is the whole file.
  if (head.length < 4 || head.length % 2 === 1) return null;
  const sample = head.subarray(0, 4096);
  if (looksUtf16(sample, 1)) return { encoding: 'utf-16le', bom: 0 };
  if (looksUtf16(sample, 0)) return { encoding: 'utf-16be', bom: 0 };
  return null;
};

/** `high`: which byte of a pair would be the high one. */
const looksUtf16 = (sample: Uint8Array, high: 0 | 1): boolean => {
  const pairs = sample.length >> 1;
  const highs = new Map<number, number>();
  let lowZeros = 0;
  let control = 0;
  for (let i = 0; i + 1 < sample.length; i += 2) {
    const first = sample[i + high] ?? 0;
    const second = sample[i + 1 - high] ?? 0;
    highs.set(first, (highs.get(first) ?? 0) + 1);
    if (second === 0) lowZeros += 1;
    if (first === 0 && isControl(second)) control += 1;
  }
  if (lowZeros / pairs >= 0.05 || control / pairs > 0.01) return false;
  const zeros = highs.get(0) ?? 0;
  const [most = 0, next = 0] = [...highs.values()].sort((a, b) => b - a);
  // Latin text has a zero in nearly every second byte; other alphabets have theirs there, and zero for spaces.
  return zeros / pairs > 0.6 || (zeros / pairs > 0.05 && (most + next) / pairs > 0.9);
};

const isControl = (byte: number): boolean =>
  byte < 32 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13 && byte !== 27;

/** What a file that is no text looks like, or null for text. */
export const binaryKind = (head: Uint8Array): string | null => {
  const known = SIGNATURES.find(([prefix]) => startsWith(head, prefix));
  if (known !== undefined) return known[1];
  if (declaredEncoding(head) !== null) return null;
  const sample = head.subarray(0, 65536);
  let control = 0;
  let zeros = 0;
  for (const byte of sample) {
    if (isControl(byte)) control += 1;
    if (byte === 0) zeros += 1;
  }
  const share = control / sample.length;
  // No writer of text leaves zero bytes; a stray one in a long file is only removed.
  if (zeros / sample.length > 0.1) return 'binary data';
  if (control < 4) return null;
  return share > 0.1 || (share > 0.005 && countInvalid(sample).invalid > 4) ? 'binary data' : null;
};

/** Multi-byte sequences that are valid UTF-8, and bytes that are not; an incomplete sequence at the end is neither. */
export const countInvalid = (bytes: Uint8Array): { valid: number; invalid: number } => {
  let valid = 0;
  let invalid = 0;
  for (let i = 0; i < bytes.length; ) {
    const lead = bytes[i] ?? 0;
    if (lead < 0x80) {
      i += 1;
      continue;
    }
    const length =
      lead >= 0xc2 && lead < 0xe0 ? 2 : lead >= 0xe0 && lead < 0xf0 ? 3 : lead >= 0xf0 && lead < 0xf5 ? 4 : 0;
    let have = 1;
    while (have < length && i + have < bytes.length && ((bytes[i + have] ?? 0) & 0xc0) === 0x80) have += 1;
    if (length > 0 && have === length) {
      valid += 1;
      i += length;
    } else if (length > 0 && i + have >= bytes.length) {
      break;
    } else {
      invalid += 1;
      i += 1;
    }
  }
  return { valid, invalid };
};
