import { afterEach, describe, expect, test, vi } from 'vitest';
import { callback, createClient } from '../../src/seam/client';
import { unwrap } from '../../src/seam/outcome';
import { openIdbMetadata } from '../../src/workspace/idb-metadata';
import { createWebLocks } from '../../src/workspace/locks';
import { openForWriting, openStore } from '../../src/workspace/open-store';
import { createOpfsFiles } from '../../src/workspace/opfs-files';
import { createStore } from '../../src/workspace/store';
import { answered, corpusMeta, document, header, questionsMeta, wholeChunk } from '../workspace/make';
import type { StoreWorkerApi } from './support/store.worker';

const newWorker = () => new Worker(new URL('./support/store.worker.ts', import.meta.url), { type: 'module' });
const clients: { terminate(): void }[] = [];
const inWorker = () => {
  const client = createClient<StoreWorkerApi>('store', newWorker);
  clients.push(client);
  return client;
};
afterEach(() => {
  for (const client of clients.splice(0)) client.terminate();
});

/** A store that shares nothing with `openStore` but the disk, as after a reload. */
const reopened = async () =>
  createStore({
    files: createOpfsFiles(
      await (await navigator.storage.getDirectory()).getDirectoryHandle('hopscope', { create: true }),
    ),
    metadata: await openIdbMetadata('hopscope'),
    locks: createWebLocks(navigator.locks),
    clock: () => new Date(),
    random: () => crypto.randomUUID(),
    tab: () => null,
  });

const until = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
};

