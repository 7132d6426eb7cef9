/** Removes what a killed tab left behind: files that no record names, and directories of removed workspaces. */

import { WORKSPACE_VERSION } from '../domain/workspace';
import { answersKey } from './answer-store';
import { labelsKey } from './label-store';
import { filesLock } from './lock';
import type { Metadata } from './metadata';
import type { Base } from './parts';
import { planKeys } from './plan-store';
import { directoryOf, filesOf, ROOT, type StoredRun, type StoredWorkspace, versionOf } from './record';

/** All that the metadata keeps beside a workspace's record: its runs, and what people and plans said of it. */
export const removeBeside = async (metadata: Metadata, id: string): Promise<void> => {
  for (const [key] of await metadata.entries('runs', `${id}/`))
    await metadata.update('runs', key, () => undefined);
  for (const key of [labelsKey(id), answersKey(id), ...planKeys(id)])
    await metadata.update('settings', key, () => undefined);
};

/** Paths removed. A workspace that is being written to, or was saved by another version, is left alone. */
export const sweep = async (base: Base): Promise<string[]> => {
  const { files, metadata, locks } = base;
  const removed: string[] = [];
  const remove = async (path: string): Promise<void> => {
    await files.remove(path);
    removed.push(path);
  };
  for (const id of await files.list(ROOT)) {
    const release = await locks.hold(filesLock(id), { wait: false });
    if (release === null) continue;
    try {
      const record = await metadata.get('workspaces', id);
      const runs = await metadata.entries('runs', `${id}/`);
      if (record === undefined) {
        await removeBeside(metadata, id);
        await remove(directoryOf(id));
        continue;
      }
      if (versionOf(record) !== WORKSPACE_VERSION) continue;
      const used = new Set([
        ...filesOf(record as StoredWorkspace),
        ...runs.map(([, run]) => (run as StoredRun).file),
      ]);
      for (const name of await files.list(directoryOf(id))) {
        if (!used.has(name)) await remove(`${directoryOf(id)}/${name}`);
      }
    } finally {
      release();
    }
  }
  return removed;
};
