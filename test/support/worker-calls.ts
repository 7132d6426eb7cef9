/** Which worker methods the page calls: the proof that something only recomputes, or that nothing is done twice. */
import type { Page } from 'playwright-core';

/** Must be called before the page is opened: it is an init script of the context. */
export const recordWorkerCalls = async (page: Page): Promise<void> => {
  await page.context().addInitScript(() => {
    const calls: string[] = [];
    (globalThis as unknown as { __calls: string[] }).__calls = calls;
    // Comlink's message: { type: 'APPLY', path: ['search'], … }.
    const record = (message: unknown): void => {
      const { type, path } = (message ?? {}) as { type?: unknown; path?: unknown };
      if (type === 'APPLY' && Array.isArray(path)) calls.push(path.join('.'));
    };
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (this: Worker, ...args: [unknown, never]): void {
      record(args[0]);
      post.apply(this, args);
    } as typeof post;
  });
};

export const workerCalls = (page: Page): Promise<string[]> =>
  page.evaluate(() => [...(globalThis as unknown as { __calls: string[] }).__calls]);
