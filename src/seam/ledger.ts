/**
 * The ledger of what leaves, and the switch that lets nothing leave: one small database of its own, which every realm of
 * every tab reads and writes, so that no request depends on a message having arrived.
 */
import { type EgressEntry, type Ledger, MOST_ENTRIES } from '../domain/egress';

const NAME = 'hopscope-egress';
const ENTRIES = 'entries';
const STATE = 'state';

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const open = async (): Promise<IDBDatabase> => {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => {
    // The keys go up by one with each entry, and are never used again.
    request.result.createObjectStore(ENTRIES, { autoIncrement: true });
    request.result.createObjectStore(STATE);
  };
  const database = await done(request);
  database.onversionchange = () => database.close();
  return database;
};

export interface LedgerStore {
  /** Written in one step with a look at the switch; `barred`: it is on, and the entry stands as refused. */
  admit(entry: EgressEntry): Promise<{ id: number; barred: boolean }>;
  /** An entry that has made room meanwhile is left alone. */
  amend(id: number, change: Partial<EgressEntry>): Promise<void>;
  read(): Promise<Ledger>;
  clear(): Promise<void>;
  isOffline(): Promise<boolean>;
  setOffline(offline: boolean): Promise<void>;
  /** Whenever this or another realm has written. `offline`: the switch was turned. */
  onChange(listener: (offline: boolean | null) => void): void;
}

export const createLedger = (): LedgerStore => {
  let connection: Promise<IDBDatabase> | null = null;
  const channel = new BroadcastChannel(NAME);
  const listeners = new Set<(offline: boolean | null) => void>();
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    for (const listener of listeners) listener(typeof data === 'boolean' ? data : null);
  };
  const tell = (offline: boolean | null): void => {
    channel.postMessage(offline);
    // A channel does not reach the realm that posts.
    for (const listener of listeners) listener(offline);
  };

  const within = async <T>(
    mode: IDBTransactionMode,
    work: (entries: IDBObjectStore, state: IDBObjectStore) => Promise<T>,
  ): Promise<T> => {
    connection ??= open().catch((thrown: unknown) => {
      connection = null;
      throw thrown;
    });
    const transaction = (await connection).transaction([ENTRIES, STATE], mode);
    const ended = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error('the ledger was not written'));
    });
    ended.catch(() => {});
    const result = await work(transaction.objectStore(ENTRIES), transaction.objectStore(STATE));
    await ended;
    return result;
  };
  const offlineIn = async (state: IDBObjectStore): Promise<boolean> =>
    (await done<unknown>(state.get('offline'))) === true;
  const droppedIn = async (state: IDBObjectStore): Promise<number> =>
    Number((await done<unknown>(state.get('dropped'))) ?? 0);

  return {
    async admit(entry) {
      const admitted = await within('readwrite', async (entries, state) => {
        const barred = await offlineIn(state);
        const outcome = barred ? 'refused' : entry.outcome;
        const id = Number(await done(entries.add({ ...entry, outcome } satisfies EgressEntry)));
        const over = (await done(entries.count())) - MOST_ENTRIES;
        if (over > 0) {
          await done(entries.delete(IDBKeyRange.upperBound(id - MOST_ENTRIES)));
          await done(state.put((await droppedIn(state)) + over, 'dropped'));
        }
        return { id, barred };
      });
      tell(null);
      return admitted;
    },
    async amend(id, change) {
      await within('readwrite', async (entries) => {
        const entry = (await done<unknown>(entries.get(id))) as EgressEntry | undefined;
        if (entry !== undefined) await done(entries.put({ ...entry, ...change }, id));
      });
      tell(null);
    },
    read: () =>
      within('readonly', async (entries, state) => ({
        entries: (await done<unknown[]>(entries.getAll())) as EgressEntry[],
        dropped: await droppedIn(state),
        offline: await offlineIn(state),
      })),
    async clear() {
      await within('readwrite', async (entries, state) => {
        await done(entries.clear());
        await done(state.delete('dropped'));
      });
      tell(null);
    },
    isOffline: () => within('readonly', (_, state) => offlineIn(state)),
    async setOffline(offline) {
      await within('readwrite', async (_, state) => void (await done(state.put(offline, 'offline'))));
      tell(offline);
    },
    onChange: (listener) => void listeners.add(listener),
  };
};

let own: LedgerStore | null = null;

/** The one of this realm. */
export const ledger = (): LedgerStore => {
  own ??= createLedger();
  return own;
};
