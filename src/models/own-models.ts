/** Models the user dropped in: kept for the session, and in OPFS where the browser has it (design 03). */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import * as v from 'valibot';
import { type FailureCode, HopscopeError } from '../domain/outcome';
import type { SourceFile } from '../domain/seam';
import type { ModelFile } from './catalogue';
import { blobFiles, type ModelFiles } from './files';
import { POOLINGS, type Pooling } from './pooling';
import { readSettings } from './read-settings';

const ENTRY_FILE = 'hopscope-entry.json';
/** Why a stored model cannot be used, found when it was loaded. */
const BROKEN_FILE = 'hopscope-unusable.json';

/** Where a kind of models is kept, `/`-separated below the root. */
export type OwnFolder = 'models' | 'classifiers';

export interface OwnModel<Entry> {
  entry: Entry;
  files: ModelFiles;
  /** Why it is kept for this session only; null when it was stored. */
  notStored: string | null;
}

/** Strips the folders above config.json; the folder's own name is the id unless one is given. */
const rooted = (files: readonly SourceFile[]): { id: string; files: Map<string, Blob> } => {
  const configs = files.filter(({ path }) => path === 'config.json' || path.endsWith('/config.json'));
  // 1_Pooling/config.json is deeper than the model's own.
  const depth = (path: string): number => path.split('/').length;
  const [config] = [...configs].sort((a, b) => depth(a.path) - depth(b.path));
  if (config === undefined) {
    throw new HopscopeError('bad-input', 'No config.json among these files: drop the model’s whole folder.');
  }
  const root = config.path.slice(0, -'config.json'.length);
  const inside = files.filter(({ path }) => path.startsWith(root));
  return {
    id: root.split('/').filter(Boolean).at(-1) ?? 'own model',
    files: new Map(inside.map(({ path, file }) => [path.slice(root.length), file])),
  };
};

/** Content identity: sizes and the hash of each small file; hashing gigabytes of weights whole would take a minute. */
const revisionOf = async (files: ReadonlyMap<string, Blob>): Promise<string> => {
  const hash = sha256.create();
  for (const path of [...files.keys()].sort()) {
    const blob = files.get(path);
    if (blob === undefined) continue;
    hash.update(utf8ToBytes(`${path}\n${blob.size}\n`));
    const ends = [blob.slice(0, 1 << 20), blob.slice(Math.max(1 << 20, blob.size - (1 << 20)))];
    for (const part of ends) hash.update(new Uint8Array(await part.arrayBuffer()));
  }
  return bytesToHex(hash.digest()).slice(0, 12);
};

const directory = async (kind: OwnFolder): Promise<FileSystemDirectoryHandle | null> => {
  try {
    const root = await navigator.storage.getDirectory();
    return await root.getDirectoryHandle(kind, { create: true });
  } catch {
    // No OPFS here (private window, old browser): models are kept for the session, and addOwnModel says so.
    return null;
  }
};

/** Slashes cannot stand in a file name; a percent sign must be escaped for the way back. */
const safeName = (path: string): string => encodeURIComponent(path);

const store = async (
  kind: OwnFolder,
  entry: { id: string },
  files: ReadonlyMap<string, Blob>,
): Promise<string | null> => {
  const models = await directory(kind);
  if (models === null) return 'this browser has no private file system';
  try {
    // Nothing of an earlier model of this name may stay beside the new files.
    await models.removeEntry(safeName(entry.id), { recursive: true }).catch(() => {});
    const folder = await models.getDirectoryHandle(safeName(entry.id), { create: true });
    for (const [path, blob] of files) await write(folder, safeName(path), blob);
    // Written last: a folder without it is a torn copy and is not listed.
    await write(folder, ENTRY_FILE, new Blob([JSON.stringify(entry)]));
    return null;
  } catch (error) {
    await models.removeEntry(safeName(entry.id), { recursive: true }).catch(() => {});
    return error instanceof Error ? error.message : String(error);
  }
};

const write = async (folder: FileSystemDirectoryHandle, name: string, blob: Blob): Promise<void> => {
  const handle = await folder.getFileHandle(name, { create: true });
  const writable = await handle.createWritable();
  await writable.write(blob);
  await writable.close();
};

const opfsFiles = (folder: FileSystemDirectoryHandle): ModelFiles => ({
  async read(path, onBytes) {
    try {
      const file = await (await folder.getFileHandle(safeName(path))).getFile();
      onBytes?.(file.size, file.size);
      return new Uint8Array(await file.arrayBuffer());
    } catch (error) {
      if (error instanceof DOMException && error.name === 'NotFoundError') return null;
      throw error;
    }
  },
});

