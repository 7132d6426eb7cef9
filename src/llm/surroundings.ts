/** How the browser's own network and clock are used, where nothing else is given. */
import type { Sleep } from './waiting';

/** Not the function itself: a worker's guard stands in its place, and wants to be called as one of the realm. */
export const realmFetch: typeof globalThis.fetch = (input, init) => globalThis.fetch(input, init);

/** Ends early when the signal aborts. */
export const sleep: Sleep = (ms, signal) =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
  });
