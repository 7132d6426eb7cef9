/** `1 question`, `12 questions`. */
export const countOf = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`;

/** A rate as the papers print recall: two decimals; an en dash where it is not known. */
export const ratio = (value: number | null): string => (value === null ? '–' : value.toFixed(2));

/** A share of n in whole per cent, with n beside it wherever it is printed. */
export const percent = (count: number, n: number): string =>
  n === 0 ? '–' : `${((100 * count) / n).toFixed(0)}%`;

/** All of n of them: `it`, `both`, `all 3`. */
export const allOf = (n: number): string => (n === 1 ? 'it' : n === 2 ? 'both' : `all ${n}`);

/** `The one search`, `Both searches`, `All 3 searches`. */
export const everyOf = (n: number, one: string, many = `${one}s`): string =>
  n === 1 ? `The one ${one}` : `${n === 2 ? 'Both' : `All ${n}`} ${many}`;

/** `1, 2 and 3` */
export const listed = (items: readonly string[]): string =>
  items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;

export const quote = (text: string): string => `“${text}”`;

/** One sentence that may come with or without its full stop. */
export const unstopped = (sentence: string): string => sentence.replace(/\.\s*$/u, '');
