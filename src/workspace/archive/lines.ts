/** JSON lines out of pieces of bytes, and into them; a line is decoded only when its last byte is there. */
import { HopscopeError } from '../../domain/outcome';
import { jsonLines } from '../blobs';

const NEWLINE = 10;

const joined = (parts: readonly Uint8Array[]): Uint8Array => {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
};

/**
 * The whole lines of each piece, without their newlines; what stands behind the last newline is no line. Throws `bad-input`
 * for a line of more than `most` bytes.
 */
export const byteLines = async function* (
  pieces: AsyncIterable<Uint8Array>,
  most = Number.POSITIVE_INFINITY,
): AsyncGenerator<Uint8Array[]> {
  let open: Uint8Array[] = [];
  let held = 0;
  for await (const piece of pieces) {
    const lines: Uint8Array[] = [];
    let from = 0;
    for (let at = piece.indexOf(NEWLINE); at >= 0; at = piece.indexOf(NEWLINE, from)) {
      lines.push(held === 0 ? piece.subarray(from, at) : joined([...open, piece.subarray(from, at)]));
      open = [];
      held = 0;
      from = at + 1;
    }
    if (from < piece.length) {
      // Copied: the rest may be all that is kept of a large piece.
      open.push(piece.slice(from));
      held += piece.length - from;
    }
    if (held > most)
      throw new HopscopeError('bad-input', 'A record of this file is larger than any document may be.', {
        detail: `more than ${most} bytes without a newline`,
      });
    if (lines.length > 0) yield lines;
  }
};

/** Of many small things, gathered: a piece for each would cost more than what is in it. */
const GATHER_BYTES = 1 << 18;

export const toLines = async function* (
  values: Iterable<unknown> | AsyncIterable<unknown>,
): AsyncGenerator<Uint8Array> {
  let parts: Uint8Array[] = [];
  let held = 0;
  for await (const value of values) {
    for (const line of jsonLines([value])) {
      parts.push(line);
      held += line.length;
    }
    if (held < GATHER_BYTES) continue;
    yield joined(parts);
    parts = [];
    held = 0;
  }
  if (held > 0) yield joined(parts);
};
