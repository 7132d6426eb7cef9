/** What one lane does: hold one session of one thread and run token batches through it. */
import * as Comlink from 'comlink';
import { HopscopeError, type Outcome } from '../domain/outcome';
import { attempt } from '../seam/outcome';
import type { SessionFiles } from './runtime';

/** A session of any kind of model. */
export interface LaneSession<Batch, Result> {
  run(batch: Batch): Promise<Result>;
  /** Resolves with the reason when the GPU device is lost; never for WASM. */
  readonly lost: Promise<string>;
  release(): Promise<void>;
}

export interface LaneApi<Options, Batch, Result> {
  /** Opens the model; replaces what was open. `onLost` is told once when the GPU goes away. */
  open(files: SessionFiles, options: Options, onLost: (reason: string) => void): Promise<Outcome<void>>;
  /** The result of a batch, its buffers transferred. */
  run(batch: Batch): Promise<Outcome<Result>>;
}

/** `buffersOf`: the buffers of a result that may leave this realm with it. */
export const createLaneApi = <Options extends { device: string }, Batch, Result>(
  openSession: (files: SessionFiles, options: Options) => Promise<LaneSession<Batch, Result>>,
  buffersOf: (result: Result) => ArrayBufferLike[],
): LaneApi<Options, Batch, Result> => {
  let session: LaneSession<Batch, Result> | null = null;
  return {
    open: (files, options, onLost) =>
      attempt(async () => {
        await session?.release();
        session = null;
        try {
          session = await openSession(files, options);
        } catch (cause) {
          if (cause instanceof HopscopeError) throw cause;
          const why = cause instanceof Error ? cause.message : String(cause);
          throw new HopscopeError('model', `The model could not be opened on ${options.device}: ${why}`, {
            cause,
          });
        }
        void session.lost.then(onLost);
      }),

    run: async (batch) => {
      const outcome = await attempt(() => {
        if (session === null) throw new HopscopeError('model', 'No model is open.');
        return session.run(batch);
      });
      return outcome.ok ? Comlink.transfer(outcome, buffersOf(outcome.value) as ArrayBuffer[]) : outcome;
    },
  };
};
