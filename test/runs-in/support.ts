/** Imports over memory: the real apis of ingest and import with the memory store. */
import { readFileSync } from 'node:fs';
import type { RunDiagnosis } from '../../src/domain/diagnosis';
import type { RunImportReport, RunImportRequest } from '../../src/domain/seam-runs-in';
import type { WorkspaceStore } from '../../src/domain/store';
import { createIngestApi } from '../../src/ingest/create-api';
import { createDiagnosisApi } from '../../src/review/diagnosis-api';
import { createRunsInApi } from '../../src/runs-in/create-api';
import { unwrap } from '../../src/seam/outcome';
import { createMemoryLocks } from '../../src/workspace/locks';
import { createMemoryStore } from '../../src/workspace/store';
import { blob, countWords, entry } from '../ingest/support';

export interface Bed {
  store: WorkspaceStore;
  workspace: string;
  api: ReturnType<typeof createRunsInApi>;
}

/** A workspace with these documents and questions, in the formats of the app; absent: without. */
export const bed = async (
  corpus: { path: string; content: string | Blob } | null = null,
  questions: { path: string; content: string | Blob } | null = null,
): Promise<Bed> => {
  const locks = createMemoryLocks();
  const store: WorkspaceStore = createMemoryStore({ locks });
  const { id } = await store.create('test');
  const files = [
    ...(corpus === null ? [] : [entry(corpus.path, corpus.content, 'corpus')]),
    ...(questions === null ? [] : [entry(questions.path, questions.content, 'questions')]),
  ];
  if (files.length > 0) {
    const ingest = createIngestApi({ store: async () => store, counter: async () => countWords });
    const chunking = { unit: 'auto', size: 254, overlap: 1 } as const;
    unwrap(await ingest.ingest({ workspace: id, files, chunking, mode: 'replace' }, 'ingest', () => {}));
  }
  let serial = 0;
  const api = createRunsInApi({
    store: async () => store,
    locks: async () => locks,
    counter: async () => countWords,
    clock: () => new Date('2026-01-02T03:04:05Z'),
    random: () => {
      serial += 1;
      return `r${serial}`;
    },
  });
  return { store, workspace: id, api };
};

export const lines = (records: readonly unknown[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');

export const diskFile = (path: string): Blob => new Blob([readFileSync(path)]);

export const importFile = async (
  { api, workspace }: Bed,
  path: string,
  content: string | Blob,
  more: Partial<RunImportRequest> = {},
): Promise<RunImportReport> =>
  unwrap(
    await api.importRuns(
      {
        workspace,
        file: { path, file: typeof content === 'string' ? blob(content) : content },
        reader: 'auto',
        name: '',
        addQuestions: false,
        bringCorpus: false,
        dry: false,
        ...more,
      },
      `import ${path}`,
      () => {},
    ),
  );

/** The diagnosis of a stored run as the Diagnosis screen gets it. */
export const diagnose = async ({ store, workspace }: Bed, run: string, k: number): Promise<RunDiagnosis> =>
  unwrap(
    await createDiagnosisApi(async () => store).diagnose({
      workspace,
      run,
      k,
    }),
  );

export const runIds = (report: RunImportReport): string[] =>
  report.runs.map(({ meta }) => meta?.header.run ?? '');
