import { describe, expect, test } from 'vitest';
import { acquireWriter, filesLock, runLock } from '../../src/workspace/lock';
import { createMemoryLocks } from '../../src/workspace/locks';
import { createMemoryFiles } from '../../src/workspace/memory-files';
import { createMemoryMetadata } from '../../src/workspace/metadata';
import { createMemoryStore } from '../../src/workspace/store';
import { idle } from '../support/waits';
import { answered, corpusMeta, document, header, questionsMeta, wholeChunk } from './make';

const shared = () => ({
  files: createMemoryFiles(),
  metadata: createMemoryMetadata(),
  locks: createMemoryLocks(),
});

const ticking = () => {
  let second = 0;
  return () => new Date(Date.UTC(2026, 0, 1, 0, 0, second++));
};

describe('workspaces', () => {
  test('are listed newest first, renamed and removed with all their files', async () => {
    const parts = shared();
    const store = createMemoryStore({ ...parts, clock: ticking() });
    const first = await store.create('  Policies ');
    const second = await store.create('Wiki');
    expect(first.name).toBe('Policies');
    expect((await store.list()).map(({ id }) => id)).toEqual([second.id, first.id]);
    expect((await store.rename(first.id, 'Rules')).name).toBe('Rules');
    expect((await store.list()).map(({ id }) => id)).toEqual([first.id, second.id]);

    const one = document('a', 'text');
    await store.writeCorpus(first.id, {
      meta: corpusMeta(1, 1),
      documents: [one],
      chunks: [wholeChunk(one)],
      rejects: [],
    });
    await store.startRun(first.id, header('r1'), 1);
    await store.remove(first.id);
    expect([...parts.files.contents.keys()]).toEqual([]);
    await expect(store.get(first.id)).rejects.toMatchObject({ code: 'not-found' });
    await expect(store.readRun(first.id, 'r1')).rejects.toMatchObject({ code: 'not-found' });
    await expect(store.rename(second.id, '  ')).rejects.toMatchObject({ code: 'bad-input' });
  });

  test('a workspace of a newer app is listed by name and refused with a sentence', async () => {
    const parts = shared();
    const store = createMemoryStore(parts);
    await parts.metadata.update('workspaces', 'w9', () => ({
      version: 99,
      id: 'w9',
      name: 'From the future',
      created: '',
      modified: '',
    }));
    expect(await store.list()).toMatchObject([
      { id: 'w9', name: 'From the future', version: 99, corpus: null },
    ]);
    await expect(store.get('w9')).rejects.toMatchObject({
      code: 'newer-version',
      message: expect.stringContaining('newer Hopscope'),
    });
    await expect(store.writeQuestions('w9', [], questionsMeta)).rejects.toMatchObject({
      code: 'newer-version',
    });
  });
});

