/** What `classifier.worker` exposes: judging and reading over the browser's storage. */
import type { ClassifierContract } from '../domain/seam';
import { createClassifierLibrary } from '../models/classifier/library';
import { openStore } from '../workspace/open-store';
import { createClassifierApi } from './create-api';

export const classifierApi = createClassifierApi({
  store: openStore,
  library: createClassifierLibrary(),
}) satisfies ClassifierContract;

export type ClassifierApi = typeof classifierApi;
