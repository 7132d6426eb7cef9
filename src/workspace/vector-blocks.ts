/**
 * The blocks of a file of recorded numbers (`vector-cache.ts`), one at a time: a file of a large corpus needs not be in
 * memory as a whole to be copied or added to.
 */
import { bytesHex, crc32, hexBytes } from './bytes';
import type { Files } from './files';

const MAGIC = 0x31565348;
export const HEADER_BYTES = 16;
export const KEY_BYTES = 16;

/** Row `i` of `rows` (`dimension` little-endian float32) belongs to key `i`. */
export const encodeBlock = (keys: readonly string[], rows: Uint8Array, dimension: number): Uint8Array => {
  const block = new Uint8Array(HEADER_BYTES + keys.length * (KEY_BYTES + 4 * dimension));
  keys.forEach((key, i) => {
    block.set(hexBytes(key), HEADER_BYTES + i * KEY_BYTES);
  });
  block.set(rows, HEADER_BYTES + keys.length * KEY_BYTES);
  const view = new DataView(block.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, keys.length, true);
  view.setUint32(8, dimension, true);
  view.setUint32(12, crc32(block.subarray(HEADER_BYTES)), true);
  return block;
};

/** Length of the block that a header begins, header included; null: it begins none of this dimension. */
export const blockBytes = (header: Uint8Array, dimension: number): number | null => {
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  if (view.getUint32(0, true) !== MAGIC || view.getUint32(8, true) !== dimension) return null;
  return HEADER_BYTES + view.getUint32(4, true) * (KEY_BYTES + 4 * dimension);
};

/** Keys and rows of a whole block; null: it is torn or rotten. `rows` is a view. */
export const openBlock = (block: Uint8Array): { keys: string[]; rows: Uint8Array } | null => {
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength);
  if (crc32(block.subarray(HEADER_BYTES)) !== view.getUint32(12, true)) return null;
  const count = view.getUint32(4, true);
  const rowsAt = HEADER_BYTES + count * KEY_BYTES;
  const keys = Array.from({ length: count }, (_, i) =>
    bytesHex(block.subarray(HEADER_BYTES + i * KEY_BYTES, HEADER_BYTES + (i + 1) * KEY_BYTES)),
  );
  return { keys, rows: block.subarray(rowsAt) };
};

const WINDOW = 4 << 20;

/** The trusted blocks of a file, in order; `end`: the length of the file up to behind the block. */
export const scanBlocks = async function* (
  files: Files,
  path: string,
  dimension: number,
): AsyncGenerator<{ keys: string[]; rows: Uint8Array; end: number }> {
  const size = (await files.size(path)) ?? 0;
  let window: Uint8Array = new Uint8Array();
  let from = 0;
  const part = async (start: number, end: number): Promise<Uint8Array> => {
    if (start < from || end > from + window.length) {
      window =
        (await files.read(path, start, Math.min(size, Math.max(end, start + WINDOW)))) ?? new Uint8Array();
      from = start;
    }
    return window.subarray(start - from, end - from);
  };
  for (let at = 0; at + HEADER_BYTES <= size; ) {
    const length = blockBytes(await part(at, at + HEADER_BYTES), dimension);
    if (length === null || at + length > size) return;
    const block = openBlock(await part(at, at + length));
    if (block === null) return;
    at += length;
    yield { ...block, end: at };
  }
};
