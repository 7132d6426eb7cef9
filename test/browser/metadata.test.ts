import { describe, expect, test } from 'vitest';
import { openIdbMetadata } from '../../src/workspace/idb-metadata';
import { createMemoryMetadata, type Metadata } from '../../src/workspace/metadata';

const kinds: [string, () => Promise<Metadata>][] = [
  ['IndexedDB', () => openIdbMetadata(`test ${crypto.randomUUID()}`)],
  ['memory', async () => createMemoryMetadata()],
];

describe.each(kinds)('metadata in %s', (_, open) => {
  test('updates atomically, also when many ask at once', async () => {
    const metadata = await open();
    await Promise.all(
      Array.from({ length: 50 }, () =>
        metadata.update('settings', 'n', (n) => (typeof n === 'number' ? n + 1 : 1)),
      ),
    );
    expect(await metadata.get('settings', 'n')).toBe(50);
  });

  test('a change that throws leaves the record as it was', async () => {
    const metadata = await open();
    await metadata.update('workspaces', 'w', () => ({ name: 'old' }));
    await expect(
      metadata.update('workspaces', 'w', (record) => {
        Reflect.set(record as object, 'name', 'half');
        throw new Error('refused');
      }),
    ).rejects.toThrow('refused');
    expect(await metadata.get('workspaces', 'w')).toEqual({ name: 'old' });
  });

  test('lists by prefix and key, deletes, keeps tables apart', async () => {
    const metadata = await open();
    for (const key of ['b/2', 'a/1', 'b/1', 'c']) await metadata.update('runs', key, () => key);
    expect(await metadata.entries('runs', 'b/')).toEqual([
      ['b/1', 'b/1'],
      ['b/2', 'b/2'],
    ]);
    await metadata.update('runs', 'b/1', () => undefined);
    expect((await metadata.entries('runs')).map(([key]) => key)).toEqual(['a/1', 'b/2', 'c']);
    expect(await metadata.get('runs', 'b/1')).toBeUndefined();
    expect(await metadata.entries('workspaces')).toEqual([]);
  });
});

test('a newer app in another tab takes over, and this one says so', async () => {
  const name = `test ${crypto.randomUUID()}`;
  const old = await openIdbMetadata(name, 1);
  await old.update('settings', 'k', () => 'kept');
  const newer = await openIdbMetadata(name, 2);
  expect(await newer.get('settings', 'k')).toBe('kept');
  for (const call of [() => old.get('settings', 'k'), () => openIdbMetadata(name, 1)]) {
    await expect(call()).rejects.toMatchObject({
      code: 'newer-version',
      message: expect.stringContaining('reload the page'),
    });
  }
});
