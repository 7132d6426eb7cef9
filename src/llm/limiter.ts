/** How many calls go on at a time: halved when the endpoint says that it is too many, one more after a good round. */
import { orAbort } from './waiting';

export interface Slot {
  /** The call has ended; `limited`: the endpoint said that there were too many. Idempotent. */
  release(outcome: 'good' | 'limited' | 'other'): void;
}

export interface Limiter {
  /** In the order asked. Rejects with `cancelled`. */
  acquire(signal: AbortSignal): Promise<Slot>;
  /** Calls allowed at a time, right now; between 1 and the user's setting. */
  readonly allowed: number;
  readonly running: number;
}

interface Waiter {
  start(slot: Slot): void;
  gone: boolean;
}

/** Over HTTP/1.1 a browser opens no more connections to one host; a request beyond them would wait inside its own time limit. */
export const MOST_OVER_HTTP = 6;

/** How many calls may go on at a time at `base`: what the user set, if the browser can have so many under way. */
export const mostCalls = (base: string, wanted: number): number =>
  base.startsWith('http:') ? Math.min(wanted, MOST_OVER_HTTP) : wanted;

export const createLimiter = (most: number): Limiter => {
  const ceiling = Math.max(1, Math.floor(most));
  let allowed = ceiling;
  let running = 0;
  let good = 0;
  /** Counts halvings: what began before the last one says nothing about the rate after it. */
  let epoch = 0;
  const queue: Waiter[] = [];

  const learn = (outcome: 'good' | 'limited' | 'other', begun: number): void => {
    if (outcome === 'limited' && begun === epoch) {
      allowed = Math.max(1, Math.floor(allowed / 2));
      epoch++;
      good = 0;
    } else if (outcome === 'good' && begun === epoch && ++good >= allowed) {
      allowed = Math.min(ceiling, allowed + 1);
      good = 0;
    }
  };

  const slot = (): Slot => {
    const begun = epoch;
    let held = true;
    running++;
    return {
      release(outcome) {
        if (!held) return;
        held = false;
        running--;
        learn(outcome, begun);
        next();
      },
    };
  };

  const next = (): void => {
    while (running < allowed) {
      const waiter = queue.shift();
      if (waiter === undefined) return;
      if (!waiter.gone) waiter.start(slot());
    }
  };

  return {
    async acquire(signal) {
      const waiter: Waiter = { start: () => {}, gone: false };
      const started = new Promise<Slot>((resolve) => {
        waiter.start = resolve;
      });
      queue.push(waiter);
      next();
      try {
        return await orAbort(started, signal);
      } catch (thrown) {
        waiter.gone = true;
        // It may have been started in the same moment: the slot must not be lost.
        void started.then((given) => given.release('other'));
        throw thrown;
      }
    },
    get allowed() {
      return allowed;
    },
    get running() {
      return running;
    },
  };
};
