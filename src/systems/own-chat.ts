/** The one chat model of the run worker's realm. */
import { realmFetch, sleep } from '../llm/surroundings';
import { openReplies } from '../workspace/open-store';
import { createChat } from './chat';

export const chat = createChat({
  fetch: realmFetch,
  sleep,
  now: () => performance.now(),
  clock: () => new Date(),
  random: () => Math.random(),
  store: openReplies,
  page: () => ({ origin: globalThis.location.origin, isolated: globalThis.crossOriginIsolated }),
});
