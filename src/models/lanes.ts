/**
 * A pool of lanes: workers with one single-threaded session each, fed from one queue. Urgent batches overtake patient
 * ones, so that a search answers while a corpus is being embedded. A lane that dies, hangs or fails is replaced and its batch
 * tried once more before the failure is reported (design 08).
 */
import { HopscopeError } from '../domain/outcome';
import { unwrap } from '../seam/outcome';
import type { LaneHandle } from './lane-handle';
import type { SessionFiles } from './runtime';

/** Longer than any batch takes on a machine worth using; a WASM call that hangs never ends by itself. */
const STUCK_AFTER_MS = 120_000;

/** One batch of texts. `batch` is called when it is about to run, so a long queue holds no token arrays. */
export interface LaneTask<Batch, Result> {
  urgent: boolean;
  batch(): Batch;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

export interface LanePoolOptions<Options, Batch, Result> {
  files: SessionFiles;
  session: Options;
  /** At most this many lanes; the second starts only when work is waiting. */
  lanes: number;
  onLost(reason: string): void;
  spawn: () => LaneHandle<Options, Batch, Result>;
}

const timeout = (ms: number): { promise: Promise<never>; stop(): void } => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const promise = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () =>
        reject(
          new HopscopeError('worker-lost', 'The model’s worker hung and was ended.', { retryable: true }),
        ),
      ms,
    );
  });
  return { promise, stop: () => clearTimeout(timer) };
};

export class LanePool<Options, Batch, Result> {
  readonly #options: LanePoolOptions<Options, Batch, Result>;
  readonly #urgent: LaneTask<Batch, Result>[] = [];
  readonly #patient: LaneTask<Batch, Result>[] = [];
  readonly #handles = new Set<LaneHandle<Options, Batch, Result>>();
  #lanes = 0;
  #idle: (() => void)[] = [];
  #closed = false;

  constructor(options: LanePoolOptions<Options, Batch, Result>) {
    this.#options = options;
  }

  get #waiting(): number {
    return this.#urgent.length + this.#patient.length;
  }

  /** Opens the first lane, so that a model that cannot be opened fails here and not at the first text. */
  async open(): Promise<void> {
    const handle = await this.#start();
    this.#lanes++;
    void this.#work(handle);
  }

  submit(task: LaneTask<Batch, Result>): void {
    if (this.#closed) {
      task.reject(new HopscopeError('worker-lost', 'The model was closed.', { retryable: true }));
      return;
    }
    (task.urgent ? this.#urgent : this.#patient).push(task);
    const wake = this.#idle.pop();
    if (wake !== undefined) wake();
    else if (this.#lanes < this.#options.lanes && this.#waiting > 2 * this.#lanes) this.#grow();
  }

  /** Takes tasks that have not begun out of the queue; they are neither resolved nor rejected. */
  withdraw(tasks: ReadonlySet<LaneTask<Batch, Result>>): void {
    for (const queue of [this.#urgent, this.#patient]) {
      const kept = queue.filter((task) => !tasks.has(task));
      queue.splice(0, queue.length, ...kept);
    }
  }

  close(): void {
    this.#closed = true;
    for (const handle of this.#handles) handle.end();
    this.#handles.clear();
    const gone = new HopscopeError('worker-lost', 'The model was closed.', { retryable: true });
    for (const task of [...this.#urgent.splice(0), ...this.#patient.splice(0)]) task.reject(gone);
    for (const wake of this.#idle.splice(0)) wake();
  }

  async #start(): Promise<LaneHandle<Options, Batch, Result>> {
    const handle = this.#options.spawn();
    this.#handles.add(handle);
    try {
      const { files, session, onLost } = this.#options;
      unwrap(await Promise.race([handle.open(files, session, onLost), handle.died]));
      return handle;
    } catch (error) {
      this.#end(handle);
      throw error;
    }
  }

  #end(handle: LaneHandle<Options, Batch, Result>): void {
    handle.end();
    this.#handles.delete(handle);
  }

  /** One more lane. If it cannot be opened (memory), the lanes that run do the work. */
  #grow(): void {
    this.#lanes++;
    this.#start().then(
      (handle) => this.#work(handle),
      () => {
        this.#lanes--;
      },
    );
  }

  async #work(first: LaneHandle<Options, Batch, Result>): Promise<void> {
    let handle = first;
    while (!this.#closed) {
      const task = this.#urgent.shift() ?? this.#patient.shift();
      if (task === undefined) {
        await new Promise<void>((resolve) => this.#idle.push(resolve));
        continue;
      }
      try {
        task.resolve(await this.#run(handle, task));
      } catch (firstError) {
        if (this.#closed) {
          task.reject(firstError);
          return;
        }
        this.#end(handle);
        try {
          handle = await this.#start();
          task.resolve(await this.#run(handle, task));
        } catch (error) {
          task.reject(error);
          if (this.#handles.has(handle)) continue;
          this.#lanes--;
          if (this.#lanes === 0) this.#fail(error);
          return;
        }
      }
    }
  }

  async #run(handle: LaneHandle<Options, Batch, Result>, task: LaneTask<Batch, Result>): Promise<Result> {
    const stuck = timeout(STUCK_AFTER_MS);
    try {
      return unwrap(await Promise.race([handle.run(task.batch()), handle.died, stuck.promise]));
    } finally {
      stuck.stop();
    }
  }

  /** No lane can be opened any more: what waits must not wait for ever. */
  #fail(error: unknown): void {
    this.#closed = true;
    for (const task of [...this.#urgent.splice(0), ...this.#patient.splice(0)]) task.reject(error);
  }
}

/** One batch of a call. `failed` may take a failure upon itself; without it, or when it throws, the call fails. */
export interface CallBatch<Batch, Result> {
  urgent: boolean;
  batch(): Batch;
  done(result: Result): void;
  failed?(error: unknown): void;
}

/**
 * Runs batches of one call and hands each result to its `done`; resolves when all are. Throws what a batch threw, or
 * the reason of `signal` as soon as it fires; what has not begun by then never will.
 */
export const runAll = async <Options, Batch, Result>(
  pool: LanePool<Options, Batch, Result>,
  batches: readonly CallBatch<Batch, Result>[],
  signal: AbortSignal,
): Promise<void> => {
  signal.throwIfAborted();
  const tasks = new Set<LaneTask<Batch, Result>>();
  let abort = (): void => {};
  try {
    await new Promise<void>((resolve, reject) => {
      abort = () => reject(signal.reason);
      signal.addEventListener('abort', abort);
      let left = batches.length;
      if (left === 0) resolve();
      const settle = (work: () => void): void => {
        try {
          work();
        } catch (error) {
          reject(error);
        }
        left--;
        if (left === 0) resolve();
      };
      for (const { urgent, batch, done, failed } of batches) {
        tasks.add({
          urgent,
          batch,
          resolve: (result) => settle(() => done(result)),
          reject: failed === undefined ? reject : (error) => settle(() => failed(error)),
        });
      }
      for (const task of tasks) pool.submit(task);
    });
  } finally {
    signal.removeEventListener('abort', abort);
    pool.withdraw(tasks);
  }
};
