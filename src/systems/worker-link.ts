/** Another worker as the run worker sees it: over a port that is replaced when either worker was restarted. */
import { type Remote, wrap } from 'comlink';
import { HopscopeError, type Outcome } from '../domain/outcome';
import type { ClassifierContract, SearchContract } from '../domain/seam';
import { cancelled } from '../seam/jobs';
import { unwrap } from '../seam/outcome';

export interface WorkerLink<Contract> {
  /** Counts the ports: another number means another worker, which has nothing open yet; 0: none was ever connected. */
  readonly generation: number;
  /** A new port ends whatever was asked on the old one with `worker-lost`. */
  connect(port: MessagePort): void;
  /**
   * Throws `HopscopeError`: the failure of the call, `cancelled` at once when `signal` aborts, `worker-lost` when the
   * port is replaced or, with `timeoutMs`, when nothing comes back in time.
   */
  ask<T>(
    use: (api: Remote<Contract>) => Promise<Outcome<T>>,
    options?: { signal?: AbortSignal; timeoutMs?: number },
  ): Promise<T>;
}

export type SearchLink = WorkerLink<SearchContract>;
export type ClassifierLink = WorkerLink<ClassifierContract>;

interface Connection<Contract> {
  api: Remote<Contract>;
  port: MessagePort;
  lost: Promise<never>;
  lose: (error: HopscopeError) => void;
}

/** `worker`: its name in a sentence, "search worker". */
export const createWorkerLink = <Contract>(worker: string): WorkerLink<Contract> => {
  let current: Connection<Contract> | null = null;
  let generation = 0;

  const lostError = (why: string): HopscopeError =>
    new HopscopeError(
      'worker-lost',
      `The ${worker} stopped (${why}): the run goes on from where it is when you resume it.`,
      { retryable: true },
    );

  return {
    get generation() {
      return generation;
    },
    connect(port) {
      generation++;
      const before = current;
      let lose: (error: HopscopeError) => void = () => {};
      const lost = new Promise<never>((_, reject) => {
        lose = reject;
      });
      // Nobody may be waiting when it is lost.
      lost.catch(() => {});
      current = { api: wrap<Contract>(port), port, lost, lose };
      before?.lose(lostError('it was restarted'));
      before?.port.close();
    },
    async ask(use, { signal, timeoutMs } = {}) {
      const connection = current;
      if (connection === null) throw lostError('it is not connected');
      if (signal?.aborted) throw cancelled();
      const ends: Promise<never>[] = [connection.lost];
      let timer: ReturnType<typeof setTimeout> | undefined;
      let onAbort: (() => void) | undefined;
      if (timeoutMs !== undefined) {
        ends.push(
          new Promise((_, reject) => {
            timer = setTimeout(
              () => reject(lostError(`no answer for ${Math.round(timeoutMs / 1000)} s`)),
              timeoutMs,
            );
          }),
        );
      }
      if (signal !== undefined) {
        ends.push(
          new Promise((_, reject) => {
            onAbort = () => reject(cancelled());
            signal.addEventListener('abort', onAbort, { once: true });
          }),
        );
      }
      try {
        return unwrap(await Promise.race([use(connection.api), ...ends]));
      } finally {
        clearTimeout(timer);
        if (onAbort !== undefined) signal?.removeEventListener('abort', onAbort);
      }
    },
  };
};