describe('the store of a browser', () => {
  test('keeps what page and worker wrote, through OPFS and IndexedDB', async () => {
    const store = await openStore();
    const { id } = await store.create('kept');
    unwrap(await inWorker().ask((w) => w.writeCorpus(id, ['from the worker', '\ufeff\u0000 — 東京'])));
    await store.writeQuestions(id, [], questionsMeta);
    await store.writeIndex(id, 'k', new Uint8Array([1, 2, 3]));
    await store.startRun(id, header('r1'), 1);
    await store.appendRun(id, 'r1', answered('q1', [{ chunk: 'c', rank: 1, score: 0.1 }]));
    const vectors = await store.vectors(`space ${id}`, 2);
    await vectors.append(['0'.repeat(32)], new Float32Array([1, 2]));

    const after = await reopened();
    expect((await after.readDocuments(id)).map(({ text }) => text)).toEqual([
      'from the worker',
      '\ufeff\u0000 — 東京',
    ]);
    expect((await after.readChunks(id)).map((chunk) => chunk.id)).toEqual(['d0#0', 'd1#0']);
    expect(await after.readIndex(id, 'k')).toEqual(new Uint8Array([1, 2, 3]));
    expect((await after.readRun(id, 'r1')).questions.get('q1')).toEqual(
      answered('q1', [{ chunk: 'c', rank: 1, score: 0.1 }]),
    );
    expect([...((await after.vectors(`space ${id}`, 2)).get('0'.repeat(32)) ?? [])]).toEqual([1, 2]);
    expect((await after.get(id)).name).toBe('kept');
    expect((await after.usage()).bytes).toBeGreaterThan(0);

    await after.remove(id);
    await expect(store.get(id)).rejects.toMatchObject({ code: 'not-found' });
    expect(await after.sweep()).not.toContain(`workspaces/${id}`);
  });

  test('a worker killed while it replaces a corpus leaves the old one, and its remains are swept', async () => {
    const store = await openStore();
    const { id } = await store.create('w');
    const client = inWorker();
    unwrap(await client.ask((w) => w.writeCorpus(id, ['old'])));
    let megabytes = 0;
    const open = client.ask((w) =>
      w.writeWithoutEnd(
        id,
        callback(() => void megabytes++),
      ),
    );
    await until(() => megabytes >= 5);
    // Nothing that is being written is taken for a remain.
    expect((await store.sweep()).filter((path) => path.includes(id))).toEqual([]);
    client.terminate('killed');
    expect(await open).toMatchObject({ ok: false, error: { code: 'worker-lost' } });
    expect((await store.readDocuments(id)).map(({ text }) => text)).toEqual(['old']);
    // The browser frees the locks of a killed worker a moment later.
    const swept = await vi.waitFor(async () => {
      const paths = (await store.sweep()).filter((path) => path.includes(id));
      expect(paths).not.toEqual([]);
      return paths;
    }, 100_000);
    expect(swept.every((path) => /\/texts-[^/]+$/.test(path))).toBe(true);
    unwrap(await inWorker().ask((w) => w.writeCorpus(id, ['new'])));
    expect((await store.readDocuments(id)).map(({ text }) => text)).toEqual(['new']);
    await store.remove(id);
  });

  test('every question that was reported as stored survives the worker, and the run goes on', async () => {
    const store = await openStore();
    const { id } = await store.create('w');
    unwrap(await inWorker().ask((w) => w.startRun(id, 'r1')));
    let stored = -1;
    for (let round = 1; round <= 3; round++) {
      const client = inWorker();
      const first = stored + 1;
      void client.ask((w) =>
        w.appendWithoutEnd(
          id,
          'r1',
          first,
          callback((n: number) => {
            stored = n;
          }),
        ),
      );
      await until(() => stored >= first + 20);
      // Reading does not disturb a run that is being written.
      expect((await store.readRun(id, 'r1')).questions.size).toBeGreaterThan(first + 19);
      client.terminate('killed');
      const reported = stored;
      const { questions } = await store.readRun(id, 'r1');
      for (let n = 0; n <= reported; n++) {
        expect(questions.get(`q${n}`)).toEqual(
          answered(`q${n}`, [{ chunk: `c${n % 10}`, rank: 1, score: n }]),
        );
      }
    }
    await vi.waitFor(
      async () => expect((await store.get(id)).runs).toMatchObject([{ state: 'interrupted' }]),
      100_000,
    );
    await store.remove(id);
  });

  test('every vector that was reported as stored survives the worker', async () => {
    const store = await openStore();
    const space = crypto.randomUUID();
    let stored = -1;
    for (let round = 1; round <= 2; round++) {
      const client = inWorker();
      const first = stored + 1;
      void client.ask((w) =>
        w.appendVectors(
          space,
          first,
          callback((n: number) => {
            stored = n;
          }),
        ),
      );
      await until(() => stored >= first + 20);
      client.terminate('killed');
      const reported = stored;
      const cache = await store.vectors(space, 8);
      for (let n = 0; n <= reported; n++) expect(cache.get(n.toString(16).padStart(32, '0'))?.[7]).toBe(n);
    }
  });

  test('the tab that opened a workspace writes, with its workers; a stranger reads', async () => {
    const store = await openStore();
    const { id } = await store.create('w');
    const lease = await openForWriting(id);
    expect(lease.role).toBe('writer');
    await store.writeQuestions(id, [], questionsMeta);
    unwrap(await inWorker().ask((w) => w.writeQuestions(id)));
    // As another tab sees it.
    const other = await reopened();
    await expect(other.writeQuestions(id, [], questionsMeta)).rejects.toMatchObject({ code: 'read-only' });
    expect(await other.readQuestions(id)).toEqual([]);
    lease.release();
    // The browser gives a lock back a moment later.
    await vi.waitFor(() => other.writeQuestions(id, [], questionsMeta), 100_000);
    await store.remove(id);
  });

  test('a large corpus goes through the page and the worker alike', async () => {
    const store = await openStore();
    const { id } = await store.create('w');
    const documents = Array.from({ length: 2000 }, (_, i) => document(`d${i}`, `${i} `.repeat(300)));
    await store.writeCorpus(id, {
      meta: corpusMeta(2000, 2000),
      documents,
      chunks: documents.map((one) => wholeChunk(one)),
      rejects: [],
    });
    expect(await (await reopened()).readDocuments(id)).toEqual(documents);
    await store.remove(id);
  });
});
