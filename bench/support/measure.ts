import type { Measurement, Passage } from '../types';

const quantile = (sorted: number[], q: number): number => {
  const at = (sorted.length - 1) * q;
  const low = sorted[Math.floor(at)] ?? Number.NaN;
  const high = sorted[Math.ceil(at)] ?? Number.NaN;
  return low + (high - low) * (at - Math.floor(at));
};

export const median = (samples: number[]): number =>
  quantile(
    [...samples].sort((a, b) => a - b),
    0.5,
  );

/** Median with the 10th and 90th percentile as spread. */
export const summarise = (
  about: Pick<Measurement, 'quantity' | 'subject' | 'size' | 'unit'>,
  samples: number[],
): Measurement => {
  const sorted = [...samples].sort((a, b) => a - b);
  return {
    ...about,
    n: samples.length,
    median: quantile(sorted, 0.5),
    low: quantile(sorted, 0.1),
    high: quantile(sorted, 0.9),
  };
};

/** Milliseconds of one call. */
export const timed = async <T>(work: () => T | Promise<T>): Promise<{ ms: number; value: T }> => {
  const start = performance.now();
  const value = await work();
  return { ms: performance.now() - start, value };
};

/** Rounds of which the fastest counts, so that what else the machine does meanwhile does not. */
const ROUNDS = 5;

/**
 * Milliseconds a call, for each input and each of the subjects. A browser's clock is coarse (5 µs isolated, 100 µs not),
 * so a call is repeated until the clock can tell; the subjects take turns, so that all see the same machine.
 * @returns a list of times (one an input) for each subject
 */
export const timeEach = <T>(
  inputs: T[],
  subjects: ((input: T) => unknown)[],
  atLeastMs = 1,
  rounds = ROUNDS,
): number[][] => {
  const once = (call: (input: T) => unknown, input: T): number => {
    let calls = 0;
    let elapsed = 0;
    const start = performance.now();
    do {
      call(input);
      calls++;
      elapsed = performance.now() - start;
    } while (elapsed < atLeastMs);
    return elapsed / calls;
  };
  for (const call of subjects) for (const input of inputs) call(input);
  const times = subjects.map(() => new Array<number>(inputs.length).fill(Number.POSITIVE_INFINITY));
  inputs.forEach((input, i) => {
    for (let round = 0; round < rounds; round++) {
      subjects.forEach((call, s) => {
        const own = times[s] as number[];
        own[i] = Math.min(own[i] as number, once(call, input));
      });
    }
  });
  return times;
};

/** Exponent e of `y ~ size^e` by least squares on logarithms. */
export const growthExponent = (points: { size: number; value: number }[]): number => {
  const xs = points.map(({ size }) => Math.log(size));
  const ys = points.map(({ value }) => Math.log(value));
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const mx = mean(xs);
  const my = mean(ys);
  const dot = (a: number[], ma: number, b: number[], mb: number) =>
    a.reduce((sum, value, i) => sum + (value - ma) * ((b[i] as number) - mb), 0);
  return dot(xs, mx, ys, my) / dot(xs, mx, xs, mx);
};

/** The corpus repeated up to `size`, each round with renumbered titles so that no two passages are equal. */
export const ofSize = (passages: Passage[], size: number): Passage[] =>
  Array.from({ length: size }, (_, i) => {
    const { title, text } = passages[i % passages.length] as Passage;
    const round = Math.floor(i / passages.length);
    return round === 0 ? { title, text } : { title: `${title} ${round}`, text };
  });

/** Deterministic numbers in [0, 1) (mulberry32). */
export const random = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
};
