/**
 * One writer a workspace (design 08). The tab that opens a workspace first holds its writer lock; others read,
 * and the next in line becomes the writer when it lets go. The lock belongs to a tab, so that its workers may write
 * too: a second lock carries the tab's name (`seam/realm.ts` tells each worker which tab it serves).
 */
import { HopscopeError } from '../domain/outcome';
import type { Locks, Release } from './locks';

type WriterRole = 'writer' | 'reader';

export interface WriterLease {
  readonly role: WriterRole;
  /** Gives the lock back (or leaves the queue). */
  release(): void;
}

const writerLock = (workspace: string): string => `hopscope:writer:${workspace}`;
const tabLock = (workspace: string, tab: string): string => `${writerLock(workspace)}@${tab}`;

/** Held by the realm that executes a run; a run marked `running` whose lock is free was interrupted. */
export const runLock = (workspace: string, run: string): string => `${runsLockPrefix(workspace)}${run}`;
/** What the locks of a workspace's runs begin with. */
export const runsLockPrefix = (workspace: string): string => `hopscope:run:${workspace}/`;
/** Held while a file of the workspace is written that the metadata does not name yet. */
export const filesLock = (workspace: string): string => `hopscope:files:${workspace}`;
export const vectorsLock = (path: string): string => `hopscope:vectors:${path}`;

/**
 * Takes the writer lock of a workspace if it is free. A reader stays in line and `onWriter` is called when the
 * other tab has closed the workspace.
 */
export const acquireWriter = async (
  locks: Locks,
  workspace: string,
  tab: string,
  onWriter: () => void = () => {},
): Promise<WriterLease> => {
  const releases: Release[] = [];
  const leave = new AbortController();
  let role: WriterRole = 'reader';

  const become = async (release: Release): Promise<void> => {
    releases.push(release);
    const own = await locks.hold(tabLock(workspace, tab));
    if (own !== null) releases.push(own);
    role = 'writer';
  };

  const first = await locks.hold(writerLock(workspace), { wait: false });
  if (first !== null) {
    await become(first);
  } else {
    void locks.hold(writerLock(workspace), { signal: leave.signal }).then(async (release) => {
      if (release === null) return;
      await become(release);
      if (leave.signal.aborted) for (const give of releases.splice(0)) give();
      else onWriter();
    });
  }
  return {
    get role() {
      return role;
    },
    release() {
      leave.abort();
      role = 'reader';
      for (const give of releases.splice(0)) give();
    },
  };
};

/** Throws `read-only` when another tab is the workspace's writer. `tab` null: this worker was told no tab. */
export const assertWritable = async (locks: Locks, workspace: string, tab: string | null): Promise<void> => {
  const held = await locks.held();
  if (!held.has(writerLock(workspace))) return;
  if (tab !== null && held.has(tabLock(workspace, tab))) return;
  throw new HopscopeError(
    'read-only',
    'This workspace is open for writing in another tab: close it there, or make the change there.',
    { detail: `workspace ${workspace}`, retryable: true },
  );
};
