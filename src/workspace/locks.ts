/** Exclusive locks that end with their realm (Web Locks), and a twin in memory for one realm. */
export type Release = () => void;

export interface Locks {
  /**
   * Takes a lock. `wait: false` gives null when it is taken; otherwise it queues until granted.
   * An aborted `signal` ends the wait with null.
   */
  hold(name: string, options?: { wait?: boolean; signal?: AbortSignal }): Promise<Release | null>;
  /** Names of the locks held now, by any tab or worker of this site. */
  held(): Promise<ReadonlySet<string>>;
}

export const withLock = async <T>(locks: Locks, name: string, work: () => Promise<T>): Promise<T> => {
  const release = await locks.hold(name);
  try {
    return await work();
  } finally {
    release?.();
  }
};

export const createWebLocks = (manager: LockManager): Locks => ({
  hold: (name, { wait = true, signal } = {}) =>
    new Promise((resolve, reject) => {
      const options: LockOptions = wait ? (signal === undefined ? {} : { signal }) : { ifAvailable: true };
      manager
        .request(name, options, (lock) => {
          if (lock === null) {
            resolve(null);
            return;
          }
          // The lock is held until this promise settles.
          return new Promise<void>((release) => resolve(() => release()));
        })
        .catch((thrown: unknown) => {
          if (signal?.aborted) resolve(null);
          else reject(thrown);
        });
    }),
  async held() {
    const { held = [] } = await manager.query();
    return new Set(held.flatMap(({ name }) => (name === undefined ? [] : [name])));
  },
});

export const createMemoryLocks = (): Locks => {
  const queues = new Map<string, (() => void)[]>();
  const release = (name: string): void => {
    const next = queues.get(name)?.shift();
    if (next === undefined) queues.delete(name);
    else next();
  };
  const once = (name: string): Release => {
    let done = false;
    return () => {
      if (done) return;
      done = true;
      release(name);
    };
  };
  return {
    async hold(name, { wait = true, signal } = {}) {
      const queue = queues.get(name);
      if (queue === undefined) {
        queues.set(name, []);
        return once(name);
      }
      if (!wait || signal?.aborted) return null;
      return new Promise((resolve) => {
        const granted = (): void => resolve(once(name));
        queue.push(granted);
        signal?.addEventListener('abort', () => {
          const at = queue.indexOf(granted);
          if (at < 0) return;
          queue.splice(at, 1);
          resolve(null);
        });
      });
    },
    held: async () => new Set(queues.keys()),
  };
};
