/** Metadata in IndexedDB: its transactions are what makes a switch to new files atomic. */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { HopscopeError } from '../domain/outcome';
import { type Metadata, TABLES } from './metadata';

interface Schema extends DBSchema {
  workspaces: { key: string; value: unknown };
  runs: { key: string; value: unknown };
  settings: { key: string; value: unknown };
}

/** Version of the table layout only; records carry their own version (`migrations.ts`). */
const LAYOUT = 1;

const newerVersion = (cause?: unknown): HopscopeError =>
  new HopscopeError(
    'newer-version',
    'A newer Hopscope has been opened on this data: reload the page to get it here too.',
    { cause },
  );

/** `layout` is for the test of a newer app. */
export const openIdbMetadata = async (name: string, layout = LAYOUT): Promise<Metadata> => {
  let replaced = false;
  let connection: Promise<IDBPDatabase<Schema>> | null = null;

  const connect = async (): Promise<IDBPDatabase<Schema>> => {
    if (replaced) throw newerVersion();
    connection ??= openDB<Schema>(name, layout, {
      upgrade(db) {
        for (const table of TABLES) {
          if (!db.objectStoreNames.contains(table)) db.createObjectStore(table);
        }
      },
      // A tab with a newer app must be able to change the layout: let go instead of blocking it.
      blocking(_current, _wanted, event) {
        replaced = true;
        if (event.target instanceof IDBDatabase) event.target.close();
      },
      // The browser has cut the connection (a cleared site, a failing disk): the next call opens a new one.
      terminated() {
        connection = null;
      },
    }).catch((thrown: unknown) => {
      connection = null;
      throw thrown instanceof DOMException && thrown.name === 'VersionError' ? newerVersion(thrown) : thrown;
    });
    return connection;
  };
  await connect();

  return {
    get: async (table, key) => (await connect()).get(table, key),
    async entries(table, prefix = '') {
      const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
      const transaction = (await connect()).transaction(table);
      const [keys, values] = await Promise.all([
        transaction.store.getAllKeys(range),
        transaction.store.getAll(range),
      ]);
      return keys.map((key, i) => [key, values[i]]);
    },
    async update(table, key, change) {
      // Strict: after a switch the old files are removed, so the switch itself must have reached the disk.
      const transaction = (await connect()).transaction(table, 'readwrite', { durability: 'strict' });
      try {
        const next = change(await transaction.store.get(key));
        if (next === undefined) await transaction.store.delete(key);
        else await transaction.store.put(next, key);
      } catch (thrown) {
        transaction.abort();
        // It rejects with the abort; what matters is what caused it.
        await transaction.done.catch(() => {});
        throw thrown;
      }
      await transaction.done;
    },
  };
};