describe('replacing a corpus', () => {
  test('drops what was made from the old one and leaves no old file behind', async () => {
    const parts = shared();
    const store = createMemoryStore(parts);
    const { id } = await store.create('w');
    const put = async (text: string, hash: string) => {
      const one = document('a', text);
      await store.writeCorpus(id, {
        meta: corpusMeta(1, 1, hash),
        documents: [one],
        chunks: [wholeChunk(one)],
        rejects: [],
      });
    };
    await put('old', 'c1');
    await store.writeMappings(id, [], {
      passages: 0,
      mapped: 0,
      ambiguous: 0,
      unmapped: 0,
      notInCorpus: 0,
      coverage: null,
      byMethod: {},
    });
    await store.writeIndex(id, 'bm25:c1', new Uint8Array([1, 2, 3]));
    expect(await store.readIndex(id, 'bm25:c1')).toEqual(new Uint8Array([1, 2, 3]));
    await put('new', 'c2');
    expect((await store.readDocuments(id)).map(({ text }) => text)).toEqual(['new']);
    expect(await store.get(id)).toMatchObject({ corpus: { hash: 'c2' }, mapping: null });
    expect(await store.readIndex(id, 'bm25:c1')).toBeNull();
    expect(parts.files.contents.size).toBe(4);
  });

  test('that fails in the middle leaves the old one whole and nothing half written', async () => {
    const parts = shared();
    const store = createMemoryStore(parts);
    const { id } = await store.create('w');
    const one = document('a', 'old');
    await store.writeCorpus(id, {
      meta: corpusMeta(1, 1),
      documents: [one],
      chunks: [wholeChunk(one)],
      rejects: [],
    });
    const before = new Map(parts.files.contents);
    const failing = async function* () {
      yield document('b', 'new');
      throw new Error('the file was moved');
    };
    await expect(
      store.writeCorpus(id, { meta: corpusMeta(1, 1), documents: failing(), chunks: [], rejects: [] }),
    ).rejects.toThrow('the file was moved');
    expect(new Map(parts.files.contents)).toEqual(before);
    expect((await store.readChunks(id)).map(({ text }) => text)).toEqual(['old']);
  });

  test('what a killed tab left is swept, unless someone is writing', async () => {
    const parts = shared();
    const store = createMemoryStore(parts);
    const { id } = await store.create('w');
    await store.startRun(id, header('r1'), 1);
    const kept = [...parts.files.contents.keys()];
    await parts.files.append(`workspaces/${id}/texts-dead`, new Uint8Array(9));
    await parts.files.append('workspaces/gone/texts-dead', new Uint8Array(9));
    const release = await parts.locks.hold(filesLock(id));
    expect(await store.sweep()).toEqual(['workspaces/gone']);
    release?.();
    expect(await store.sweep()).toEqual([`workspaces/${id}/texts-dead`]);
    expect([...parts.files.contents.keys()]).toEqual(kept);
  });

  test('a damaged file is named, never half read; a damaged index counts as none', async () => {
    const parts = shared();
    const store = createMemoryStore(parts);
    const { id } = await store.create('w');
    const one = document('a', 'a text that will rot');
    await store.writeCorpus(id, {
      meta: corpusMeta(1, 1),
      documents: [one],
      chunks: [wholeChunk(one)],
      rejects: [],
    });
    await store.writeIndex(id, 'k', new Uint8Array([1, 2, 3]));
    for (const bytes of parts.files.contents.values()) if (bytes.length > 0) bytes[0] = (bytes[0] ?? 0) ^ 1;
    await expect(store.readDocuments(id)).rejects.toMatchObject({ code: 'damaged' });
    expect(await store.readIndex(id, 'k')).toBeNull();
  });

  test('a reader that is overtaken by a switch reads the new corpus', async () => {
    const parts = shared();
    const store = createMemoryStore(parts);
    const { id } = await store.create('w');
    const put = async (text: string) => {
      const one = document('a', text);
      await store.writeCorpus(id, {
        meta: corpusMeta(1, 1),
        documents: [one],
        chunks: [wholeChunk(one)],
        rejects: [],
      });
    };
    await put('old');
    let overtaken = false;
    const slow = createMemoryStore({
      ...parts,
      files: {
        ...parts.files,
        async read(path, start) {
          if (!overtaken) {
            overtaken = true;
            await put('new');
          }
          return parts.files.read(path, start);
        },
      },
    });
    expect((await slow.readChunks(id)).map(({ text }) => text)).toEqual(['new']);
  });
});

