/** Bytes of a file → text in pieces, in one pass, whatever its encoding. */
import type { Job } from '../../seam/jobs';
import { countInvalid, declaredEncoding, type Encoding } from './encoding';

export interface DecodeReport {
  encoding: Encoding;
  /** Byte sequences that were no valid UTF-8 and became U+FFFD. */
  replaced: number;
  /** NUL characters that were removed. */
  nul: number;
}

export interface DecodeOptions {
  job: Pick<Job, 'pausePoint'>;
  /** Bytes of the piece just read. */
  onBytes: (count: number) => void;
  report: DecodeReport;
}

export const emptyReport = (): DecodeReport => ({ encoding: 'utf-8', replaced: 0, nul: 0 });

/** Length of the prefix that ends on a whole UTF-8 sequence. */
const wholeLength = (bytes: Uint8Array): number => {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
};

const concat = (a: Uint8Array, b: Uint8Array): Uint8Array => {
  if (a.length === 0) return b;
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
};

/**
 * A decoder that starts as UTF-8. A file is taken for windows-1252 at its first invalid byte if nothing before it
 * was a valid multi-byte sequence: up to there both encodings read alike, so no second pass is needed.
 */
const createDecoder = (
  head: Uint8Array,
  report: DecodeReport,
): ((bytes: Uint8Array, last: boolean) => string) => {
  const declared = declaredEncoding(head);
  report.encoding = declared?.encoding ?? 'utf-8';
  let skip = declared?.bom ?? 0;
  let tail: Uint8Array = new Uint8Array(0);
  let sequences = 0;
  let other: TextDecoder | null =
    report.encoding === 'utf-8' ? null : new TextDecoder(report.encoding, { ignoreBOM: true });
  const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const lax = new TextDecoder('utf-8', { ignoreBOM: true });

  return (incoming, last) => {
    const dropped = Math.min(skip, incoming.length);
    skip -= dropped;
    const piece = incoming.subarray(dropped);
    if (other !== null) return other.decode(piece, { stream: !last });
    const bytes = concat(tail, piece);
    const whole = last ? bytes.length : wholeLength(bytes);
    const ready = bytes.subarray(0, whole);
    tail = bytes.slice(whole);
    try {
      const text = strict.decode(ready);
      // Only whether any sequence was seen matters, and only until one was.
      if (sequences === 0 && text.length !== ready.length) sequences = 1;
      return text;
    } catch {
      const { valid, invalid } = countInvalid(ready);
      if (sequences === 0 && invalid > valid) {
        report.encoding = 'windows-1252';
        other = new TextDecoder('windows-1252');
        const rest = concat(ready, tail);
        tail = new Uint8Array(0);
        return other.decode(rest, { stream: !last });
      }
      sequences += valid;
      const text = lax.decode(ready);
      report.replaced += text.split('\ufffd').length - 1;
      return text;
    }
  };
};

/** Pieces of text, NUL removed. Throws `cancelled` through the job; reading errors pass through. */
export async function* decodeStream(
  file: Blob,
  head: Uint8Array,
  options: DecodeOptions,
): AsyncGenerator<string> {
  const { job, onBytes, report } = options;
  const decode = createDecoder(head, report);
  const clean = (text: string): string => {
    if (!text.includes('\0')) return text;
    const parts = text.split('\0');
    report.nul += parts.length - 1;
    return parts.join('');
  };
  const reader = file.stream().getReader();
  try {
    for (;;) {
      await job.pausePoint();
      const { done, value } = await reader.read();
      if (done) break;
      const text = clean(decode(value, false));
      if (text !== '') yield text;
      onBytes(value.length);
    }
    const rest = clean(decode(new Uint8Array(0), true));
    if (rest !== '') yield rest;
  } finally {
    // A reader that stops early (cancel, a broken file) must not leave the stream open.
    await reader.cancel().catch(() => undefined);
  }
}

/** The head of a file as text; an incomplete sequence at its end is left out. */
export const decodeHead = (head: Uint8Array): string => {
  const decode = createDecoder(head, emptyReport());
  return decode(head, false).replaceAll('\0', '');
};
