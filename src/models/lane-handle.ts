/** A lane as its pool sees it: a worker that opens a session, runs batches, and may die. */
import * as Comlink from 'comlink';
import { HopscopeError, type Outcome } from '../domain/outcome';
import type { LaneApi } from './lane-api';
import type { SessionFiles } from './runtime';

export interface LaneHandle<Options, Batch, Result> {
  open(files: SessionFiles, options: Options, onLost: (reason: string) => void): Promise<Outcome<void>>;
  run(batch: Batch): Promise<Outcome<Result>>;
  /** Rejects when the worker dies or is ended. */
  died: Promise<never>;
  end(): void;
}

/** `what`: what the worker is for, in the words of a message. */
export const handleOf = <Options, Batch, Result>(
  worker: Worker,
  what: string,
): LaneHandle<Options, Batch, Result> => {
  // Comlink's mapped type cannot see through type parameters; both ends are the same interface.
  const remote = Comlink.wrap(worker) as unknown as LaneApi<Options, Batch, Result>;
  let die: (error: HopscopeError) => void = () => {};
  const died = new Promise<never>((_, reject) => {
    die = reject;
  });
  worker.onerror = (event) =>
    die(
      new HopscopeError('worker-lost', `The ${what} worker stopped and was started again.`, {
        detail: event.message,
        retryable: true,
      }),
    );
  // Watched only while a call runs; without this an idle death would be an unhandled rejection.
  died.catch(() => {});
  return {
    open: (files, options, onLost) => remote.open(files, options, Comlink.proxy(onLost)),
    run: (batch) => remote.run(batch),
    died,
    end: () => {
      worker.terminate();
      // A terminated worker never answers, and its proxy would wait for ever.
      die(new HopscopeError('worker-lost', 'The model was closed.', { retryable: true }));
    },
  };
};
