import { HopscopeError } from '../../domain/outcome';
import type { Postings } from './postings';

/**
 * Postings as bytes: gaps between rows and term frequencies as variable-length integers (7 bits a byte, least
 * significant first). A frequency of 1, two thirds of all, costs nothing: it is the low bit of the gap.
 */
const MAGIC = 0x42_4d_32_31;

/** @returns little-endian: magic, rows, terms, bytes of terms; lengths; terms, each ended by a newline; postings. */
export function encodePostings({
  lengths,
  vocabulary,
  offsets,
  rows,
  tf,
}: Postings): Uint8Array<ArrayBuffer> {
  // No token holds a newline: it is neither a letter nor a number nor a mark.
  const terms = new TextEncoder().encode([...vocabulary.keys()].map((term) => `${term}\n`).join(''));
  const out = new ByteWriter(terms.length + rows.length * 3 + lengths.length * 2 + 64);
  for (const value of [MAGIC, lengths.length, vocabulary.size, terms.length]) out.number(value);
  for (const length of lengths) out.number(length);
  out.bytes(terms);
  for (let t = 0; t < vocabulary.size; t++) {
    const begin = offsets[t] as number;
    const end = offsets[t + 1] as number;
    out.number(end - begin);
    let previous = -1;
    for (let p = begin; p < end; p++) {
      const row = rows[p] as number;
      const frequency = tf[p] as number;
      // Not a shift: a gap can have 32 bits.
      out.number((row - previous) * 2 + (frequency === 1 ? 0 : 1));
      if (frequency !== 1) out.number(frequency);
      previous = row;
    }
  }
  return out.finish();
}

/** @throws HopscopeError `damaged` when the bytes are not postings */
export function decodePostings(bytes: Uint8Array): Postings {
  const input = new ByteReader(bytes);
  if (input.number() !== MAGIC) throw damaged();
  const [rowCount, termCount, termBytes] = [input.number(), input.number(), input.number()];
  const lengths = Uint32Array.from({ length: rowCount }, () => input.number());
  const vocabulary = new Map<string, number>();
  for (const term of new TextDecoder().decode(input.bytes(termBytes)).split('\n')) {
    if (vocabulary.size < termCount) vocabulary.set(term, vocabulary.size);
  }
  if (vocabulary.size !== termCount) throw damaged();
  const offsets = new Uint32Array(termCount + 1);
  // A posting takes at least one byte, so the rest of the input bounds their number.
  const rows = new Uint32Array(input.left);
  const tf = new Uint32Array(input.left);
  let at = 0;
  for (let t = 0; t < termCount; t++) {
    const df = input.number();
    let row = -1;
    for (let i = 0; i < df; i++, at++) {
      const code = input.number();
      const gap = Math.floor(code / 2);
      row += gap;
      // Without a gap a term would occur in row −1, or twice in one row.
      if (gap === 0 || row >= rowCount || at >= rows.length) throw damaged();
      rows[at] = row;
      tf[at] = code % 2 === 0 ? 1 : input.number();
    }
    offsets[t + 1] = at;
  }
  if (input.left !== 0) throw damaged();
  return { lengths, vocabulary, offsets, rows: rows.slice(0, at), tf: tf.slice(0, at) };
}

const damaged = (): HopscopeError =>
  new HopscopeError('damaged', 'The stored search index is damaged; it is built again from the documents.', {
    retryable: true,
  });

class ByteWriter {
  #bytes: Uint8Array<ArrayBuffer>;
  #length = 0;

  constructor(estimate: number) {
    this.#bytes = new Uint8Array(estimate);
  }

  number(value: number): void {
    if (this.#length + 8 > this.#bytes.length) this.#grow(8);
    let rest = value;
    while (rest >= 0x80) {
      this.#bytes[this.#length++] = (rest % 0x80) + 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.#bytes[this.#length++] = rest;
  }

  bytes(values: Uint8Array): void {
    if (this.#length + values.length > this.#bytes.length) this.#grow(values.length);
    this.#bytes.set(values, this.#length);
    this.#length += values.length;
  }

  finish(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length);
  }

  #grow(more: number): void {
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + more));
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}

class ByteReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  number(): number {
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined || scale > 2 ** 49) throw damaged();
      if (byte < 0x80) return value + byte * scale;
      value += (byte - 0x80) * scale;
      scale *= 0x80;
    }
  }

  bytes(length: number): Uint8Array {
    if (length > this.left) throw damaged();
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }
}
