/**
 * Vectors by content hash: one append-only file a (space, dimension), shared by all workspaces. Blocks of
 *
 *     "HSV1" | count u32 | dimension u32 | crc32 of the rest u32 | count × 16-byte keys | count × dimension float32
 *
 * (little-endian). A block that is torn or rotten ends what is trusted; the next append cuts it off and its texts are
 * embedded again. Keys are chunk hashes, 128 bits of SHA-256: collisions need 10^16 texts before they matter.
 */
import { contentHash } from '../domain/hash';
import { HopscopeError } from '../domain/outcome';
import type { VectorCache } from '../domain/store';
import { bytesHex, crc32, hexBytes } from './bytes';
import type { Files } from './files';
import { vectorsLock } from './lock';
import { type Locks, withLock } from './locks';

const MAGIC = 0x31565348;
const HEADER_BYTES = 16;
const KEY_BYTES = 16;
const HEX_KEY = /^[0-9a-f]{32}$/;

/** A hash of another form is hashed to the length of a chunk hash. */
const keyOf = (hash: string): string =>
  HEX_KEY.test(hash) ? hash : contentHash(hash).slice(0, 2 * KEY_BYTES);

/** Name of the file of a space; a digest, because a space's name may be long or hold characters no file may. */
export const vectorFile = (space: string, dimension: number): string =>
  `vectors/${contentHash(space).slice(0, 24)}-${dimension}.bin`;

const encodeBlock = (keys: string[], vectors: Float32Array, dimension: number): Uint8Array => {
  const block = new Uint8Array(HEADER_BYTES + keys.length * (KEY_BYTES + 4 * dimension));
  keys.forEach((key, i) => {
    block.set(hexBytes(key), HEADER_BYTES + i * KEY_BYTES);
  });
  block.set(
    new Uint8Array(vectors.buffer, vectors.byteOffset, vectors.byteLength),
    HEADER_BYTES + keys.length * KEY_BYTES,
  );
  const view = new DataView(block.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, keys.length, true);
  view.setUint32(8, dimension, true);
  view.setUint32(12, crc32(block.subarray(HEADER_BYTES)), true);
  return block;
};

/** Opens (and reads whole) the cache of a space. Throws `bad-input` on wrong lengths, `quota` when full. */
export const openVectorCache = async (
  files: Files,
  locks: Locks,
  space: string,
  dimension: number,
): Promise<VectorCache> => {
  const path = vectorFile(space, dimension);
  const rowOf = new Map<string, number>();
  let rows = new Float32Array(0);
  let count = 0;
  /** Length of the trusted part of the file. */
  let known = 0;

  const reserve = (wanted: number): void => {
    if (wanted * dimension <= rows.length) return;
    const grown = new Float32Array(Math.max(wanted, Math.ceil(count * 1.5)) * dimension);
    grown.set(rows.subarray(0, count * dimension));
    rows = grown;
  };
  const put = (key: string, vector: Float32Array): void => {
    if (rowOf.has(key)) return;
    rows.set(vector, count * dimension);
    rowOf.set(key, count++);
  };

  /** Takes in the whole blocks at the start of `bytes`; returns how many bytes they are. */
  const takeIn = (bytes: Uint8Array): number => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let at = 0;
    while (at + HEADER_BYTES <= bytes.length) {
      const blockCount = view.getUint32(at + 4, true);
      const end = at + HEADER_BYTES + blockCount * (KEY_BYTES + 4 * dimension);
      const fits = view.getUint32(at, true) === MAGIC && view.getUint32(at + 8, true) === dimension;
      if (!fits || end > bytes.length) break;
      if (crc32(bytes.subarray(at + HEADER_BYTES, end)) !== view.getUint32(at + 12, true)) break;
      const keysAt = at + HEADER_BYTES;
      const vectorsAt = keysAt + blockCount * KEY_BYTES;
      // A copy, because the file may put floats at an offset that is no multiple of four.
      const block = new Float32Array(bytes.slice(vectorsAt, end).buffer);
      reserve(count + blockCount);
      for (let i = 0; i < blockCount; i++) {
        const key = bytesHex(bytes.subarray(keysAt + i * KEY_BYTES, keysAt + (i + 1) * KEY_BYTES));
        put(key, block.subarray(i * dimension, (i + 1) * dimension));
      }
      at = end;
    }
    return at;
  };

  const first = await files.read(path);
  if (first !== null) known = takeIn(first);

  return {
    get size() {
      return count;
    },
    has: (hash) => rowOf.has(keyOf(hash)),
    get(hash) {
      const row = rowOf.get(keyOf(hash));
      return row === undefined ? null : rows.subarray(row * dimension, (row + 1) * dimension);
    },
    async refresh() {
      const from = known;
      if (((await files.size(path)) ?? 0) <= from) return false;
      const bytes = await files.read(path, from);
      // An append of this realm has taken the same bytes in meanwhile.
      if (bytes === null || known !== from) return known !== from;
      known += takeIn(bytes);
      return known > from;
    },
    async append(hashes, vectors) {
      if (vectors.length !== hashes.length * dimension) {
        throw new HopscopeError(
          'bad-input',
          'Vectors and texts do not match in number: this is a fault in Hopscope.',
          {
            detail: `${hashes.length} hashes, ${vectors.length} numbers, dimension ${dimension}`,
          },
        );
      }
      await withLock(locks, vectorsLock(path), async () => {
        // Under the lock nobody else writes: what another tab has added is taken in, what is torn is cut off.
        const size = (await files.size(path)) ?? 0;
        if (size > known) known += takeIn((await files.read(path, known)) ?? new Uint8Array());
        if (size > known) await files.truncate(path, known);
        if (size < known) {
          throw new HopscopeError('damaged', 'The cache of vectors was removed meanwhile: reload the page.', {
            detail: path,
            retryable: true,
          });
        }
        const fresh = new Map<string, number>();
        hashes.forEach((hash, i) => {
          const key = keyOf(hash);
          if (!rowOf.has(key) && !fresh.has(key)) fresh.set(key, i);
        });
        if (fresh.size === 0) return;
        const keys = [...fresh.keys()];
        const block = new Float32Array(keys.length * dimension);
        [...fresh.values()].forEach((from, to) => {
          block.set(vectors.subarray(from * dimension, (from + 1) * dimension), to * dimension);
        });
        const bytes = encodeBlock(keys, block, dimension);
        await files.append(path, bytes);
        known += bytes.length;
        reserve(count + keys.length);
        keys.forEach((key, i) => {
          put(key, block.subarray(i * dimension, (i + 1) * dimension));
        });
      });
    },
  };
};
