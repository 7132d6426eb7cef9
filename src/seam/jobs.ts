/**
 * The running jobs of one worker realm. The caller names a job, so that it can pause, resume or cancel it from
 * outside while the call runs. Work looks at `signal` and waits at `pausePoint()` wherever its state is valid.
 */
import { HopscopeError } from '../domain/outcome';
import type { JobId } from '../domain/progress';

export interface Job {
  readonly id: JobId;
  readonly signal: AbortSignal;
  readonly paused: boolean;
  /**
   * Returns at once while running, waits while paused, throws `cancelled` when cancelled. Also gives the event
   * loop a turn now and then, or a pause or cancel message could never arrive during synchronous work.
   */
  pausePoint(): Promise<void>;
  /** Throws `cancelled` when cancelled; for places that cannot wait. */
  throwIfCancelled(): void;
  /** The job has left a valid state: `cancel` resolves. Idempotent. */
  end(): void;
}

export interface Jobs {
  /** Registers a job; `busy` when one of this id still runs. End it in `finally`, or use `runJob`. */
  startJob(id: JobId): Job;
  /** `startJob`, the work, and `end()` whatever happens. */
  runJob<T>(id: JobId, work: (job: Job) => Promise<T>): Promise<T>;
  /** No such job: nothing to do (it may just have ended). */
  pause(id: JobId): Promise<void>;
  resume(id: JobId): Promise<void>;
  /** Resolves when the job has ended. */
  cancel(id: JobId): Promise<void>;
}

export const cancelled = (): HopscopeError => new HopscopeError('cancelled', 'Cancelled.');

const YIELD_EVERY_MS = 25;

/** A macrotask without the 4 ms clamp of nested timers. */
const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      channel.port1.close();
      resolve();
    };
    channel.port2.postMessage(null);
  });

interface Entry {
  job: Job;
  abort: AbortController;
  setPaused(paused: boolean): void;
  ended: Promise<void>;
}

const createEntry = (id: JobId, onEnd: () => void, now: () => number): Entry => {
  const abort = new AbortController();
  let gate: { opened: Promise<void>; open: () => void } | null = null;
  let finish: () => void = () => {};
  const ended = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let turn = now();

  const setPaused = (paused: boolean): void => {
    if (paused && gate === null) {
      let open: () => void = () => {};
      const opened = new Promise<void>((resolve) => {
        open = resolve;
      });
      gate = { opened, open };
    } else if (!paused && gate !== null) {
      gate.open();
      gate = null;
    }
  };
  const throwIfCancelled = (): void => {
    if (abort.signal.aborted) throw cancelled();
  };

  const job: Job = {
    id,
    signal: abort.signal,
    get paused() {
      return gate !== null;
    },
    throwIfCancelled,
    async pausePoint() {
      if (now() - turn >= YIELD_EVERY_MS) {
        await nextTurn();
        turn = now();
      }
      throwIfCancelled();
      while (gate !== null) await gate.opened;
      throwIfCancelled();
    },
    end() {
      onEnd();
      finish();
    },
  };
  return { job, abort, setPaused, ended };
};

/** A registry; one a worker realm. `now` in milliseconds, monotonic. */
export const createJobs = (now: () => number = () => performance.now()): Jobs => {
  const entries = new Map<JobId, Entry>();

  const startJob = (id: JobId): Job => {
    if (entries.has(id)) {
      throw new HopscopeError('busy', 'This job is already running: wait until it ends or cancel it first.', {
        detail: `job ${id}`,
        retryable: true,
      });
    }
    const entry = createEntry(id, () => void (entries.get(id) === entry && entries.delete(id)), now);
    entries.set(id, entry);
    return entry.job;
  };

  return {
    startJob,
    async runJob(id, work) {
      const job = startJob(id);
      try {
        return await work(job);
      } finally {
        job.end();
      }
    },
    async pause(id) {
      entries.get(id)?.setPaused(true);
    },
    async resume(id) {
      entries.get(id)?.setPaused(false);
    },
    async cancel(id) {
      const entry = entries.get(id);
      if (entry === undefined) return;
      entry.abort.abort(cancelled());
      // A paused job must wake up to see that it was cancelled.
      entry.setPaused(false);
      await entry.ended;
    },
  };
};
