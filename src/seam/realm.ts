/**
 * The name of the tab, known to its page and its workers alike. A worker cannot find out by itself which page it
 * belongs to, so the client tells it right after spawning; messages wait until the worker's script has run.
 * Import this module statically in workers that write, or the message is missed.
 */
const isWorker = 'WorkerGlobalScope' in globalThis;

interface TabMessage {
  hopscopeTab: string;
}

const isTabMessage = (data: unknown): data is TabMessage =>
  typeof data === 'object' && data !== null && 'hopscopeTab' in data && typeof data.hopscopeTab === 'string';

let name: string | null = isWorker ? null : crypto.randomUUID();

if (isWorker) {
  globalThis.addEventListener('message', (event) => {
    const data: unknown = 'data' in event ? event.data : undefined;
    if (isTabMessage(data)) name = data.hopscopeTab;
  });
}

/** Null in a worker that was not spawned through `seam/client.ts`. */
export const tabName = (): string | null => name;

/** Tells a new worker its tab. Comlink ignores messages that are not its own. */
export const introduce = (worker: Pick<Worker, 'postMessage'>): void => {
  if (name !== null) worker.postMessage({ hopscopeTab: name } satisfies TabMessage);
};
