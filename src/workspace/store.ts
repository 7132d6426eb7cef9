/** The workspace store over any `Files`, `Metadata` and `Locks` (contract: `domain/store.ts`). */
import { HopscopeError } from '../domain/outcome';
import type { WorkspaceStore } from '../domain/store';
import type { WorkspaceMeta } from '../domain/workspace';
import { createAnswerStore } from './answer-store';
import { createBase } from './base';
import { createCorpusStore } from './corpus-store';
import { createLabelStore } from './label-store';
import { filesLock, runsLockPrefix } from './lock';
import { createMemoryLocks, withLock } from './locks';
import { createMemoryFiles } from './memory-files';
import { createMemoryMetadata } from './metadata';
import type { Base, StoreParts } from './parts';
import { createPlanStore } from './plan-store';
import { guardFiles, guardMetadata } from './quota';
import { directoryOf, emptyRecord, versionOf } from './record';
import { createRunStore } from './run-store';
import { rememberSpace } from './spaces';
import { removeBeside, sweep } from './sweep';
import { openVectorCache } from './vector-cache';

export interface Store extends WorkspaceStore {
  /** Removes what a killed tab left behind; returns the paths. */
  sweep(): Promise<string[]>;
  /** What a whole workspace is read from and written to, for `archive/`. */
  readonly base: Base;
}

const cleanName = (name: string): string => {
  const trimmed = name.trim().slice(0, 200);
  if (trimmed === '') throw new HopscopeError('bad-input', 'A workspace needs a name.');
  return trimmed;
};

/** Of a record that this app cannot read only the name is shown; opening it says why. */
const listedOnly = (record: unknown, id: string): WorkspaceMeta => {
  const text = (key: string): string =>
    typeof record === 'object' && record !== null && key in record ? String(Reflect.get(record, key)) : '';
  return {
    id,
    name: text('name') || id,
    version: versionOf(record),
    created: text('created'),
    modified: text('modified'),
    corpus: null,
    questions: null,
    mapping: null,
    runs: [],
  };
};

export const createStore = (parts: StoreParts): Store => {
  const files = guardFiles(parts.files);
  const metadata = guardMetadata(parts.metadata);
  const { locks, clock, random } = parts;
  const base = createBase({ ...parts, files, metadata });

  const checkRemovable = async (id: string): Promise<void> => {
    await base.assertWritable(id);
    const prefix = runsLockPrefix(id);
    if (![...(await locks.held())].some((name) => name.startsWith(prefix))) return;
    // Also one of a tab that has gone on to another workspace, and so holds no writer lock of this one.
    throw new HopscopeError(
      'busy',
      'A run of this workspace is going on, perhaps in another tab: stop it there, then delete the workspace.',
      { detail: `workspace ${id}`, retryable: true },
    );
  };

  return {
    base,
    ...createCorpusStore(base),
    ...createRunStore(base),
    ...createLabelStore(base),
    ...createAnswerStore(base),
    ...createPlanStore(base),

    async list() {
      const entries = await metadata.entries('workspaces');
      const all = await Promise.all(
        entries.map(([id, record]) =>
          // One that cannot be opened must not hide the others; opening it says why.
          base.load(id).then(base.present, (thrown: unknown) => {
            if (thrown instanceof HopscopeError) return listedOnly(record, id);
            throw thrown;
          }),
        ),
      );
      return all.sort((a, b) => (a.modified === b.modified ? 0 : a.modified > b.modified ? -1 : 1));
    },
    async create(name) {
      const id = random();
      const record = emptyRecord(id, cleanName(name), clock().toISOString());
      await metadata.update('workspaces', id, () => record);
      return base.present(record);
    },
    get: async (id) => base.present(await base.load(id)),
    async rename(id, name) {
      const clean = cleanName(name);
      await base.assertWritable(id);
      await base.load(id);
      await base.change(id, (record) => ({ ...record, name: clean }));
      return base.present(await base.load(id));
    },
    checkRemovable,
    async remove(id) {
      await checkRemovable(id);
      await withLock(locks, filesLock(id), async () => {
        // The record first: without it the rest is invisible, and swept later if this stops here.
        await metadata.update('workspaces', id, () => undefined);
        await removeBeside(metadata, id);
        await files.remove(directoryOf(id));
      });
    },
    vectors: (space, dimension) =>
      openVectorCache(files, locks, space, dimension, () => rememberSpace(metadata, { space, dimension })),
    usage: () => files.usage(),
    sweep: () => sweep(base),
  };
};

/** A store in memory: for tests, and for a browser that grants no storage. */
export const createMemoryStore = (parts: Partial<StoreParts> = {}): Store =>
  createStore({
    files: createMemoryFiles(),
    metadata: createMemoryMetadata(),
    locks: createMemoryLocks(),
    clock: () => new Date(),
    random: () => crypto.randomUUID(),
    tab: () => null,
    ...parts,
  });
