/** Token counts as endpoints give them, which may be anything: what no count can be is as good as none given. */
import * as v from 'valibot';
import type { Answered } from '../provider';

/** More tokens than any request or reply has. */
const MOST = 1_000_000_000;

/** Null: absent, or text, negative, a fraction, beyond any model. It never costs the reply that it came with. */
export const Count = v.fallback(
  v.nullish(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MOST)), null),
  null,
);

/** The object of an endpoint's counts; null when it is none. */
export const usageObject = <T extends v.ObjectEntries>(entries: T) =>
  v.fallback(v.nullish(v.object(entries), null), null);

/** Null, so that tokens are counted here, unless both are known. What was cached is a part of the request. */
export const counted = (
  input: number | null,
  output: number | null,
  cached: number | null,
): Answered['usage'] =>
  input === null || output === null ? null : { input, output, cachedInput: Math.min(input, cached ?? 0) };
