/**
 * A typed client of one worker: spawned when first needed, dropped when it dies, spawned afresh for the next caller.
 * A lost worker answers nobody, so every open call is ended here with `worker-lost` instead of hanging for ever.
 */
import { type Remote, transfer, wrap } from 'comlink';
import { type Failure, HopscopeError, type Outcome } from '../domain/outcome';
import { attempt, toFailure } from './outcome';
import { introduce } from './realm';

export type { Remote } from 'comlink';
export { proxy as callback } from 'comlink';

export interface AskOptions {
  /** The worker is ended when the call neither returns nor shows a sign of life (`alive`) for this long. */
  stallMs?: number;
}

export interface WorkerClient<Api> {
  /** "search", "encoder"…: named in messages. */
  readonly kind: string;
  readonly running: boolean;
  /** Spawns the worker if there is none. */
  start(): void;
  /**
   * Calls the worker. Functions passed to it must be wrapped in `callback`; they come over a port of their own, so
   * the last report may arrive after the outcome. Call `alive` in progress callbacks when `stallMs` is set.
   * Never rejects.
   */
  ask<T>(
    use: (api: Remote<Api>, alive: () => void) => Promise<Outcome<T>>,
    options?: AskOptions,
  ): Promise<Outcome<T>>;
  /** For pause, resume and cancel: without a running worker there is no job, and nothing to do. */
  tell(use: (api: Remote<Api>) => Promise<void>): Promise<void>;
  /** Ends the worker; open calls fail with `worker-lost` and this reason. */
  terminate(reason?: string): void;
  /** Called right after each spawn, before the first call, and at once when the worker runs already. Returns the unsubscribe. */
  onSpawn(listener: (api: Remote<Api>) => void): () => void;
  onLost(listener: (failure: Failure) => void): () => void;
}

interface Instance<Api> {
  worker: Worker;
  api: Remote<Api>;
  /** Rejects when the worker is lost; never resolves. */
  lost: Promise<never>;
  lose(failure: HopscopeError): void;
}

const lostError = (kind: string, reason: string): HopscopeError =>
  new HopscopeError(
    'worker-lost',
    `The ${kind} worker stopped (${reason}). It starts again with the next try; what was stored is kept.`,
    { retryable: true },
  );

const subscription = <T>(listeners: Set<T>, listener: T): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

const start = <Api>(spawn: () => Worker): Instance<Api> => {
  const worker = spawn();
  introduce(worker);
  let lose: (failure: HopscopeError) => void = () => {};
  const lost = new Promise<never>((_, reject) => {
    lose = reject;
  });
  // Without an open call nobody waits for this promise, and that is no unhandled rejection.
  lost.catch(() => {});
  return { worker, api: wrap<Api>(worker), lost, lose };
};

/** Make one a worker kind, at module level: `createClient<SearchContract>('search', () => new Worker(…))`. */
export const createClient = <Api>(kind: string, spawn: () => Worker): WorkerClient<Api> => {
  const spawned = new Set<(api: Remote<Api>) => void>();
  const losers = new Set<(failure: Failure) => void>();
  let current: Instance<Api> | null = null;

  const drop = (instance: Instance<Api>, reason: string): void => {
    if (current !== instance) return;
    current = null;
    instance.worker.terminate();
    const error = lostError(kind, reason);
    instance.lose(error);
    for (const listener of losers) listener(toFailure(error));
  };

  const need = (): Instance<Api> => {
    if (current !== null) return current;
    const instance = start<Api>(spawn);
    current = instance;
    instance.worker.addEventListener('error', (event) => {
      event.preventDefault();
      drop(instance, event.message || 'its script could not be loaded');
    });
    instance.worker.addEventListener('messageerror', () => drop(instance, 'a message could not be read'));
    for (const listener of spawned) listener(instance.api);
    return instance;
  };

  return {
    kind,
    get running() {
      return current !== null;
    },
    start: () => void need(),
    async ask(use, { stallMs } = {}) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const outcome = await attempt(() => {
        const instance = need();
        const alive = (): void => {
          if (stallMs === undefined) return;
          clearTimeout(timer);
          timer = setTimeout(
            () => drop(instance, `no sign of life for ${Math.round(stallMs / 1000)} s`),
            stallMs,
          );
        };
        alive();
        return Promise.race([use(instance.api, alive), instance.lost]);
      });
      clearTimeout(timer);
      return outcome.ok ? outcome.value : outcome;
    },
    async tell(use) {
      const instance = current;
      if (instance === null) return;
      // A job of a worker that is lost meanwhile has ended, which is what the caller wants.
      await Promise.race([use(instance.api), instance.lost.catch(() => {})]);
    },
    terminate(reason = 'it was ended') {
      if (current !== null) drop(current, reason);
    },
    onSpawn(listener) {
      if (current !== null) listener(current.api);
      return subscription(spawned, listener);
    },
    onLost: (listener) => subscription(losers, listener),
  };
};

/** A worker that died this soon after its start will do so again: it is not restarted for the link's sake. */
const CRASH_LOOP_MS = 2000;

/**
 * Keeps two workers connected by a MessagePort, across restarts of either: `from` calls, `to` serves.
 * `from` must treat a new port as the end of everything it asked on the old one. Returns the unlink.
 */
export const linkWorkers = <From, To>(
  from: WorkerClient<From>,
  to: WorkerClient<To>,
  hand: {
    from: (api: Remote<From>, port: MessagePort) => Promise<unknown>;
    to: (api: Remote<To>, port: MessagePort) => Promise<unknown>;
  },
  options: { onProblem?: (failure: Failure) => void; now?: () => number } = {},
): (() => void) => {
  const { onProblem = (failure) => console.error(failure), now = () => performance.now() } = options;
  let fromApi: Remote<From> | null = null;
  let toApi: Remote<To> | null = null;
  let toStarted = Number.NEGATIVE_INFINITY;

  const connect = (): void => {
    if (fromApi === null || toApi === null) return;
    const { port1, port2 } = new MessageChannel();
    // Both messages are posted now, before any call that needs the link.
    const handed = [hand.from(fromApi, transfer(port1, [port1])), hand.to(toApi, transfer(port2, [port2]))];
    for (const done of handed) done.catch((thrown: unknown) => onProblem(toFailure(thrown)));
  };
  const off = [
    from.onSpawn((api) => {
      fromApi = api;
      if (to.running) connect();
      else to.start();
    }),
    from.onLost(() => {
      fromApi = null;
    }),
    to.onSpawn((api) => {
      toApi = api;
      toStarted = now();
      connect();
    }),
    to.onLost((failure) => {
      toApi = null;
      if (fromApi === null) return;
      if (now() - toStarted < CRASH_LOOP_MS) onProblem(failure);
      else to.start();
    }),
  ];
  return () => {
    for (const stop of off) stop();
  };
};
