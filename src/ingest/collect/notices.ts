/** Sentences for the user, equal ones added up. */

export interface Notices {
  /** `{n}` in the message is replaced by the sum of the counts, `{names}` by what the sentence is said of. */
  add(message: string, count?: number, about?: string): void;
  list(): string[];
}

/** Names that a sentence spells out; the rest is counted. */
const NAMED = 10;

const naming = (names: ReadonlySet<string>): string => {
  const shown = [...names].slice(0, NAMED).map((name) => `“${name}”`);
  const more = names.size - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more.toLocaleString('en')} more` : shown.join(', ');
};

export const createNotices = (): Notices => {
  const sums = new Map<string, { count: number; names: Set<string> }>();
  return {
    add: (message, count = 1, about) => {
      const sum = sums.get(message) ?? { count: 0, names: new Set() };
      sum.count += count;
      if (about !== undefined) sum.names.add(about);
      sums.set(message, sum);
    },
    list: () =>
      [...sums].map(([message, { count, names }]) =>
        message.replace('{n}', () => count.toLocaleString('en')).replace('{names}', () => naming(names)),
      ),
  };
};
