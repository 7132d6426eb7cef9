import '../../../src/seam/guarded';
import { expose } from 'comlink';

const said = async (act: () => unknown): Promise<string> => {
  try {
    await act();
    return 'passed';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

/** Every way out of a worker that Chromium has, tried in a worker that begins as the app's own do. */
const api = {
  try: async (address: string): Promise<Record<string, string>> => ({
    fetch: await said(() => fetch(address)),
    request: await said(() => fetch(new Request(address))),
    prototype: await said(() =>
      (Object.getPrototypeOf(Object.getPrototypeOf(globalThis)) as typeof globalThis).fetch.call(
        globalThis,
        address,
      ),
    ),
    XMLHttpRequest: await said(() => new XMLHttpRequest().open('GET', address)),
    WebSocket: await said(() => new WebSocket(address.replace(/^http/, 'ws'))),
    EventSource: await said(() => new EventSource(address)),
    WebTransport: await said(() => new WebTransport(address.replace(/^http:/, 'https:'))),
    importScripts: await said(() =>
      (globalThis as unknown as { importScripts(url: string): void }).importScripts(address),
    ),
  }),
};
export type GuardedApi = typeof api;

expose(api);
