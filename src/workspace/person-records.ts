/**
 * What people said, kept beside the workspace's record: it is small, and must be kept when the key is up. A record that
 * cannot be read throws `damaged` rather than dropping anybody's work.
 */
import { HopscopeError } from '../domain/outcome';
import type { Base } from './parts';

export interface PersonRecords<T> {
  read(id: string): Promise<T[]>;
  /** Atomic; what it comes to. */
  change(id: string, change: (current: T[]) => T[]): Promise<T[]>;
}

export const createPersonRecords = <T>(
  { metadata, load, assertWritable }: Base,
  kind: {
    keyOf: (workspace: string) => string;
    /** Null: the record is none. */
    open: (record: unknown) => T[] | null;
    seal: (entries: T[]) => unknown;
    /** "labels", in a sentence. */
    name: string;
  },
): PersonRecords<T> => {
  const entriesIn = (record: unknown): T[] => {
    if (record === undefined) return [];
    const entries = kind.open(record);
    if (entries !== null) return entries;
    throw new HopscopeError(
      'damaged',
      `The stored ${kind.name} of this workspace cannot be read by this Hopscope: open it with the one that made them.`,
    );
  };
  return {
    async read(id) {
      await load(id);
      return entriesIn(await metadata.get('settings', kind.keyOf(id)));
    },
    async change(id, change) {
      await assertWritable(id);
      await load(id);
      let entries: T[] = [];
      await metadata.update('settings', kind.keyOf(id), (current) => {
        entries = change(entriesIn(current));
        return kind.seal(entries);
      });
      return entries;
    },
  };
};
