/** Synchronous file access as workers have it; declared here, because a page is compiled without these names. */
export interface SyncAccess {
  /** Returns how many bytes were written. */
  write(bytes: Uint8Array<ArrayBuffer>, options: { at: number }): number;
  truncate(size: number): void;
  getSize(): number;
  flush(): void;
  close(): void;
}

interface WithSyncAccess {
  createSyncAccessHandle(): Promise<SyncAccess>;
}

const offersSyncAccess = (handle: object): handle is WithSyncAccess =>
  'createSyncAccessHandle' in handle && typeof handle.createSyncAccessHandle === 'function';

/** Null in a page and in shared workers, which are offered none. */
export const syncAccessOf = (handle: FileSystemFileHandle): (() => Promise<SyncAccess>) | null =>
  offersSyncAccess(handle) ? () => handle.createSyncAccessHandle() : null;
