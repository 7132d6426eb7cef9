import { createSignal } from 'solid-js';
import type { KeepRequest, KeptNotice, OfflineState } from '../../offline/manifest';

export type OfflineReadiness =
  | { state: 'unsupported' | 'waiting' | 'ready' }
  | { state: 'keeping'; share: number }
  | { state: 'failed'; message: string };

const [offline, setOffline] = createSignal<OfflineReadiness>({ state: 'waiting' });

const [newer, setNewer] = createSignal(false);

/** Whether every file of the app is kept on this device, so that it works with the network cut. */
/** Whether the host has a newer build than this page, which goes on as it is. */
export { newer, offline };

/** The script that this page began with, relative to where the app lies. */
const entry = (): string =>
  document
    .querySelector<HTMLScriptElement>('script[type=module][src]')
    ?.src.slice(new URL('./', document.baseURI).href.length) ?? '';

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
        if (event.data.newer !== undefined) setNewer(event.data.newer);
        if (state === 'ready') setOffline({ state: 'ready' });
        else if (state === 'failed') setOffline({ state: 'failed', message: message ?? 'unknown reason' });
        else setOffline({ state: 'keeping', share: totalBytes === 0 ? 0 : doneBytes / totalBytes });
        if (state !== 'keeping') resolve(state !== 'failed');
      };
    });
    registration.active?.postMessage({ type: 'keep', what, entry: entry() } satisfies KeepRequest, [
      channel.port2,
    ]);
    return await done;
  } catch (error) {
    setOffline({ state: 'failed', message: error instanceof Error ? error.message : String(error) });
    return false;
  }
};

/** Not more often than this does a page that is looked at again ask for a newer build. Milliseconds. */
const LOOK_AGAIN_MS = 30 * 60_000;

/** Calls `look` when another tab has brought a newer build, and when this one is looked at again after a while. */
export const whenNewer = (look: () => void): void => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  let last = performance.now();
  navigator.serviceWorker.addEventListener('message', (event: MessageEvent<Partial<KeptNotice> | null>) => {
    if (event.data?.type === 'kept') look();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || performance.now() - last < LOOK_AGAIN_MS) return;
    last = performance.now();
    look();
  });
};
