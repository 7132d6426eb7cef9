/** The store of a browser: OPFS for text, vectors and traces, IndexedDB for metadata, Web Locks for turns. */
import { HopscopeError } from '../domain/outcome';
import { tabName } from '../seam/realm';
import { openIdbMetadata } from './idb-metadata';
import { acquireWriter, type WriterLease } from './lock';
import { createWebLocks, type Locks } from './locks';
import type { Metadata } from './metadata';
import { createOpfsFiles } from './opfs-files';
import { createReplies, type Replies } from './reply-store';
import { createSettings, type Settings } from './settings';
import { createStore, type Store } from './store';

const NAME = 'hopscope';

interface Opened {
  store: Store;
  settings: Settings;
  replies: Replies;
  locks: Locks;
}

const open = async (): Promise<Opened> => {
  // TypeScript takes these for granted; an insecure origin or a private window may lack them.
  const storage: StorageManager | undefined = navigator.storage;
  const manager: LockManager | undefined = navigator.locks;
  if (typeof storage?.getDirectory !== 'function' || manager === undefined) {
    throw new HopscopeError(
      'not-found',
      'This browser gives the page no private storage: open Hopscope over https or from localhost, outside a private window, in a current browser.',
    );
  }
  const root = await (await storage.getDirectory()).getDirectoryHandle(NAME, { create: true });
  const metadata: Metadata = await openIdbMetadata(NAME);
  const locks = createWebLocks(manager);
  const store = createStore({
    files: createOpfsFiles(root),
    metadata,
    locks,
    clock: () => new Date(),
    random: () => crypto.randomUUID().slice(0, 13),
    tab: tabName,
  });
  // Once a page load, beside everything else: what a killed tab left behind only takes room.
  if ('document' in globalThis) {
    store.sweep().catch((thrown: unknown) => console.error('sweeping the storage failed', thrown));
  }
  return { store, settings: createSettings(metadata), replies: createReplies(metadata), locks };
};

let opened: Promise<Opened> | null = null;

/** One connection a realm; a failed one is forgotten, so that the next call tries again. */
const once = (): Promise<Opened> => {
  opened ??= open().catch((thrown: unknown) => {
    opened = null;
    throw thrown;
  });
  return opened;
};

export const openStore = async (): Promise<Store> => (await once()).store;
export const openReplies = async (): Promise<Replies> => (await once()).replies;
export const openSettings = async (): Promise<Settings> => (await once()).settings;
export const openLocks = async (): Promise<Locks> => (await once()).locks;

/** Call in the page when a workspace is opened; `release` when it is left. A reader is told when it may write. */
export const openForWriting = async (workspace: string, onWriter?: () => void): Promise<WriterLease> =>
  acquireWriter((await once()).locks, workspace, tabName() ?? 'unknown', onWriter);

/**
 * Asks the browser not to clear this site's data when the disk runs low; false when it will not promise.
 * Only a page can ask; in a worker this tells what has been granted.
 */
export const requestPersistence = async (): Promise<boolean> => {
  const { storage } = navigator;
  return 'persist' in storage && typeof storage.persist === 'function'
    ? Boolean(await storage.persist())
    : storage.persisted();
};
