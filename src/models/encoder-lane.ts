import { handleOf, type LaneHandle } from './lane-handle';
import type { SessionOptions } from './session';

export type EncoderLane = LaneHandle<SessionOptions, number[][], Float32Array>;

/** The one place that starts encoder lanes; tests pass their own. */
export const spawnEncoderLane = (): EncoderLane =>
  handleOf(
    new Worker(new URL('../../workers/encoder-lane.worker.ts', import.meta.url), {
      type: 'module',
      name: 'encoder-lane',
    }),
    'embedding',
  );