describe('a full disk', () => {
  test('stops with a clear message and everything so far intact', async () => {
    const parts = shared();
    let room = 20_000;
    const full = () => {
      throw new DOMException('no room', 'QuotaExceededError');
    };
    const files = {
      ...parts.files,
      async append(path: string, bytes: Uint8Array) {
        if (bytes.length > room) full();
        room -= bytes.length;
        await parts.files.append(path, bytes);
      },
      async create(path: string) {
        const writer = await parts.files.create(path);
        return {
          ...writer,
          async write(bytes: Uint8Array) {
            if (bytes.length > room) full();
            room -= bytes.length;
            await writer.write(bytes);
          },
        };
      },
    };
    const store = createMemoryStore({ ...parts, files });
    const { id } = await store.create('w');
    const one = document('a', 'x'.repeat(5000));
    await store.writeCorpus(id, {
      meta: corpusMeta(1, 1),
      documents: [one],
      chunks: [wholeChunk(one)],
      rejects: [],
    });
    const big = document('b', 'y'.repeat(50_000));
    await expect(
      store.writeCorpus(id, {
        meta: corpusMeta(1, 1),
        documents: [big],
        chunks: [wholeChunk(big)],
        rejects: [],
      }),
    ).rejects.toMatchObject({
      code: 'quota',
      message: expect.stringContaining('Everything so far is kept'),
      retryable: true,
    });
    expect((await store.readDocuments(id)).map(({ text }) => text)).toEqual([one.text]);
    expect((await store.get(id)).corpus).toMatchObject({ documents: 1 });

    await store.startRun(id, header('r1'), 100);
    let stored = 0;
    await expect(
      (async () => {
        for (; stored < 1000; stored++) {
          await store.appendRun(
            id,
            'r1',
            answered(`q${stored}`, [{ chunk: `c${stored}`, rank: 1, score: stored }]),
          );
        }
      })(),
    ).rejects.toMatchObject({ code: 'quota' });
    expect(stored).toBeGreaterThan(10);
    expect((await store.readRun(id, 'r1')).questions.size).toBe(stored);
    room = 10_000;
    await store.appendRun(id, 'r1', answered('last', [{ chunk: 'last', rank: 1, score: 1 }]));
    expect((await store.readRun(id, 'r1')).questions.get('last')).toEqual(
      answered('last', [{ chunk: 'last', rank: 1, score: 1 }]),
    );
  });
});

describe('two tabs', () => {
  test('one writes, the other reads and takes over when the first closes', async () => {
    const parts = shared();
    const first = createMemoryStore({ ...parts, tab: () => 'one' });
    const second = createMemoryStore({ ...parts, tab: () => 'two' });
    const untold = createMemoryStore({ ...parts, tab: () => null });
    const { id } = await first.create('w');
    const lease = await acquireWriter(parts.locks, id, 'one');
    let promoted = 0;
    const other = await acquireWriter(parts.locks, id, 'two', () => void promoted++);
    expect([lease.role, other.role]).toEqual(['writer', 'reader']);
    await first.writeQuestions(id, [], questionsMeta);
    for (const store of [second, untold]) {
      await expect(store.writeQuestions(id, [], questionsMeta)).rejects.toMatchObject({ code: 'read-only' });
      await expect(store.startRun(id, header('r1'), 1)).rejects.toMatchObject({ code: 'read-only' });
      await expect(store.remove(id)).rejects.toMatchObject({ code: 'read-only' });
    }
    expect(await second.readQuestions(id)).toEqual([]);
    lease.release();
    await idle();
    expect([promoted, other.role]).toEqual([1, 'writer']);
    await second.writeQuestions(id, [], questionsMeta);
    await expect(first.writeQuestions(id, [], questionsMeta)).rejects.toMatchObject({ code: 'read-only' });
    other.release();
    await untold.writeQuestions(id, [], questionsMeta);
  });
});

describe('runs', () => {
  test('one that nobody executes any more is shown as interrupted', async () => {
    const parts = shared();
    const store = createMemoryStore(parts);
    const { id } = await store.create('w');
    const release = await parts.locks.hold(runLock(id, 'r1'));
    await store.startRun(id, header('r1'), 2);
    expect((await store.get(id)).runs).toMatchObject([{ state: 'running', done: 0, total: 2 }]);
    release?.();
    expect((await store.get(id)).runs).toMatchObject([{ state: 'interrupted' }]);
    await store.updateRun(id, 'r1', { state: 'finished', done: 2, finished: '2026-01-01T00:00:01.000Z' });
    expect((await store.get(id)).runs).toMatchObject([{ state: 'finished', done: 2 }]);
  });

  test('a block must be one whole question, and a name is given once', async () => {
    const store = createMemoryStore();
    const { id } = await store.create('w');
    await store.startRun(id, header('r1'), 2);
    await expect(store.startRun(id, header('r1'), 2)).rejects.toMatchObject({ code: 'busy' });
    const [event] = answered('q1', []);
    await expect(store.appendRun(id, 'r1', event === undefined ? [] : [event])).rejects.toMatchObject({
      code: 'bad-input',
    });
    await expect(store.appendRun(id, 'r1', [])).rejects.toMatchObject({ code: 'bad-input' });
    await store.removeRun(id, 'r1');
    await expect(store.appendRun(id, 'r1', answered('q1', []))).rejects.toMatchObject({ code: 'not-found' });
  });
});
