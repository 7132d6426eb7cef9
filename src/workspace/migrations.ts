/**
 * Older workspaces open in a newer app (design 08). One step a version, each tested on kept old files
 * (test/fixtures/workspace-v*). A step writes new files beside the old ones and switches the record last, so a tab
 * killed in the middle finds the old state and starts again.
 */
import { WORKSPACE_VERSION } from '../domain/workspace';
import { fromVersion0 } from './migration-0';
import type { StoreParts } from './parts';
import { versionOf } from './record';

/** `STEPS[n]` turns version n into n + 1 and returns the new record. */
const STEPS: ((record: unknown, parts: StoreParts) => Promise<unknown>)[] = [fromVersion0];

/** The caller holds the workspace's files lock. Does nothing when another realm has migrated it meanwhile. */
export const migrate = async (parts: StoreParts, id: string): Promise<void> => {
  for (;;) {
    const record = await parts.metadata.get('workspaces', id);
    const version = versionOf(record);
    const step = STEPS[version];
    if (record === undefined || version >= WORKSPACE_VERSION || step === undefined) return;
    const next = await step(record, parts);
    await parts.metadata.update('workspaces', id, () => next);
  }
};
