/** The whole way of a question file through the worker apis, in this process: ingest, search, run, diagnosis. */
import { readFileSync } from 'node:fs';
import { expose } from 'comlink';
import { DEFAULT_CHUNKING } from '../../src/domain/corpus';
import { DEFAULT_BM25, DEFAULT_HYBRID } from '../../src/domain/retriever';
import type { SystemId } from '../../src/domain/seam';
import type { WorkspaceStore } from '../../src/domain/store';
import type { RunMeta } from '../../src/domain/workspace';
import { createIngestApi } from '../../src/ingest/create-api';
import { createSearchService } from '../../src/retrieval/search-service';
import { createDiagnosisApi } from '../../src/review/diagnosis-api';
import { createJobs } from '../../src/seam/jobs';
import { unwrap } from '../../src/seam/outcome';
import { createRunApi } from '../../src/systems/run-api';
import { createMemoryLocks } from '../../src/workspace/locks';
import { createMemoryStore } from '../../src/workspace/store';
import { noChat } from './no-chat';

export interface Pipeline {
  store: WorkspaceStore;
  workspace: string;
  runs: RunMeta[];
  diagnosis: ReturnType<typeof createDiagnosisApi>;
}

/** Reads a file that holds questions and passages, one chunk a passage, and runs systems over it with BM25. */
export const bm25Pipeline = async (path: string, systems: SystemId[]): Promise<Pipeline> => {
  const memory = createMemoryStore();
  const openStore = async () => memory;
  const workspace = (await memory.create('pipeline')).id;
  const ingest = createIngestApi({
    store: openStore,
    counter: async () => (text) => text.split(/\s+/).length,
  });
  const name = path.split('/').at(-1) ?? path;
  const source = { path: name, file: new Blob([readFileSync(path)]) };
  const [inspection] = unwrap(await ingest.inspect([source], 'inspect'));
  const guess = inspection?.guesses[0];
  if (guess === undefined) throw new Error(`${name}: ${inspection?.problem}`);
  unwrap(
    await ingest.ingest(
      {
        workspace,
        files: [{ ...source, reader: guess.reader, role: 'both' }],
        chunking: { ...DEFAULT_CHUNKING, unit: 'passage' },
        mode: 'replace',
      },
      'ingest',
      () => {},
    ),
  );

  const run = createRunApi({
    jobs: createJobs(),
    chat: noChat(),
    openStore,
    openLocks: async () => createMemoryLocks(),
    clock: () => new Date(),
    now: () => performance.now(),
    random: () => crypto.randomUUID().slice(0, 8),
    lockWaitMs: 0,
  });
  const { port1, port2 } = new MessageChannel();
  expose(createSearchService(openStore), port1);
  unwrap(await run.connectSearch(port2));
  const runs = unwrap(
    await run.start(
      {
        workspace,
        systems,
        retrievers: ['bm25'],
        settings: { bm25: DEFAULT_BM25, hybrid: DEFAULT_HYBRID, model: 'all-MiniLM-L6-v2' },
        k: 5,
        questions: null,
      },
      'run',
      () => {},
    ),
  );
  port1.close();
  port2.close();
  return { store: memory, workspace, runs, diagnosis: createDiagnosisApi(openStore) };
};
