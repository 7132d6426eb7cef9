/** Reading files into a workspace, and cutting its documents anew. */
import { createSignal } from 'solid-js';
import type { ChunkingSettings } from '../../domain/corpus';
import type { Outcome } from '../../domain/outcome';
import type { FileInspection, IngestFile, IngestReport, SourceFile } from '../../domain/seam';
import { startJob } from './jobs';
import { refreshMeta, workspace } from './session';
import { callback, diagnosis, ingest } from './workers';

const [lastReport, setLastReport] = createSignal<IngestReport | null>(null);

/** The report of the last ingest of this visit, with its notices; the figures also lie in the workspace. */
export { lastReport };

const controls = { cancel: (job: string) => ingest.tell((api) => api.cancel(job)) };

/** What each file seems to be; nothing is stored. */
export const inspectFiles = (files: SourceFile[]): Promise<Outcome<FileInspection[]>> =>
  startJob(
    { kind: 'ingest', title: 'Looking at the files', workspace: null },
    (job) => ingest.ask((api) => api.inspect(files, job)),
    controls,
  );

const settle = async (id: string, outcome: Outcome<IngestReport>): Promise<Outcome<IngestReport>> => {
  if (outcome.ok) setLastReport(outcome.value);
  await diagnosis.tell((api) => api.forget(id));
  if (workspace()?.id === id) await refreshMeta();
  return outcome;
};

export const ingestFiles = async (
  id: string,
  files: IngestFile[],
  chunking: ChunkingSettings,
  mode: 'replace' | 'add',
): Promise<Outcome<IngestReport>> =>
  settle(
    id,
    await startJob(
      { kind: 'ingest', title: 'Reading', workspace: id },
      (job, onProgress) =>
        ingest.ask((api) => api.ingest({ workspace: id, files, chunking, mode }, job, callback(onProgress))),
      controls,
    ),
  );

export const rechunk = async (id: string, chunking: ChunkingSettings): Promise<Outcome<IngestReport>> =>
  settle(
    id,
    await startJob(
      { kind: 'ingest', title: 'Cutting anew', workspace: id },
      (job, onProgress) => ingest.ask((api) => api.rechunk(id, chunking, job, callback(onProgress))),
      controls,
    ),
  );
