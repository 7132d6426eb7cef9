/** What a store is made of. */
import type { WorkspaceMeta } from '../domain/workspace';
import type { StoredFile } from './blobs';
import type { Files } from './files';
import type { Locks } from './locks';
import type { Metadata } from './metadata';
import type { StoredRun, StoredWorkspace } from './record';

export interface StoreParts {
  files: Files;
  metadata: Metadata;
  locks: Locks;
  clock: () => Date;
  /** A short name that was never given before; safe in a file name. */
  random: () => string;
  /** The tab this realm serves (`seam/realm.ts`); null: unknown. */
  tab: () => string | null;
}

/** What every part of the store works on: the parts, and the rules for reading and changing a record. */
export interface Base extends StoreParts {
  /** Throws `not-found`, `newer-version`. Migrates an older record first. */
  load(id: string): Promise<StoredWorkspace>;
  runs(id: string): Promise<StoredRun[]>;
  /** As the rest of the app sees it: a run that nobody executes any more is `interrupted`. */
  present(record: StoredWorkspace): Promise<WorkspaceMeta>;
  /** Throws `read-only` when another tab is the writer. */
  assertWritable(id: string): Promise<void>;
  /** Runs `work` while nobody else adds or sweeps files of this workspace; throws `read-only`. */
  writing<T>(id: string, work: (record: StoredWorkspace, directory: string) => Promise<T>): Promise<T>;
  /** Atomic; also sets `modified`. */
  change(id: string, change: (record: StoredWorkspace) => StoredWorkspace): Promise<void>;
  /** The whole current file of a kind; null when the workspace has none. Follows a switch that happens meanwhile. */
  readCurrent(id: string, pick: (record: StoredWorkspace) => StoredFile | null): Promise<Uint8Array | null>;
}
