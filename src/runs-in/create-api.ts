/** The api of the worker that imports runs, over whatever store and tokenizer it is given: the browser's, or a test's. */
import { APP } from '../domain/app';
import type { RunsInContract } from '../domain/seam-runs-in';
import type { WorkspaceStore } from '../domain/store';
import type { TokenCounter } from '../ingest/types';
import { createJobs } from '../seam/jobs';
import { createMeter } from '../seam/meter';
import { attempt } from '../seam/outcome';
import { runLock } from '../workspace/lock';
import { type Locks, withLock } from '../workspace/locks';
import { importRuns } from './import';
import { inspectRunFile } from './inspect';

export interface RunsInParts {
  store: () => Promise<WorkspaceStore>;
  locks: () => Promise<Locks>;
  /** Counter of the encoder that chunks are cut for. */
  counter: () => Promise<TokenCounter>;
  clock: () => Date;
  random: () => string;
}

export const createRunsInApi = ({ store, locks, counter, clock, random }: RunsInParts) => {
  const jobs = createJobs();
  return {
    inspect: (file, id) => attempt(() => jobs.runJob(id, () => inspectRunFile(file))),
    importRuns: (request, id, onProgress) =>
      attempt(() =>
        jobs.runJob(id, async (job) => {
          const held = await locks();
          return importRuns(request, {
            store: await store(),
            counter,
            locked: (workspace, run, work) => withLock(held, runLock(workspace, run), work),
            clock,
            random,
            app: `${APP.name} ${APP.version}`,
            job,
            meter: createMeter({ phase: 'reading', unit: 'bytes', total: null, emit: onProgress }),
          });
        }),
      ),
    pause: (id) => jobs.pause(id),
    resume: (id) => jobs.resume(id),
    cancel: (id) => jobs.cancel(id),
  } satisfies RunsInContract;
};
