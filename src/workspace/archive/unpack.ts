/** The content of an entry, piece by piece. */
import { Inflate } from 'fflate';
import { DEFLATED } from './zip-format';
import type { FoundEntry } from './zip-reader';

const WINDOW = 1 << 20;
/** A slice of a deflated entry grows to a thousand times its size at most: 8 MB. */
const SLICE = 8192;
/** Of an entry that is damaged: the output of a slice in which decoding fails is lost with it. */
const FINE_SLICE = 256;

const windows = async function* (file: Blob, entry: FoundEntry): AsyncGenerator<Uint8Array> {
  const end = Math.min(entry.data + entry.packed, file.size);
  for (let at = entry.data; at < end; at += WINDOW)
    yield new Uint8Array(await file.slice(at, Math.min(end, at + WINDOW)).arrayBuffer());
};

/**
 * Yields the content as far as it can be told, and at most as many bytes as the entry says that it has and one more, so that
 * one which grows further is found out and costs nothing. `fine`: as close to a damaged place as possible. `onPacked` sees
 * every packed byte, also behind a place where decoding has failed.
 */
export const unpack = async function* (
  file: Blob,
  entry: FoundEntry,
  options: { fine?: boolean; onPacked?: (bytes: Uint8Array) => void } = {},
): AsyncGenerator<Uint8Array> {
  const { fine = false, onPacked = () => {} } = options;
  let left = entry.size + 1;
  let out: Uint8Array[] = [];
  const take = (piece: Uint8Array): void => {
    const part = piece.subarray(0, left);
    left -= part.length;
    if (part.length > 0) out.push(part);
  };
  const inflate = entry.method === DEFLATED ? new Inflate(take) : null;
  const slice = fine ? FINE_SLICE : SLICE;
  let failed = false;
  for await (const window of windows(file, entry)) {
    onPacked(window);
    if (inflate === null) take(window);
    for (let at = 0; inflate !== null && at < window.length && !failed && left > 0; at += slice) {
      try {
        inflate.push(window.subarray(at, at + slice));
      } catch {
        // Why decoding stops is of no use to anybody: the checksums tell from where on the content is lost.
        failed = true;
      }
      yield* out.splice(0);
    }
    yield* out.splice(0);
  }
  out = [];
};
