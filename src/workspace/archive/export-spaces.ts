/** The vectors and scores of a workspace, taken out of what this browser keeps for all of them. */
import type { FileEntry, FileSpace } from '../../domain/workspace-file';
import { hexBytes } from '../bytes';
import type { Files } from '../files';
import type { KnownSpace } from '../spaces';
import { KEY_BYTES, scanBlocks } from '../vector-blocks';
import { vectorFile } from '../vector-cache';
import type { Source } from './zip-writer';

/** Keys that are recorded in a space. */
export const recordedKeys = async (
  files: Files,
  { space, dimension }: KnownSpace,
  pause: () => Promise<void>,
): Promise<Set<string>> => {
  const keys = new Set<string>();
  for await (const block of scanBlocks(files, vectorFile(space, dimension), dimension)) {
    for (const key of block.keys) keys.add(key);
    await pause();
  }
  return keys;
};

/** Rows of 16-byte key and `dimension` little-endian float32, each key once. */
const rowsOf = async function* (
  files: Files,
  { space, dimension }: KnownSpace,
  own: ReadonlySet<string>,
  pause: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
  const rowBytes = 4 * dimension;
  const left = new Set(own);
  for await (const { keys, rows } of scanBlocks(files, vectorFile(space, dimension), dimension)) {
    const wanted = keys.flatMap((key, i) => (left.delete(key) ? [{ key, i }] : []));
    const piece = new Uint8Array(wanted.length * (KEY_BYTES + rowBytes));
    wanted.forEach(({ key, i }, to) => {
      const at = to * (KEY_BYTES + rowBytes);
      piece.set(hexBytes(key), at);
      piece.set(rows.subarray(i * rowBytes, (i + 1) * rowBytes), at + KEY_BYTES);
    });
    await pause();
    if (piece.length > 0) yield piece;
  }
};

/** Writes what of a space is the workspace's own; null: nothing is. */
export const addSpace = async (
  add: (name: string, source: Source) => Promise<FileEntry>,
  entry: string,
  files: Files,
  space: KnownSpace,
  own: ReadonlySet<string>,
  pause: () => Promise<void>,
): Promise<FileSpace | null> => {
  if (own.size === 0) return null;
  await add(entry, () => rowsOf(files, space, own, pause));
  return { entry, ...space };
};
