/** Adds recorded numbers to a space of this browser without reading the space into memory; what is known stays as it is. */
import type { Files } from '../files';
import { vectorsLock } from '../lock';
import { type Locks, withLock } from '../locks';
import { encodeBlock, scanBlocks } from '../vector-blocks';
import { vectorFile } from '../vector-cache';

/** Durable when it resolves. Returns how many rows came in, known ones included. */
export const appendRows = (
  { files, locks }: { files: Files; locks: Locks },
  { space, dimension }: { space: string; dimension: number },
  batches: AsyncIterable<{ keys: string[]; rows: Float32Array }>,
  pause: () => Promise<void>,
): Promise<number> => {
  const path = vectorFile(space, dimension);
  return withLock(locks, vectorsLock(path), async () => {
    const known = new Set<string>();
    let trusted = 0;
    for await (const { keys, end } of scanBlocks(files, path, dimension)) {
      for (const key of keys) known.add(key);
      trusted = end;
      await pause();
    }
    if (((await files.size(path)) ?? 0) > trusted) await files.truncate(path, trusted);
    let count = 0;
    for await (const { keys, rows } of batches) {
      count += keys.length;
      const fresh = keys.flatMap((key, i) => {
        if (known.has(key)) return [];
        known.add(key);
        return [{ key, i }];
      });
      if (fresh.length === 0) continue;
      const own = new Float32Array(fresh.length * dimension);
      fresh.forEach(({ i }, to) => {
        own.set(rows.subarray(i * dimension, (i + 1) * dimension), to * dimension);
      });
      const names = fresh.map(({ key }) => key);
      await files.append(path, encodeBlock(names, new Uint8Array(own.buffer), dimension));
    }
    return count;
  });
};
