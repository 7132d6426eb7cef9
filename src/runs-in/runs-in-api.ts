/** What `runs-in.worker` exposes: reading runs made elsewhere into the browser's storage. */
import { loadTokenCounter } from '../models/token-counter';
import { openLocks, openStore } from '../workspace/open-store';
import { createRunsInApi } from './create-api';

export const runsInApi = createRunsInApi({
  store: openStore,
  locks: openLocks,
  counter: loadTokenCounter,
  clock: () => new Date(),
  random: () => crypto.randomUUID().slice(0, 8),
});
