/** Numbers as the interface shows them. Pure; a fixed locale so that a screenshot and a report read the same. */
import type { Rate } from '../domain/diagnosis';

const grouped = new Intl.NumberFormat('en');
const EM = '–';

export const count = (n: number): string => grouped.format(n);

/** 1,204 documents; 1 document. */
export const plural = (n: number, one: string, many = `${one}s`): string =>
  `${count(n)} ${n === 1 ? one : many}`;

/** A share in [0, 1] as a percentage: one decimal, none at the ends. */
export const percent = (share: number | null, digits = 1): string => {
  if (share === null || Number.isNaN(share)) return EM;
  const text = (share * 100).toFixed(digits);
  // 99.96% must not read as 100%: only what is complete may say so.
  if (share < 1 && Number(text) === 100) return `>${(100 - 10 ** -digits).toFixed(digits)}%`;
  if (share > 0 && Number(text) === 0) return `<${(10 ** -digits).toFixed(digits)}%`;
  return `${text.replace(/\.0+$/, '')}%`;
};

/** `[51.6, 65.1]`, percentages of the Wilson interval; empty where n is 0. */
export const interval = (rate: Pick<Rate, 'low' | 'high'>): string =>
  rate.low === null || rate.high === null
    ? ''
    : `[${(rate.low * 100).toFixed(1)}, ${(rate.high * 100).toFixed(1)}]`;

/** A mean such as recall or MRR, two decimals. */
export const decimal = (value: number | null, digits = 2): string =>
  value === null || Number.isNaN(value) ? EM : value.toFixed(digits);

export const bytes = (n: number): string => {
  if (n < 1000) return `${n} B`;
  const units = ['kB', 'MB', 'GB', 'TB'];
  let value = n;
  let unit = -1;
  do {
    value /= 1000;
    unit += 1;
  } while (value >= 999.5 && unit < units.length - 1);
  return `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ${units[unit]}`;
};

/** Seconds in words short enough for a progress line. */
export const duration = (seconds: number): string => {
  if (seconds < 1) return '< 1 s';
  if (seconds < 90) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
};

/** `12 s ago`, `3 min ago`, else the date; `now` is an argument so that a test needs no clock. */
export const ago = (iso: string, now: number): string => {
  const then = Date.parse(iso);
  if (Number.isNaN(then)) return EM;
  const seconds = Math.max(0, (now - then) / 1000);
  if (seconds < 45) return 'just now';
  if (seconds < 86_400) return `${duration(seconds)} ago`;
  const days = Math.floor(seconds / 86_400);
  return days === 1 ? 'yesterday' : days < 14 ? `${days} days ago` : iso.slice(0, 10);
};
