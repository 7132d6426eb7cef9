import type { Locator } from 'playwright-core';

/** Milliseconds from the click on this button until no element matches `bar`, as the page itself sees it. */
export const cancelTime = (button: Locator, bar: string): Promise<number> =>
  button.evaluate(
    (element: HTMLElement, selector) =>
      new Promise<number>((resolve) => {
        const started = performance.now();
        const observer = new MutationObserver(() => {
          if (document.querySelector(selector) !== null) return;
          observer.disconnect();
          resolve(performance.now() - started);
        });
        observer.observe(document.body, { childList: true, subtree: true });
        element.click();
      }),
    bar,
  );
