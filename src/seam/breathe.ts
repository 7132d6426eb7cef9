/**
 * Lets what else waits for this thread go first: input, drawing, other messages. Work that would be one long task is
 * cut by it. A message and no timer, because timers that are set one after another wait 4 ms each.
 */
export const breathe = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
