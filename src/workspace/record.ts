/** What the metadata keeps of a workspace and of a run. Changing a shape here needs a migration. */
import { HopscopeError } from '../domain/outcome';
import { type RunMeta, WORKSPACE_VERSION, type WorkspaceMeta } from '../domain/workspace';
import type { StoredFile } from './blobs';

export interface StoredWorkspace extends Omit<WorkspaceMeta, 'runs'> {
  files: {
    /** The four files of one import: they only ever change together. */
    corpus: Record<'texts' | 'documents' | 'chunks' | 'rejects', StoredFile> | null;
    questions: StoredFile | null;
    mappings: StoredFile | null;
    indexes: Record<string, StoredFile>;
  };
}

export interface StoredRun {
  meta: RunMeta;
  /** Name of its log inside the workspace's directory. */
  file: string;
}

export const ROOT = 'workspaces';
export const directoryOf = (workspace: string): string => `${ROOT}/${workspace}`;
export const runKey = (workspace: string, run: string): string => `${workspace}/${run}`;

export const emptyRecord = (id: string, name: string, now: string): StoredWorkspace => ({
  id,
  name,
  version: WORKSPACE_VERSION,
  created: now,
  modified: now,
  corpus: null,
  questions: null,
  mapping: null,
  files: { corpus: null, questions: null, mappings: null, indexes: {} },
});

/** Every name in the workspace's directory that is in use, logs of runs apart. */
export const filesOf = (record: StoredWorkspace): string[] => {
  const { corpus, questions, mappings, indexes } = record.files;
  return [...Object.values(corpus ?? {}), questions, mappings, ...Object.values(indexes)].flatMap((file) =>
    file === null ? [] : [file.name],
  );
};

/** The version of a record of unknown age; the first layout carried none. */
export const versionOf = (record: unknown): number =>
  typeof record === 'object' && record !== null && 'version' in record && typeof record.version === 'number'
    ? record.version
    : 0;

/** The record as the current shape; throws `newer-version` when a newer app wrote it. Migrate older ones first. */
export const asCurrent = (record: unknown): StoredWorkspace => {
  const version = versionOf(record);
  if (version > WORKSPACE_VERSION) {
    throw new HopscopeError(
      'newer-version',
      'This workspace was saved by a newer Hopscope: open it with that one, or import its documents again here.',
      { detail: `workspace version ${version}, this app knows ${WORKSPACE_VERSION}` },
    );
  }
  return record as StoredWorkspace;
};
