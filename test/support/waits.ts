/**
 * How tests in Node wait for work that goes on beside them. What must happen is waited for with patience, what must
 * not is looked for after turns of the event loop; no length of time says anything about a machine that is busy.
 */
import { expect } from 'vitest';

/** Below the limit of a test (60 s), so that the value waited for is shown and not only the limit. */
const PATIENCE_MS = 50_000;

/** `await until(() => calls.length).toBe(3)`: ends when it holds; the last value is shown when it never does. */
export const until = (value: () => unknown, timeout = PATIENCE_MS) =>
  expect.poll(value, { timeout, interval: 2 });

/** Work in this thread that nothing holds has gone on a good deal after so many turns of the event loop. */
const TURNS = 100;

/** Gives all work in this thread that could go on, messages over ports included, many turns to do so. */
export const idle = async (): Promise<void> => {
  for (let turn = 0; turn < TURNS; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
};

export interface Hold {
  /** What the work waits for; each call is one more that has begun. */
  wait(): Promise<void>;
  readonly begun: number;
  /** Resolves when the first one is held. */
  reached: Promise<void>;
  /** Lets those that are held, and all later ones, go on. Without it they never do. */
  release(): void;
}

/** Lets so many pass and holds the rest, to stand for work that is slow or hangs. */
export const holdAfter = (count: number): Hold => {
  let release = (): void => {};
  let reach = (): void => {};
  const opened = new Promise<void>((resolve) => {
    release = resolve;
  });
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  let begun = 0;
  return {
    wait() {
      if (++begun <= count) return Promise.resolve();
      reach();
      return opened;
    },
    get begun() {
      return begun;
    },
    reached,
    release,
  };
};
