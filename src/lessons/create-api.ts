/** The lessons worker's api over whatever files and tokenizer it is given: the app's own, or a test's. */
import type { ChunkingSettings } from '../domain/corpus';
import { HopscopeError } from '../domain/outcome';
import type { IngestFile, SourceFile } from '../domain/seam';
import type { Demo, LessonContract } from '../domain/seam-lessons';
import { createIngestApi, type IngestParts } from '../ingest/create-api';
import { createSearchService } from '../retrieval/search-service';
import { attempt, unwrap } from '../seam/outcome';
import { createMemoryStore } from '../workspace/store';

const ROLES = ['corpus', 'questions'] as const;

export interface LessonParts {
  counter: IngestParts['counter'];
  /** A file of the demo by its name; throws when it cannot be had. */
  file: (name: string) => Promise<Blob>;
}

/**
 * The same ingest and search as of a user's files, on a store in memory: nothing is written to the browser's storage, and
 * a demo that the user has changed does not change a lesson.
 */
export const createLessonApi = ({ counter, file }: LessonParts): LessonContract => {
  const store = createMemoryStore();
  const openStore = async () => store;
  const ingest = createIngestApi({ store: openStore, counter });
  const service = createSearchService(openStore);
  const opened = new Map<string, Promise<Demo & { workspace: string }>>();

  const filesOf = async (key: string): Promise<IngestFile[]> => {
    const sources = await Promise.all(
      ROLES.map(async (role): Promise<SourceFile & { role: (typeof ROLES)[number] }> => {
        const path = `${role}.jsonl`;
        return { path, file: await file(path), role };
      }),
    );
    const inspections = unwrap(await ingest.inspect(sources, `inspect ${key}`));
    return sources.map((source) => {
      const guesses = inspections.find(({ path }) => path === source.path)?.guesses ?? [];
      const guess = guesses.find(({ role }) => role === source.role) ?? guesses[0];
      if (guess === undefined)
        throw new HopscopeError('bad-input', `The demo’s own file ${source.path} cannot be read.`);
      return { ...source, reader: guess.reader };
    });
  };

  const read = async (chunking: ChunkingSettings, key: string): Promise<Demo & { workspace: string }> => {
    const { id: workspace } = await store.create(key);
    const files = await filesOf(key);
    unwrap(await ingest.ingest({ workspace, files, chunking, mode: 'replace' }, key, () => {}));
    const [chunks, questions, mappings] = await Promise.all([
      store.readChunks(workspace),
      store.readQuestions(workspace),
      store.readMappings(workspace),
    ]);
    return { workspace, chunks, questions, mappings };
  };

  const cut = (chunking: ChunkingSettings) => {
    const key = JSON.stringify([chunking.unit, chunking.size, chunking.overlap]);
    const known = opened.get(key);
    if (known !== undefined) return known;
    const reading = read(chunking, key);
    opened.set(key, reading);
    // A failed one is forgotten, so that the next call tries again.
    reading.catch(() => opened.delete(key));
    return reading;
  };

  return {
    connectEncoder: service.connectEncoder,
    cancel: service.cancel,
    open: (chunking) =>
      attempt(async () => {
        const { chunks, questions, mappings } = await cut(chunking);
        return { chunks, questions, mappings };
      }),
    search: (chunking, request) =>
      attempt(async () =>
        unwrap(await service.search({ ...request, workspace: (await cut(chunking)).workspace })),
      ),
    embed: (chunking, model, job, onProgress) =>
      attempt(async () =>
        unwrap(await service.embed((await cut(chunking)).workspace, model, job, onProgress)),
      ),
  };
};
