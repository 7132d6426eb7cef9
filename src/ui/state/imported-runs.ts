/** Bringing runs that were made elsewhere into the open workspace. */
import type { Outcome } from '../../domain/outcome';
import type { SourceFile } from '../../domain/seam';
import type { RunImportReport, RunImportRequest, RunInspection } from '../../domain/seam-runs-in';
import { startJob } from './jobs';
import { refreshMeta, workspace } from './session';
import { callback, diagnosis, runsIn } from './workers';

const controls = {
  pause: (job: string) => runsIn.tell((api) => api.pause(job)),
  resume: (job: string) => runsIn.tell((api) => api.resume(job)),
  cancel: (job: string) => runsIn.tell((api) => api.cancel(job)),
};

/** What the file seems to be; nothing is stored. */
export const inspectRunFile = (file: SourceFile): Promise<Outcome<RunInspection>> =>
  startJob(
    { kind: 'ingest', title: 'Looking at the file', workspace: null },
    (job) => runsIn.ask((api) => api.inspect(file, job)),
    controls,
  );

/** A dry request counts what would be matched; another one stores the runs, or nothing of them. */
export const importRuns = async (request: RunImportRequest): Promise<Outcome<RunImportReport>> => {
  const { workspace: id, dry } = request;
  const outcome = await startJob(
    { kind: 'ingest', title: dry ? 'Matching the run' : 'Importing the run', workspace: id },
    (job, onProgress) => runsIn.ask((api) => api.importRuns(request, job, callback(onProgress))),
    controls,
  );
  if (dry) return outcome;
  await diagnosis.tell((api) => api.forget(id));
  if (workspace()?.id === id) await refreshMeta();
  return outcome;
};
