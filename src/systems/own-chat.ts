/** The one chat model of the run worker's realm. */
import { realmFetch, sleep } from '../llm/surroundings';
import { ledger } from '../seam/ledger';
import { openReplies, openSettings } from '../workspace/open-store';
import { KEY_RECORD } from '../workspace/settings';
import { createChat } from './chat';

export const chat = createChat({
  fetch: realmFetch,
  sleep,
  now: () => performance.now(),
  clock: () => new Date(),
  random: () => Math.random(),
  store: openReplies,
  keys: async () => {
    const settings = await openSettings();
    return { get: () => settings.get(KEY_RECORD), set: (record) => settings.set(KEY_RECORD, record) };
  },
  randomBytes: (bytes) => crypto.getRandomValues(bytes),
  offline: () => ledger().isOffline(),
  page: () => ({ origin: globalThis.location.origin, isolated: globalThis.crossOriginIsolated }),
});
