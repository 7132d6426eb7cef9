/** Counts by file and role. `read = kept + rejected` in every row, by construction. */
import type { Tally } from '../../domain/corpus';
import type { FileTally } from '../../domain/workspace';

export interface Tallies {
  kept(path: string, reader: string, role: FileTally['role'], count?: number): void;
  rejected(path: string, reader: string, role: FileTally['role']): void;
  /** Shares merged records out to the rows of a role. */
  merged(role: FileTally['role'], byPath: ReadonlyMap<string, number>): void;
  /** A record that was kept turns out to be of no use (a judgement of an unknown query). */
  keptToRejected(path: string, role: FileTally['role']): void;
  rows(): FileTally[];
}

export const emptyTally = (): Tally => ({ read: 0, kept: 0, rejected: 0, merged: 0 });

export const addUp = (rows: readonly FileTally[], role: FileTally['role']): Tally => {
  const total = emptyTally();
  for (const row of rows) {
    if (row.role !== role) continue;
    for (const key of ['read', 'kept', 'rejected', 'merged'] as const) total[key] += row[key];
  }
  return total;
};

export const createTallies = (stored: readonly FileTally[] = []): Tallies => {
  const rows = new Map<string, FileTally>();
  const row = (path: string, reader: string, role: FileTally['role']): FileTally => {
    const key = `${role}\u0000${path}`;
    const known = rows.get(key);
    if (known !== undefined) return known;
    const added: FileTally = { path, reader, role, ...emptyTally() };
    rows.set(key, added);
    return added;
  };
  for (const old of stored) rows.set(`${old.role}\u0000${old.path}`, { ...old });
  return {
    kept(path, reader, role, count = 1) {
      const target = row(path, reader, role);
      target.read += count;
      target.kept += count;
    },
    rejected(path, reader, role) {
      const target = row(path, reader, role);
      target.read += 1;
      target.rejected += 1;
    },
    merged(role, byPath) {
      for (const [path, count] of byPath) {
        const target = rows.get(`${role}\u0000${path}`);
        if (target !== undefined) target.merged += count;
      }
    },
    keptToRejected(path, role) {
      const target = rows.get(`${role}\u0000${path}`);
      if (target === undefined) return;
      target.kept -= 1;
      target.rejected += 1;
    },
    rows: () => [...rows.values()].filter(({ read }) => read > 0),
  };
};
