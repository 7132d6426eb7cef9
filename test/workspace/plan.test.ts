import { describe, expect, test } from 'vitest';
import type { PlannedRuns } from '../../src/domain/plan';
import { DEFAULT_BM25, DEFAULT_HYBRID } from '../../src/domain/retriever';
import { acquireWriter, runLock } from '../../src/workspace/lock';
import { createMemoryLocks } from '../../src/workspace/locks';
import { createMemoryFiles } from '../../src/workspace/memory-files';
import { createMemoryMetadata } from '../../src/workspace/metadata';
import { createMemoryStore } from '../../src/workspace/store';

const planned = (system: string): PlannedRuns => ({
  asked: '2026-01-01T00:00:00.000Z',
  systems: [system],
  retrievers: ['bm25', 'hybrid'],
  settings: { bm25: DEFAULT_BM25, hybrid: DEFAULT_HYBRID, model: 'all-MiniLM-L6-v2' },
  k: 5,
  questions: null,
  interventions: [{ kind: 'augment', policy: 'always' }],
});
const shared = () => ({
  files: createMemoryFiles(),
  metadata: createMemoryMetadata(),
  locks: createMemoryLocks(),
});

describe('the runs that are still to be made', () => {
  test('are kept with the workspace, survive a reload, and go with it', async () => {
    const parts = shared();
    const store = createMemoryStore(parts);
    const [one, other] = [await store.create('one'), await store.create('other')];
    expect(await store.readPlan(one.id)).toEqual([]);
    await store.changePlan(one.id, () => [planned('a')]);
    await Promise.all(
      ['b', 'c'].map((system) => store.changePlan(one.id, (plan) => [...plan, planned(system)])),
    );
    const reloaded = createMemoryStore(parts);
    expect(await reloaded.readPlan(one.id)).toEqual([planned('a'), planned('b'), planned('c')]);
    expect(await reloaded.readPlan(other.id)).toEqual([]);
    await reloaded.remove(one.id);
    expect(await parts.metadata.entries('settings')).toEqual([]);
    await expect(reloaded.changePlan(one.id, () => [planned('a')])).rejects.toMatchObject({
      code: 'not-found',
    });
    expect(await parts.metadata.entries('settings')).toEqual([]);
  });

  test('leave nothing behind when all are made', async () => {
    const parts = shared();
    const store = createMemoryStore(parts);
    const { id } = await store.create('one');
    await store.changePlan(id, () => [planned('a')]);
    expect(await store.changePlan(id, () => [])).toEqual([]);
    expect(await parts.metadata.entries('settings')).toEqual([]);
  });

  test('a tab that only reads plans none, and a plan of another version is none', async () => {
    const parts = shared();
    const store = createMemoryStore({ ...parts, tab: () => 'this' });
    const { id } = await store.create('one');
    await parts.metadata.update('settings', `run-plan/${id}`, () => ({ schema: 'hopscope.run-plan/9' }));
    expect(await store.readPlan(id)).toEqual([]);
    await acquireWriter(parts.locks, id, 'another');
    await expect(store.changePlan(id, () => [])).rejects.toMatchObject({ code: 'read-only' });
  });
});

describe('deleting a workspace', () => {
  test('is refused while another tab has it open', async () => {
    const parts = shared();
    const store = createMemoryStore({ ...parts, tab: () => 'this' });
    const { id } = await store.create('one');
    const lease = await acquireWriter(parts.locks, id, 'another');
    await expect(store.checkRemovable(id)).rejects.toMatchObject({ code: 'read-only' });
    await expect(store.remove(id)).rejects.toMatchObject({ code: 'read-only' });
    expect(await store.list()).toHaveLength(1);
    lease.release();
    await store.checkRemovable(id);
    await store.remove(id);
    expect(await store.list()).toEqual([]);
  });

  test('is refused while one of its runs goes on, whoever has it open, and not for a run of another', async () => {
    const parts = shared();
    const store = createMemoryStore({ ...parts, tab: () => 'this' });
    const { id } = await store.create('one');
    const other = await store.create('other');
    const release = await parts.locks.hold(runLock(id, 'run-1'));
    await expect(store.checkRemovable(id)).rejects.toMatchObject({ code: 'busy' });
    await expect(store.remove(id)).rejects.toMatchObject({ code: 'busy' });
    await store.remove(other.id);
    release?.();
    await store.remove(id);
    expect(await store.list()).toEqual([]);
  });
});

describe('the judgings that have not ended', () => {
  test('are kept with the workspace, survive a reload, and go with it', async () => {
    const parts = shared();
    const store = createMemoryStore(parts);
    const { id } = await store.create('one');
    expect(await store.readJudging(id)).toEqual([]);
    await store.changeJudging(id, () => [{ runs: ['a'], depth: 5 }]);
    const reloaded = createMemoryStore(parts);
    expect(await reloaded.readJudging(id)).toEqual([{ runs: ['a'], depth: 5 }]);
    expect(await reloaded.readPlan(id)).toEqual([]);
    await reloaded.remove(id);
    expect(await parts.metadata.entries('settings')).toEqual([]);
  });

  test('of another version, or damaged, are none', async () => {
    const parts = shared();
    const store = createMemoryStore(parts);
    const { id } = await store.create('one');
    for (const record of [
      { schema: 'hopscope.judge-plan/9', planned: [{ runs: ['a'], depth: 5 }] },
      { schema: 'hopscope.judge-plan/1', planned: [{ runs: ['a'], depth: -1 }] },
      'text',
    ]) {
      await parts.metadata.update('settings', `judge-plan/${id}`, () => record);
      expect(await store.readJudging(id)).toEqual([]);
    }
  });
});
