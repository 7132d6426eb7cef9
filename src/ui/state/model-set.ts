/**
 * Which chat model is set in the run worker, as far as this page knows. Apart from what sets it (`model.ts`), so that
 * the header can tell where text goes without loading what only the settings and the runs need.
 */
import { createSignal } from 'solid-js';
import type { ModelState } from '../../domain/seam';
import { run } from './workers';

export interface SetModel {
  state: ModelState;
  /** Scheme, host and port that text is sent to. */
  origin: string;
}

const [modelSet, setSignal] = createSignal<SetModel | null>(null);
const [modelLost, setLost] = createSignal<SetModel | null>(null);

export {
  /** The model that was set until the run worker was restarted, which forgot it with its key; null: none was lost. */
  modelLost,
  /** Null: none is set, so that nothing can be sent. */
  modelSet,
};

export const noteModel = (model: SetModel | null): void => {
  setLost(null);
  setSignal(model);
};

run.onLost(() => {
  const model = modelSet();
  if (model === null) return;
  setLost(model);
  setSignal(null);
});
