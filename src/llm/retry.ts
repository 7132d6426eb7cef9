/** When to try again (04): what the endpoint asks for, else exponential with jitter. Milliseconds throughout. */

const FIRST_MS = 1000;
const LONGEST_MS = 60_000;

/**
 * What `retry-after-ms` or `Retry-After` (seconds, or an HTTP date; RFC 9110, 10.2.3) asks to wait; null: neither says
 * anything that can be read.
 */
export const retryAfter = (headers: Headers, nowEpochMs: number): number | null => {
  const exact = headers.get('retry-after-ms')?.trim() ?? '';
  if (/^\d+(?:\.\d+)?$/.test(exact)) return Number(exact);
  const given = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+(?:\.\d+)?$/.test(given)) return Number(given) * 1000;
  const date = /[a-z]/i.test(given) ? Date.parse(given) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - nowEpochMs);
};

/**
 * Before try number `tries` + 1. Half of it is by chance (`random` in [0, 1)), so that calls which failed together do not
 * come back together. Never less than the endpoint asks for.
 */
export const delayBefore = (tries: number, afterMs: number | null, random: () => number): number => {
  const backoff = Math.min(LONGEST_MS, FIRST_MS * 2 ** (tries - 1));
  if (afterMs === null) return backoff / 2 + (backoff / 2) * random();
  return afterMs + Math.min(1000, Math.max(50, afterMs / 10)) * random();
};
