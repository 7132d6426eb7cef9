/**
 * Files in the origin private file system. In a worker through synchronous access handles (Chromium, Firefox,
 * Safari 15.2 on): fast, and `flush` makes a write durable. In a page, which has no such handles, through
 * `createWritable` (Chromium, Firefox 111 on, Safari 26 on), which writes a copy and switches on close.
 */
import { HopscopeError } from '../domain/outcome';
import type { Files, FileWriter } from './files';
import { outOfRoom } from './quota';
import { type SyncAccess, syncAccessOf } from './sync-access';

/** A handle is held only for one write, so a collision is another realm in mid-write: worth a wait. */
const BUSY_TRIES = 400;
const BUSY_WAIT_MS = 25;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const named = (thrown: unknown, name: string): boolean =>
  typeof thrown === 'object' && thrown !== null && 'name' in thrown && thrown.name === name;

/** Tries again while another realm holds the file; `busy` when it stays held for ten seconds: a killed
 * worker on a machine with much to do lets go late. */
const patiently = async <T>(path: string, open: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await open();
    } catch (thrown) {
      // NotReadableError: the file changed between taking the snapshot and reading it.
      const collision = named(thrown, 'NoModificationAllowedError') || named(thrown, 'NotReadableError');
      if (!collision) throw thrown;
      if (attempt === BUSY_TRIES) {
        throw new HopscopeError(
          'busy',
          'A stored file is in use by another tab: close it or wait, then try again.',
          {
            detail: path,
            retryable: true,
            cause: thrown,
          },
        );
      }
      await sleep(BUSY_WAIT_MS);
    }
  }
};

const split = (path: string): { directories: string[]; name: string } => {
  const parts = path.split('/').filter((part) => part !== '');
  const name = parts.pop() ?? '';
  return { directories: parts, name };
};

/** Writes all of `bytes` at `at`; a short write means that the disk is full. */
const writeAll = (handle: SyncAccess, bytes: Uint8Array, at: number, path: string): void => {
  let written = 0;
  while (written < bytes.length) {
    const count = handle.write(bytes.subarray(written) as Uint8Array<ArrayBuffer>, { at: at + written });
    if (count === 0) throw outOfRoom(path);
    written += count;
  }
};

const syncWriter = async (open: () => Promise<SyncAccess>, path: string, drop: () => Promise<void>) => {
  const access = await patiently(path, open);
  let at = 0;
  access.truncate(0);
  const writer: FileWriter = {
    async write(bytes) {
      writeAll(access, bytes, at, path);
      at += bytes.length;
    },
    async close() {
      try {
        access.flush();
      } finally {
        access.close();
      }
    },
    async abort() {
      access.close();
      await drop();
    },
  };
  return writer;
};

const streamWriter = async (handle: FileSystemFileHandle, path: string, drop: () => Promise<void>) => {
  const stream = await patiently(path, () => handle.createWritable());
  const writer: FileWriter = {
    write: (bytes) => stream.write(bytes as Uint8Array<ArrayBuffer>),
    close: () => stream.close(),
    async abort() {
      // After a failed write or close the stream is already errored and aborting it rejects again with the same error.
      await stream.abort().catch(() => {});
      await drop();
    },
  };
  return writer;
};

/** Files below one directory of the OPFS, made if needed. */
export const createOpfsFiles = (root: FileSystemDirectoryHandle): Files => {
  const directory = async (names: string[], create: boolean): Promise<FileSystemDirectoryHandle | null> => {
    let current = root;
    try {
      for (const name of names) current = await current.getDirectoryHandle(name, { create });
      return current;
    } catch (thrown) {
      if (named(thrown, 'NotFoundError')) return null;
      throw thrown;
    }
  };
  const file = async (path: string, create: boolean): Promise<FileSystemFileHandle | null> => {
    const { directories, name } = split(path);
    try {
      return (await (await directory(directories, create))?.getFileHandle(name, { create })) ?? null;
    } catch (thrown) {
      if (named(thrown, 'NotFoundError')) return null;
      throw thrown;
    }
  };
  const made = async (path: string): Promise<FileSystemFileHandle> => {
    const handle = await file(path, true);
    if (handle === null)
      throw new HopscopeError('internal', 'A storage file could not be made: reload the page.', {
        detail: path,
      });
    return handle;
  };
  const remove = async (path: string): Promise<void> => {
    const { directories, name } = split(path);
    const parent = await directory(directories, false);
    if (parent === null) return;
    try {
      await patiently(path, () => parent.removeEntry(name, { recursive: true }));
    } catch (thrown) {
      if (!named(thrown, 'NotFoundError')) throw thrown;
    }
  };

  /** Changes a file in place; on any failure it is cut back to its former size. */
  const change = async (path: string, bytes: Uint8Array | null, size: number | null): Promise<void> => {
    const handle = await made(path);
    const open = syncAccessOf(handle);
    if (open !== null) {
      const access = await patiently(path, open);
      const before = access.getSize();
      try {
        if (size !== null) access.truncate(size);
        if (bytes !== null) writeAll(access, bytes, access.getSize(), path);
        access.flush();
      } catch (thrown) {
        if (size === null) access.truncate(before);
        throw thrown;
      } finally {
        access.close();
      }
      return;
    }
    const before = (await handle.getFile()).size;
    const stream = await patiently(path, () => handle.createWritable({ keepExistingData: true }));
    try {
      if (size !== null) await stream.truncate(size);
      if (bytes !== null) {
        await stream.write({
          type: 'write',
          position: size ?? before,
          data: bytes as Uint8Array<ArrayBuffer>,
        });
      }
      await stream.close();
    } catch (thrown) {
      await stream.abort().catch(() => {});
      throw thrown;
    }
  };

  return {
    async read(path, start = 0, end) {
      const handle = await file(path, false);
      if (handle === null) return null;
      return patiently(
        path,
        async () => new Uint8Array(await (await handle.getFile()).slice(start, end).arrayBuffer()),
      );
    },
    async size(path) {
      const handle = await file(path, false);
      return handle === null ? null : (await handle.getFile()).size;
    },
    async create(path) {
      const handle = await made(path);
      const open = syncAccessOf(handle);
      const drop = (): Promise<void> => remove(path);
      return open === null ? streamWriter(handle, path, drop) : syncWriter(open, path, drop);
    },
    append: (path, bytes) => change(path, bytes, null),
    truncate: (path, size) => change(path, null, size),
    async list(path) {
      const handle = await directory(
        path.split('/').filter((part) => part !== ''),
        false,
      );
      const names: string[] = [];
      if (handle !== null) for await (const name of handle.keys()) names.push(name);
      return names;
    },
    remove,
    async usage() {
      const { usage = 0, quota = null } = await navigator.storage.estimate();
      return { bytes: usage, quota, persisted: await navigator.storage.persisted() };
    },
  };
};
