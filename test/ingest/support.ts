/** An ingest over memory, for tests: the real api with the memory store and a real or simple token counter. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type ChunkingSettings, DEFAULT_CHUNKING } from '../../src/domain/corpus';
import type { FileRole, IngestFile, IngestReport } from '../../src/domain/seam';
import type { WorkspaceStore } from '../../src/domain/store';
import { createIngestApi } from '../../src/ingest/create-api';
import type { TokenCounter } from '../../src/ingest/types';
import { unwrap } from '../../src/seam/outcome';
import { createMemoryStore } from '../../src/workspace/store';

/** One token a word or punctuation mark. */
export const countWords: TokenCounter = (text) => text.match(/[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu)?.length ?? 0;

export const blob = (content: string | Uint8Array<ArrayBuffer>): Blob => new Blob([content]);

export const diskBlob = (path: string): Blob => new Blob([readFileSync(path)]);

export const entry = (path: string, content: string | Blob, role: FileRole, reader = 'auto'): IngestFile => ({
  path,
  file: typeof content === 'string' ? blob(content) : content,
  role,
  reader,
});

export interface Ingested {
  report: IngestReport;
  store: WorkspaceStore;
  workspace: string;
}

export const ingest = async (
  files: IngestFile[],
  chunking: ChunkingSettings = DEFAULT_CHUNKING,
  count: TokenCounter = countWords,
): Promise<Ingested> => {
  const store: WorkspaceStore = createMemoryStore();
  const { id } = await store.create('test');
  const api = createIngestApi({ store: async () => store, counter: async () => count });
  const report = unwrap(
    await api.ingest({ workspace: id, files, chunking, mode: 'replace' }, 'job', () => {}),
  );
  return { report, store, workspace: id };
};

export const fixture = (name: string): string => resolve(import.meta.dirname, '../fixtures/ingest', name);