/** What is known of dropped files before their entry is read. */
export interface DroppedFolder {
  id: string;
  source: 'files';
  revision: string;
  paths: string[];
  known: ModelFile[];
}

/** Throws `bad-input` when the folder lacks something, naming it, or its name is one of `taken`. */
export const addOwnModel = async <Entry extends { id: string }>(
  kind: OwnFolder,
  dropped: readonly SourceFile[],
  { id: given, taken }: { id: string | undefined; taken: ReadonlySet<string> },
  entryOf: (files: ModelFiles, folder: DroppedFolder) => Promise<Entry>,
): Promise<OwnModel<Entry>> => {
  const { id: folder, files } = rooted(dropped);
  const id = given ?? folder;
  if (taken.has(id)) {
    throw new HopscopeError('bad-input', `"${id}" is the name of a known model: give yours another name.`);
  }
  const source = blobFiles(files);
  const entry = await entryOf(source, {
    id,
    source: 'files',
    revision: await revisionOf(files),
    paths: [...files.keys()],
    known: [...files].map(([path, blob]) => ({ path, bytes: blob.size, sha256: null })),
  });
  return { entry, files: source, notStored: await store(kind, entry, files) };
};

const FILES_AT_FAULT: readonly FailureCode[] = ['model', 'bad-input', 'not-found', 'damaged'];

/** The files of a model are at fault, and would be again: not the memory, the network or a cancel. */
export const atFault = (error: unknown): error is HopscopeError =>
  error instanceof HopscopeError && !error.retryable && FILES_AT_FAULT.includes(error.code);

/** A stored model that is not offered: it can be named with the reason, and removed. */
export interface BrokenModel {
  id: string;
  why: string;
}

/** What was kept of a model when it was stored. The rest of its entry is read from its own files again. */
const StoredSchema = v.object({
  id: v.pipe(v.string(), v.minLength(1)),
  revision: v.string(),
  present: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  pooling: v.optional(v.picklist(POOLINGS)),
  files: v.array(
    v.object({ path: v.string(), bytes: v.pipe(v.number(), v.minValue(0)), sha256: v.nullable(v.string()) }),
  ),
});

export interface StoredFolder extends DroppedFolder {
  /** As it was chosen when the model was added. */
  present: number | null;
  pooling: Pooling | null;
}

const BrokenSchema = v.object({ why: v.string() });

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * What earlier sessions stored of this kind. The entry is made anew by `entryOf`, so that a folder that an earlier
 * version took is held to what this one allows.
 */
export const storedModels = async <Entry extends { id: string }>(
  kind: OwnFolder,
  entryOf: (files: ModelFiles, folder: StoredFolder) => Promise<Entry>,
): Promise<{ models: OwnModel<Entry>[]; broken: BrokenModel[] }> => {
  const [models, broken]: [OwnModel<Entry>[], BrokenModel[]] = [[], []];
  const root = await directory(kind);
  if (root === null) return { models, broken };
  for await (const handle of root.values()) {
    if (handle.kind !== 'directory') continue;
    const files = opfsFiles(handle as FileSystemDirectoryHandle);
    try {
      const stored = await readSettings(files, ENTRY_FILE, StoredSchema);
      if (stored === null) continue;
      const refused = await readSettings(files, BROKEN_FILE, BrokenSchema);
      if (refused !== null) broken.push({ id: stored.id, why: refused.why });
      else {
        const entry = await entryOf(files, {
          id: stored.id,
          source: 'files',
          revision: stored.revision,
          paths: stored.files.map(({ path }) => path),
          known: stored.files,
          present: stored.present ?? null,
          pooling: stored.pooling ?? null,
        });
        models.push({ entry, files, notStored: null });
      }
    } catch (error) {
      broken.push({ id: decodeURIComponent(handle.name), why: reasonOf(error) });
    }
  }
  return { models, broken };
};

/** Keeps the reason beside a stored model, so that the next session does not offer it again. */
export const keepRefusal = async (kind: OwnFolder, id: string, why: string): Promise<void> => {
  const root = await directory(kind);
  try {
    const folder = await root?.getDirectoryHandle(safeName(id));
    if (folder !== undefined) await write(folder, BROKEN_FILE, new Blob([JSON.stringify({ why })]));
  } catch {
    // It is not stored, or the disk is full: then the next session finds out for itself.
  }
};

/** Takes a stored model off the disk; one that was never stored is no error. */
export const removeStored = async (kind: OwnFolder, id: string): Promise<void> => {
  const root = await directory(kind);
  try {
    await root?.removeEntry(safeName(id), { recursive: true });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'NotFoundError')) throw error;
  }
};
