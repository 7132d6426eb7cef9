import { expect, test } from 'vitest';
import type { HopLabel } from '../../src/domain/judge-check';
import { acquireWriter } from '../../src/workspace/lock';
import { createMemoryLocks } from '../../src/workspace/locks';
import { createMemoryFiles } from '../../src/workspace/memory-files';
import { createMemoryMetadata } from '../../src/workspace/metadata';
import { createMemoryStore } from '../../src/workspace/store';

const label = (question: string): HopLabel => ({
  question,
  hop: 1,
  asked: 'Who?',
  chunks: ['a#0'],
  label: 'present',
  time: '2026-01-01T00:00:00.000Z',
});
const shared = () => ({
  files: createMemoryFiles(),
  metadata: createMemoryMetadata(),
  locks: createMemoryLocks(),
});

test('labels are kept with the workspace, survive a reload, and go with it', async () => {
  const parts = shared();
  const store = createMemoryStore(parts);
  const [one, other] = [await store.create('one'), await store.create('other')];
  expect(await store.readLabels(one.id)).toEqual([]);
  await store.changeLabels(one.id, () => [label('q1')]);
  expect(await store.changeLabels(one.id, (labels) => [...labels, label('q2')])).toHaveLength(2);
  const reloaded = createMemoryStore(parts);
  expect(await reloaded.readLabels(one.id)).toEqual([label('q1'), label('q2')]);
  expect(await reloaded.readLabels(other.id)).toEqual([]);
  await reloaded.remove(one.id);
  expect(await parts.metadata.entries('settings')).toEqual([]);
  await expect(reloaded.readLabels(one.id)).rejects.toMatchObject({ code: 'not-found' });
});

test('labels made at the same time are both kept', async () => {
  const store = createMemoryStore(shared());
  const { id } = await store.create('one');
  await Promise.all(
    ['q1', 'q2', 'q3'].map((question) => store.changeLabels(id, (labels) => [...labels, label(question)])),
  );
  expect((await store.readLabels(id)).map(({ question }) => question).toSorted()).toEqual(['q1', 'q2', 'q3']);
});

test('a tab that only reads keeps none, and labels of unknown shape are not dropped', async () => {
  const parts = shared();
  const store = createMemoryStore({ ...parts, tab: () => 'this' });
  const { id } = await store.create('one');
  const lease = await acquireWriter(parts.locks, id, 'another');
  await expect(store.changeLabels(id, () => [])).rejects.toMatchObject({ code: 'read-only' });
  lease.release();
  await parts.metadata.update('settings', `judge-labels/${id}`, () => ({
    schema: 'hopscope.judge-labels/9',
  }));
  await expect(store.readLabels(id)).rejects.toMatchObject({ code: 'damaged' });
  await expect(store.changeLabels(id, () => [])).rejects.toMatchObject({ code: 'damaged' });
  expect(await parts.metadata.get('settings', `judge-labels/${id}`)).toEqual({
    schema: 'hopscope.judge-labels/9',
  });
});
