import { createSignal } from 'solid-js';
import type { KeepRequest, OfflineState } from '../../offline/manifest';

export type OfflineReadiness =
  | { state: 'unsupported' | 'waiting' | 'ready' }
  | { state: 'keeping'; share: number }
  | { state: 'failed'; message: string };

const [offline, setOffline] = createSignal<OfflineReadiness>({ state: 'waiting' });

/** Whether every file of the app is kept on this device, so that it works with the network cut. */
export { offline };

/**
 * Registers the service worker and asks it to keep the app's files: its parts, or the models and runtimes too. False:
 * it failed, and may be tried again. Only in the built app.
 */
export const keepOffline = async (what: KeepRequest['what']): Promise<boolean> => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) {
    setOffline({ state: 'unsupported' });
    return true;
  }
  try {
    await navigator.serviceWorker.register('./sw.js');
    const registration = await navigator.serviceWorker.ready;
    const channel = new MessageChannel();
    const done = new Promise<boolean>((resolve) => {
      channel.port1.onmessage = (event: MessageEvent<OfflineState>) => {
        const { state, doneBytes, totalBytes, message } = event.data;
        if (state === 'ready') setOffline({ state: 'ready' });
        else if (state === 'failed') setOffline({ state: 'failed', message: message ?? 'unknown reason' });
        else setOffline({ state: 'keeping', share: totalBytes === 0 ? 0 : doneBytes / totalBytes });
        if (state !== 'keeping') resolve(state !== 'failed');
      };
    });
    registration.active?.postMessage({ type: 'keep', what } satisfies KeepRequest, [channel.port2]);
    return await done;
  } catch (error) {
    setOffline({ state: 'failed', message: error instanceof Error ? error.message : String(error) });
    return false;
  }
};
