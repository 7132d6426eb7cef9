import { type Endpoint, expose } from 'comlink';

/** A worker as the page sees it, over a channel in this realm; it can be made to die as workers do. */
export const fakeWorker = (api: object) => {
  const { port1, port2 } = new MessageChannel();
  const listeners = new Map<string, ((event: Event) => void)[]>();
  let terminated = false;
  const received: unknown[] = [];
  port2.addEventListener('message', ({ data }) => void received.push(data));
  expose(api, port2 as unknown as Endpoint);
  port1.start();
  const worker = {
    postMessage: (message: unknown, transfer?: Transferable[]) => {
      if (!terminated) port1.postMessage(message, transfer ?? []);
    },
    addEventListener(type: string, listener: (event: Event) => void) {
      if (type === 'message') port1.addEventListener('message', listener);
      else listeners.set(type, [...(listeners.get(type) ?? []), listener]);
    },
    removeEventListener(type: string, listener: (event: Event) => void) {
      if (type === 'message') port1.removeEventListener('message', listener);
    },
    terminate() {
      terminated = true;
      port1.close();
      port2.close();
    },
  };
  return {
    worker: worker as unknown as Worker,
    received,
    get terminated() {
      return terminated;
    },
    die(type: 'error' | 'messageerror', message = '') {
      const event = Object.assign(new Event(type, { cancelable: true }), { message });
      for (const listener of listeners.get(type) ?? []) listener(event);
    },
  };
};
