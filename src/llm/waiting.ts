/** Waits that end at once when the work is called off, whatever the thing waited for does. */
import { HopscopeError } from '../domain/outcome';

/** Milliseconds; may end early when the signal aborts. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

const cancelled = (): HopscopeError => new HopscopeError('cancelled', 'Cancelled.');

export const throwIfAborted = (signal: AbortSignal | undefined): void => {
  if (signal?.aborted) throw cancelled();
};

/** The promise's value; rejects with `cancelled` the moment the signal aborts. */
export const orAbort = <T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> => {
  if (signal === undefined) return work;
  return new Promise<T>((resolve, reject) => {
    const stop = (): void => reject(cancelled());
    if (signal.aborted) {
      // What nobody waits for any more must not be reported as unhandled.
      work.catch(() => {});
      stop();
      return;
    }
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
};
