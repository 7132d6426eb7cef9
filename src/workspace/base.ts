/** What all parts of the store share: loading a record at the current version, and guarded, atomic changes of it. */
import { HopscopeError } from '../domain/outcome';
import { type RunMeta, WORKSPACE_VERSION } from '../domain/workspace';
import { readBlob } from './blobs';
import { assertWritable, filesLock, runLock } from './lock';
import { withLock } from './locks';
import { migrate } from './migrations';
import type { Base, StoreParts } from './parts';
import { asCurrent, directoryOf, type StoredRun, type StoredWorkspace, versionOf } from './record';

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const notFound = (id: string): HopscopeError =>
  new HopscopeError('not-found', 'This workspace does not exist (any more): go back to the start page.', {
    detail: `workspace ${id}`,
  });

export const createBase = (parts: StoreParts): Base => {
  const { files, metadata, locks, clock, tab } = parts;

  const load = async (id: string): Promise<StoredWorkspace> => {
    const record = await metadata.get('workspaces', id);
    if (record === undefined) throw notFound(id);
    if (versionOf(record) >= WORKSPACE_VERSION) return asCurrent(record);
    await assertWritable(locks, id, tab());
    await withLock(locks, filesLock(id), () => migrate(parts, id));
    return asCurrent(await metadata.get('workspaces', id));
  };

  const runs = async (id: string): Promise<StoredRun[]> => {
    const entries = await metadata.entries('runs', `${id}/`);
    const stored = entries.map(([, value]) => value as StoredRun);
    // Entries come by key, and sorting is stable: runs begun in the same millisecond keep an order.
    return stored.sort((a, b) => compare(a.meta.header.started, b.meta.header.started));
  };

  return {
    ...parts,
    load,
    runs,
    async present(record) {
      const { files: _, ...meta } = record;
      const stored = await runs(record.id);
      const held = stored.length === 0 ? new Set<string>() : await locks.held();
      const alive = ({ header, state }: RunMeta): boolean =>
        (state !== 'running' && state !== 'paused') || held.has(runLock(record.id, header.run));
      return {
        ...meta,
        runs: stored.map(({ meta: run }) => (alive(run) ? run : { ...run, state: 'interrupted' })),
      };
    },
    assertWritable: (id) => assertWritable(locks, id, tab()),
    async writing(id, work) {
      await assertWritable(locks, id, tab());
      // Before the lock, because a migration takes it too.
      await load(id);
      return withLock(locks, filesLock(id), async () => work(await load(id), directoryOf(id)));
    },
    change: (id, change) =>
      metadata.update('workspaces', id, (current) => {
        if (current === undefined) throw notFound(id);
        return { ...change(asCurrent(current)), modified: clock().toISOString() };
      }),
    async readCurrent(id, pick) {
      let tried: string | null = null;
      for (;;) {
        const stored = pick(await load(id));
        if (stored === null) return null;
        const bytes = await readBlob(files, directoryOf(id), stored);
        if (bytes !== null) return bytes;
        if (stored.name === tried) {
          throw new HopscopeError(
            'damaged',
            'A stored file of this workspace is missing: import the documents or questions again.',
            { detail: `${directoryOf(id)}/${stored.name}` },
          );
        }
        tried = stored.name;
      }
    },
  };
};
