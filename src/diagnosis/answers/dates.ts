/** Dates to one order, day, month, year, as separate tokens, so that a part of a date still counts in part. */

const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);
const SHORT = new Map([
  ...MONTHS.map((month) => [month.slice(0, 3), month] as const),
  ['sept', 'september'] as const,
]);

const monthOf = (word: string | undefined): string | null =>
  word === undefined ? null : MONTHS.includes(word) ? word : (SHORT.get(word) ?? null);

const dayOf = (word: string | undefined): string | null => {
  const found = /^0?([1-9]|[12]\d|3[01])(?:st|nd|rd|th)?$/.exec(word ?? '')?.[1];
  return found ?? null;
};

const yearOf = (word: string | undefined): string | null =>
  word !== undefined && /^\d{3,4}$/.test(word) ? word : null;

/** `1776-07-04`, with a time behind it or not; null: no such day. */
export const isoDate = (text: string): string[] | null => {
  const match = /^(\d{4})-(\d{2})-(\d{2})(?:t[\d:.+z-]*)?$/.exec(text);
  const month = match === null ? undefined : MONTHS[Number(match[2]) - 1];
  const day = dayOf(match?.[3]);
  return month === undefined || day === null ? null : [day, month, match?.[1] ?? ''];
};

/** `july 4 1776`, `4th of july 1776`, `jul 4`, `july 1776`, each to `4 july 1776` as far as it goes. */
export const joinDates = (tokens: readonly string[]): string[] => {
  const joined: string[] = [];
  for (let at = 0; at < tokens.length; ) {
    const day = dayOf(tokens[at]);
    const of = tokens[at + 1] === 'of' ? 1 : 0;
    const behind = day === null ? null : monthOf(tokens[at + 1 + of]);
    if (day !== null && behind !== null) {
      joined.push(day, behind);
      at += 2 + of;
      continue;
    }
    const month = monthOf(tokens[at]);
    const next = month === null ? null : dayOf(tokens[at + 1]);
    if (month !== null && next !== null) {
      joined.push(next, month);
      at += 2;
      continue;
    }
    joined.push(month !== null && yearOf(tokens[at + 1]) !== null ? month : (tokens[at] ?? ''));
    at += 1;
  }
  return joined;
};
