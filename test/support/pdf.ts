/** Small PDF files, written byte by byte: placed lines of text in Helvetica, pages without text, encryption. */
import { createHash } from 'node:crypto';

export interface PlacedText {
  x: number;
  /** Baseline, from the top of the page. */
  y: number;
  text: string;
  size?: number;
}

export interface PdfOptions {
  title?: string;
  /** Encrypts with this user password (standard handler, RC4, 40 bit). */
  password?: string;
}

const WIDTH = 595;
const HEIGHT = 842;

const rc4 = (key: Uint8Array, data: Uint8Array): Uint8Array => {
  const box = Uint8Array.from({ length: 256 }, (_, i) => i);
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + (box[i] ?? 0) + (key[i % key.length] ?? 0)) & 255;
    [box[i], box[j]] = [box[j] ?? 0, box[i] ?? 0];
  }
  let i = 0;
  let j = 0;
  return data.map((byte) => {
    i = (i + 1) & 255;
    j = (j + (box[i] ?? 0)) & 255;
    [box[i], box[j]] = [box[j] ?? 0, box[i] ?? 0];
    return byte ^ (box[((box[i] ?? 0) + (box[j] ?? 0)) & 255] ?? 0);
  });
};

const md5 = (...parts: Uint8Array[]): Uint8Array => {
  const hash = createHash('md5');
  for (const part of parts) hash.update(part);
  return new Uint8Array(hash.digest());
};

const latin1 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(text, (sign) => sign.charCodeAt(0));
const hex = (bytes: Uint8Array): string => `<${Buffer.from(bytes).toString('hex')}>`;

const PADDING = Uint8Array.from(
  '28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a'.match(/../g) ?? [],
  (pair) => Number.parseInt(pair, 16),
);
const ID = latin1('hopscope-test-id');

/** Algorithms 2 to 4 of the PDF specification, revision 2; no rights are withheld. */
const encryptionOf = (password: string): { key: Uint8Array; dictionary: string } => {
  const padded = new Uint8Array([...latin1(password), ...PADDING]).subarray(0, 32);
  const owner = rc4(md5(padded).subarray(0, 5), padded);
  const key = md5(padded, owner, Uint8Array.from([0xff, 0xff, 0xff, 0xff]), ID).subarray(0, 5);
  const user = rc4(key, PADDING);
  return { key, dictionary: `<< /Filter /Standard /V 1 /R 2 /O ${hex(owner)} /U ${hex(user)} /P -1 >>` };
};

const escaped = (text: string): string => text.replace(/[\\()]/g, '\\$&');

/** One entry a page; an empty list is a page with a drawn square and no text. */
export const makePdf = (
  pages: readonly (readonly PlacedText[])[],
  options: PdfOptions = {},
): Uint8Array<ArrayBuffer> => {
  const encryption = options.password === undefined ? null : encryptionOf(options.password);
  const kids = pages.map((_, index) => `${4 + 2 * index} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ];
  for (const [index, page] of pages.entries()) {
    const content =
      page.length === 0
        ? '100 100 200 200 re f'
        : page
            .map(
              ({ x, y, text, size = 10 }) =>
                `BT /F ${size} Tf 1 0 0 1 ${x} ${HEIGHT - y} Tm (${escaped(text)}) Tj ET`,
            )
            .join('\n');
    const number = 5 + 2 * index;
    const bytes = latin1(content);
    const stream =
      encryption === null
        ? bytes
        : rc4(md5(encryption.key, Uint8Array.from([number, 0, 0, 0, 0])).subarray(0, 10), bytes);
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${WIDTH} ${HEIGHT}] /Resources << /Font << /F 3 0 R >> >> /Contents ${number} 0 R >>`,
      `<< /Length ${stream.length} >>\nstream\n${Buffer.from(stream).toString('latin1')}\nendstream`,
    );
  }
  const extra: string[] = [];
  if (options.title !== undefined) {
    objects.push(`<< /Title (${escaped(options.title)}) >>`);
    extra.push(`/Info ${objects.length} 0 R`);
  }
  if (encryption !== null) {
    objects.push(encryption.dictionary);
    extra.push(`/Encrypt ${objects.length} 0 R /ID [${hex(ID)} ${hex(ID)}]`);
  }
  let out = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = out.length;
    out += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  return latin1(
    `${out}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${extra.join(' ')} >>\nstartxref\n${out.length}\n%%EOF\n`,
  );
};

/** Lines under each other. */
export const linesAt = (x: number, y: number, lines: readonly string[], size = 10): PlacedText[] =>
  lines.map((text, index) => ({ x, y: y + 12 * index, text, size }));
