/** Long jobs as the interface shows them: one entry each, with progress, pause and cancel. */
import { createSignal } from 'solid-js';
import { createStore, produce } from 'solid-js/store';
import { fail, type Outcome } from '../../domain/outcome';
import type { JobId, OnProgress, Progress } from '../../domain/progress';

export type JobKind = 'ingest' | 'index' | 'embed' | 'run' | 'judge' | 'answers' | 'model' | 'report';

export interface JobView {
  id: JobId;
  kind: JobKind;
  title: string;
  workspace: string | null;
  progress: Progress | null;
  paused: boolean;
  cancelling: boolean;
  /** Milliseconds since the page was opened. */
  started: number;
}

interface Controls {
  pause?: (job: JobId) => Promise<void>;
  resume?: (job: JobId) => Promise<void>;
  cancel?: (job: JobId) => Promise<void>;
}

const [jobs, setJobs] = createStore<JobView[]>([]);
const controls = new Map<JobId, Controls>();

export { jobs };

/** Counts finished jobs by kind, so that a view can look again when one has ended. */
const [ended, setEnded] = createSignal<{ kind: JobKind; workspace: string | null; at: number }>({
  kind: 'index',
  workspace: null,
  at: 0,
});

export { ended as lastEnded };

export const jobsOf = (workspace: string, kind?: JobKind): JobView[] =>
  jobs.filter((job) => job.workspace === workspace && (kind === undefined || job.kind === kind));

const change = (id: JobId, to: Partial<JobView>): void => setJobs((job) => job.id === id, to);

let serial = 0;

/**
 * Runs a long call as a job of the strip. The job's id is handed to the worker, so that pause and cancel reach it.
 * A thrown error becomes a failed outcome: nothing is swallowed, the caller shows it.
 */
export const startJob = async <T>(
  about: { kind: JobKind; title: string; workspace: string | null },
  work: (job: JobId, onProgress: OnProgress) => Promise<Outcome<T>>,
  controlledBy: Controls = {},
): Promise<Outcome<T>> => {
  serial += 1;
  const id = `${about.kind}-${serial}-${Math.random().toString(36).slice(2, 8)}`;
  controls.set(id, controlledBy);
  setJobs(
    produce((all) => {
      all.push({
        ...about,
        id,
        progress: null,
        paused: false,
        cancelling: false,
        started: performance.now(),
      });
    }),
  );
  try {
    return await work(id, (progress) => change(id, { progress }));
  } catch (error) {
    return fail(
      'internal',
      `${about.title} stopped unexpectedly. Try again; if it stops again, reload the page.`,
      {
        detail: error instanceof Error ? `${error.message}\n${error.stack ?? ''}` : String(error),
        retryable: true,
      },
    );
  } finally {
    controls.delete(id);
    setJobs((all) => all.filter((job) => job.id !== id));
    setEnded({ kind: about.kind, workspace: about.workspace, at: performance.now() });
  }
};

export const canPause = (job: JobView): boolean => controls.get(job.id)?.pause !== undefined;
export const canCancel = (job: JobView): boolean => controls.get(job.id)?.cancel !== undefined;

export const pauseJob = async (id: JobId): Promise<void> => {
  await controls.get(id)?.pause?.(id);
  change(id, { paused: true });
};
export const resumeJob = async (id: JobId): Promise<void> => {
  await controls.get(id)?.resume?.(id);
  change(id, { paused: false });
};
export const cancelJob = async (id: JobId): Promise<void> => {
  change(id, { cancelling: true });
  await controls.get(id)?.cancel?.(id);
};
