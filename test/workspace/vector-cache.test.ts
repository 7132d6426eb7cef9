import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createMemoryLocks } from '../../src/workspace/locks';
import { createMemoryFiles } from '../../src/workspace/memory-files';
import { openVectorCache, vectorFile } from '../../src/workspace/vector-cache';

const DIMENSION = 3;
const open = (files = createMemoryFiles(), locks = createMemoryLocks(), space = 'mini') =>
  openVectorCache(files, locks, space, DIMENSION);
const hash = (n: number): string => n.toString(16).padStart(32, 'a');
const vectorOf = (n: number): number[] => [n, n + 0.25, -n];
const block = (...ns: number[]): Float32Array => Float32Array.from(ns.flatMap(vectorOf));

describe('the cache of vectors', () => {
  test('gives back what was appended, in this realm and the next', async () => {
    const files = createMemoryFiles();
    const cache = await open(files);
    expect([cache.size, cache.has(hash(1)), cache.get(hash(1))]).toEqual([0, false, null]);
    await cache.append([hash(1), hash(2)], block(1, 2));
    await cache.append([hash(3), 'no hexadecimal'], block(3, 4));
    for (const one of [cache, await open(files)]) {
      expect(one.size).toBe(4);
      expect([...(one.get(hash(2)) ?? [])]).toEqual(vectorOf(2));
      expect([...(one.get('no hexadecimal') ?? [])]).toEqual(vectorOf(4));
      expect(one.has('no hexadecimal.')).toBe(false);
    }
    expect((await open(files, undefined, 'other model')).size).toBe(0);
    expect((await openVectorCache(files, createMemoryLocks(), 'mini', 4)).size).toBe(0);
  });

  test('takes in what another realm has added, and only what is whole', async () => {
    const files = createMemoryFiles();
    const [reader, writer] = [await open(files), await open(files)];
    expect(await reader.refresh()).toBe(false);
    await writer.append([hash(1)], block(1));
    expect(reader.has(hash(1))).toBe(false);
    expect(await reader.refresh()).toBe(true);
    expect([...(reader.get(hash(1)) ?? [])]).toEqual(vectorOf(1));
    expect(await reader.refresh()).toBe(false);
    const path = vectorFile('mini', DIMENSION);
    await writer.append([hash(2)], block(2));
    const whole = files.contents.get(path) ?? new Uint8Array();
    files.contents.set(path, whole.slice(0, -1));
    expect(await reader.refresh()).toBe(false);
    files.contents.set(path, whole);
    expect(await reader.refresh()).toBe(true);
    expect(reader.size).toBe(2);
  });

  test('stores a text once, also within one call, and the first vector stays', async () => {
    const files = createMemoryFiles();
    const cache = await open(files);
    await cache.append([hash(1), hash(1)], block(1, 9));
    const bytes = files.contents.get(vectorFile('mini', DIMENSION))?.length;
    await cache.append([hash(1)], block(5));
    expect(files.contents.get(vectorFile('mini', DIMENSION))?.length).toBe(bytes);
    expect([...(cache.get(hash(1)) ?? [])]).toEqual(vectorOf(1));
    expect(bytes).toBe(16 + 16 + 4 * DIMENSION);
  });

  test('cut or spoiled at any byte keeps the whole blocks before it, and goes on', async () => {
    const files = createMemoryFiles();
    const path = vectorFile('mini', DIMENSION);
    const first = await open(files);
    const ends = [0];
    for (const n of [1, 2, 3]) {
      await first.append([hash(n)], block(n));
      ends.push(files.contents.get(path)?.length ?? 0);
    }
    const whole = files.contents.get(path)?.slice() ?? new Uint8Array();
    for (let at = 0; at < whole.length; at++) {
      const spoiled = whole.slice();
      spoiled[at] = (spoiled[at] ?? 0) ^ 1;
      for (const bytes of [whole.slice(0, at), spoiled]) {
        files.contents.set(path, bytes);
        const cache = await open(files);
        expect(cache.size).toBe(ends.filter((end) => end <= at).length - 1);
        await cache.append([1, 2, 3].map(hash), block(1, 2, 3));
        for (const one of [cache, await open(files)]) {
          expect(one.size).toBe(3);
          for (const n of [1, 2, 3]) expect([...(one.get(hash(n)) ?? [])]).toEqual(vectorOf(n));
        }
      }
    }
  });

  test('two tabs that embed at once share one file', async () => {
    const files = createMemoryFiles();
    const locks = createMemoryLocks();
    const one = await open(files, locks);
    const two = await open(files, locks);
    await Promise.all(
      Array.from({ length: 10 }, async (_, i) => {
        await one.append([hash(i), hash(100 + i)], block(i, 100 + i));
        await two.append([hash(i), hash(200 + i)], block(i, 200 + i));
      }),
    );
    const whole = await open(files, locks);
    expect(whole.size).toBe(30);
    for (const n of [0, 9, 100, 109, 200, 209]) expect([...(whole.get(hash(n)) ?? [])]).toEqual(vectorOf(n));
    // The second tab has taken in what the first wrote when it appended itself.
    expect(two.has(hash(100))).toBe(true);
  });

  test('any sequence of appends equals a map that keeps the first', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.nat(20), { maxLength: 5 }), { maxLength: 8 }),
        fc.nat(),
        async (appends, seed) => {
          const files = createMemoryFiles();
          const cache = await open(files);
          const model = new Map<number, number[]>();
          for (const [i, ns] of appends.entries()) {
            const own = ns.map((_, j) => (seed % 1000) + i * 10 + j);
            await cache.append(ns.map(hash), block(...own));
            for (const [j, n] of ns.entries()) if (!model.has(n)) model.set(n, [...block(own[j] ?? 0)]);
          }
          const again = await open(files);
          for (const one of [cache, again]) {
            expect(one.size).toBe(model.size);
            for (const [n, vector] of model) expect([...(one.get(hash(n)) ?? [])]).toEqual(vector);
          }
        },
      ),
    );
  });

  test('refuses vectors that do not match, and says when its file was removed', async () => {
    const files = createMemoryFiles();
    const cache = await open(files);
    await expect(cache.append([hash(1)], block(1, 2))).rejects.toMatchObject({ code: 'bad-input' });
    await cache.append([hash(1)], block(1));
    files.contents.clear();
    await expect(cache.append([hash(2)], block(2))).rejects.toMatchObject({
      code: 'damaged',
      retryable: true,
    });
  });
});
