import { handleOf, type LaneHandle } from '../lane-handle';
import type { ClassifierBatch, ClassifierOptions, ClassifierResult } from './session';

export type ClassifierLane = LaneHandle<ClassifierOptions, ClassifierBatch, ClassifierResult>;

/** The one place that starts classifier lanes; tests pass their own. */
export const spawnClassifierLane = (): ClassifierLane =>
  handleOf(
    new Worker(new URL('../../../workers/classifier-lane.worker.ts', import.meta.url), {
      type: 'module',
      name: 'classifier-lane',
    }),
    'judging',
  );
