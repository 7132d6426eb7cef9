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
import type { Files } from './files';
import { vectorsLock } from './lock';
import { type Locks, withLock } from './locks';
import { blockBytes, encodeBlock, HEADER_BYTES, KEY_BYTES, openBlock } from './vector-blocks';

const HEX_KEY = /^[0-9a-f]{32}$/;

/** Key of a content hash; one of another form is hashed to the length of a chunk hash. */
export const vectorKey = (hash: string): string =>
  HEX_KEY.test(hash) ? hash : contentHash(hash).slice(0, 2 * KEY_BYTES);

/** Name of the file of a space; a digest, because a space's name may be long or hold characters no file may. */
export const vectorFile = (space: string, dimension: number): string =>
  `vectors/${contentHash(space).slice(0, 24)}-${dimension}.bin`;

const bytesOf = (rows: Float32Array): Uint8Array =>
  new Uint8Array(rows.buffer, rows.byteOffset, rows.byteLength);

/** Opens (and reads whole) the cache of a space. Throws `bad-input` on wrong lengths, `quota` when full. */
export const openVectorCache = async (
  files: Files,
  locks: Locks,
  space: string,
  dimension: number,
  /** Called before the first append: who has what is kept beside the files. */
  onFirst: () => Promise<void> = async () => {},
): Promise<VectorCache> => {
  const path = vectorFile(space, dimension);
  let first = true;
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
    let at = 0;
    while (at + HEADER_BYTES <= bytes.length) {
      const length = blockBytes(bytes.subarray(at, at + HEADER_BYTES), dimension);
      if (length === null || at + length > bytes.length) break;
      const block = openBlock(bytes.subarray(at, at + length));
      if (block === null) break;
      const { keys } = block;
      // A copy, because the file may put floats at an offset that is no multiple of four.
      const vectors = new Float32Array(block.rows.slice().buffer);
      reserve(count + keys.length);
      keys.forEach((key, i) => {
        put(key, vectors.subarray(i * dimension, (i + 1) * dimension));
      });
      at += length;
    }
    return at;
  };

  const stored = await files.read(path);
  if (stored !== null) known = takeIn(stored);

  return {
    get size() {
      return count;
    },
    has: (hash) => rowOf.has(vectorKey(hash)),
    get(hash) {
      const row = rowOf.get(vectorKey(hash));
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
      if (first) await onFirst();
      first = false;
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
          const key = vectorKey(hash);
          if (!rowOf.has(key) && !fresh.has(key)) fresh.set(key, i);
        });
        if (fresh.size === 0) return;
        const keys = [...fresh.keys()];
        const block = new Float32Array(keys.length * dimension);
        [...fresh.values()].forEach((from, to) => {
          block.set(vectors.subarray(from * dimension, (from + 1) * dimension), to * dimension);
        });
        const bytes = encodeBlock(keys, bytesOf(block), dimension);
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
