/** The small transactional store beside the files: what exists, and which file is the current one. */
export const TABLES = ['workspaces', 'runs', 'settings'] as const;
type Table = (typeof TABLES)[number];

/** Records are plain data of unknown age; whoever reads one checks its version. */
export interface Metadata {
  get(table: Table, key: string): Promise<unknown>;
  /** Entries whose key starts with `prefix`, by key. */
  entries(table: Table, prefix?: string): Promise<[string, unknown][]>;
  /**
   * Atomic read-modify-write, safe against other realms. `change` sees the current record (undefined: none) and
   * returns the next (undefined: delete). It must be synchronous; what it throws leaves everything as it was.
   */
  update(table: Table, key: string, change: (current: unknown) => unknown): Promise<void>;
}

export const createMemoryMetadata = (): Metadata => {
  const tables = new Map(TABLES.map((table) => [table, new Map<string, unknown>()]));
  const of = (table: Table): Map<string, unknown> => tables.get(table) ?? new Map<string, unknown>();
  return {
    get: async (table, key) => structuredClone(of(table).get(key)),
    entries: async (table, prefix = '') =>
      structuredClone(
        [...of(table)].filter(([key]) => key.startsWith(prefix)).sort(([a], [b]) => (a < b ? -1 : 1)),
      ),
    async update(table, key, change) {
      const next = change(structuredClone(of(table).get(key)));
      if (next === undefined) of(table).delete(key);
      else of(table).set(key, structuredClone(next));
    },
  };
};
