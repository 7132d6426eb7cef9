import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { acquireWriter } from '../../src/workspace/lock';
import { createMemoryLocks } from '../../src/workspace/locks';
import { createMemoryFiles } from '../../src/workspace/memory-files';
import { createMemoryMetadata } from '../../src/workspace/metadata';
import { createMemoryStore } from '../../src/workspace/store';
import { answered } from './make';

// Kept files: written once by test/fixtures/make/workspace_v0.mjs and never changed, or old workspaces would go untested.
const kept = (name: string): Uint8Array =>
  readFileSync(join(import.meta.dirname, '../fixtures/workspace-v0', name));
const lines = (name: string): unknown[] =>
  kept(name)
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

const setUp = async () => {
  const files = createMemoryFiles();
  const metadata = createMemoryMetadata();
  for (const name of ['documents', 'chunks', 'rejects', 'questions', 'mappings']) {
    await files.append(`workspaces/old/${name}.jsonl`, kept(`${name}.jsonl`));
  }
  await files.append('workspaces/old/runs/run-1.jsonl', kept('run-1.jsonl'));
  const record: unknown = JSON.parse(kept('record.json').toString());
  await metadata.update('workspaces', 'old', () => record);
  return { files, metadata };
};

describe('a workspace of version 0', () => {
  test('opens with everything it held, at the current version', async () => {
    const parts = await setUp();
    const store = createMemoryStore(parts);
    const meta = await store.get('old');
    expect(meta).toMatchObject({
      id: 'old',
      name: 'The mill',
      version: 1,
      created: '2026-01-02T03:00:00.000Z',
    });
    const record = JSON.parse(kept('record.json').toString());
    expect([meta.corpus, meta.questions, meta.mapping]).toEqual([
      record.corpus,
      record.questions,
      record.mapping,
    ]);
    expect(await store.readDocuments('old')).toEqual(lines('documents.jsonl'));
    expect(await store.readChunks('old')).toEqual(lines('chunks.jsonl'));
    expect(await store.readRejects('old')).toEqual(lines('rejects.jsonl'));
    expect(await store.readQuestions('old')).toEqual(lines('questions.jsonl'));
    expect(await store.readMappings('old')).toEqual(lines('mappings.jsonl'));
    const trace = await store.readRun('old', 'run-1');
    const events = kept('run-1.jsonl')
      .toString()
      .split('\n')
      .slice(0, 5)
      .map((line) => JSON.parse(line));
    expect(trace.header).toEqual(events[0]);
    expect([...trace.questions]).toEqual([
      ['q1', events.slice(1, 3)],
      ['q2', events.slice(3, 5)],
    ]);
    // The record counted a question whose events were never whole.
    expect(meta.runs).toMatchObject([{ done: 2, total: 3, errors: 1, state: 'interrupted' }]);
    await store.appendRun('old', 'run-1', answered('q3', []));
    expect((await store.readRun('old', 'run-1')).questions.size).toBe(3);
  });

  test('leaves its old files to the sweep, once it has been migrated', async () => {
    const parts = await setUp();
    const store = createMemoryStore(parts);
    expect(await store.sweep()).toEqual([]);
    await store.list();
    expect((await store.sweep()).sort()).toEqual(
      ['chunks.jsonl', 'documents.jsonl', 'mappings.jsonl', 'questions.jsonl', 'rejects.jsonl', 'runs'].map(
        (name) => `workspaces/old/${name}`,
      ),
    );
    expect(await store.readDocuments('old')).toEqual(lines('documents.jsonl'));
  });

  test('that is killed at any write starts again and loses nothing', async () => {
    for (let writes = 0; ; writes++) {
      const parts = await setUp();
      let left = writes;
      const killed = new Error('killed');
      const dying = createMemoryStore({
        ...parts,
        files: {
          ...parts.files,
          async create(path) {
            const writer = await parts.files.create(path);
            // A killed tab cleans nothing up.
            return {
              ...writer,
              abort: async () => {},
              async write(bytes) {
                if (left-- <= 0) throw killed;
                await writer.write(bytes);
              },
            };
          },
          remove: async () => {},
        },
      });
      const outcome = await dying.get('old').catch((thrown: unknown) => thrown);
      const store = createMemoryStore(parts);
      expect(await store.readChunks('old')).toEqual(lines('chunks.jsonl'));
      expect((await store.readRun('old', 'run-1')).questions.size).toBe(2);
      await store.sweep();
      // Six files of the corpus and questions, and one log.
      expect(parts.files.contents.size).toBe(7);
      if (outcome !== killed) break;
      expect(writes).toBeLessThan(20);
    }
  });

  test('that another tab is the writer of is listed by name, and not touched', async () => {
    const parts = { ...(await setUp()), locks: createMemoryLocks() };
    await acquireWriter(parts.locks, 'old', 'other tab');
    const store = createMemoryStore(parts);
    expect(await store.list()).toMatchObject([{ id: 'old', name: 'The mill', version: 0, corpus: null }]);
    await expect(store.get('old')).rejects.toMatchObject({ code: 'read-only' });
    expect(await parts.metadata.get('workspaces', 'old')).not.toHaveProperty('version');
  });

  test('opened by two at once is migrated once', async () => {
    const parts = await setUp();
    const store = createMemoryStore(parts);
    await Promise.all([store.get('old'), store.list(), store.readChunks('old')]);
    await store.sweep();
    expect(parts.files.contents.size).toBe(7);
  });
});
