/** A linear scale: value in `domain` → pixels in `range`. */
export const linear =
  (domain: readonly [number, number], range: readonly [number, number]) =>
  (value: number): number => {
    const span = domain[1] - domain[0];
    const share = span === 0 ? 0 : (value - domain[0]) / span;
    return range[0] + share * (range[1] - range[0]);
  };

/** The value of a linear scale at a pixel, kept inside the domain. */
export const invert =
  (domain: readonly [number, number], range: readonly [number, number]) =>
  (pixel: number): number => {
    const value = linear(range, domain)(pixel);
    return Math.min(Math.max(value, Math.min(...domain)), Math.max(...domain));
  };

/** The entry nearest to a value, the first of equals; NaN when there is none. */
export const nearest = (values: readonly number[], to: number): number =>
  values.reduce(
    (best, value) => (Number.isNaN(best) || Math.abs(value - to) < Math.abs(best - to) ? value : best),
    Number.NaN,
  );

/**
 * Moves label positions apart until each pair is at least `gap` from the next, inside [min, max] where they fit,
 * keeping their order. Returns positions in the order given.
 */
export function spread(positions: number[], gap: number, min: number, max: number): number[] {
  const order = positions.map((at, index) => ({ at, index })).sort((a, b) => a.at - b.at);
  let floor = min;
  for (const label of order) {
    label.at = Math.max(label.at, floor);
    floor = label.at + gap;
  }
  let ceiling = max;
  for (const label of order.toReversed()) {
    label.at = Math.min(label.at, ceiling);
    ceiling = label.at - gap;
  }
  const result = positions.map(() => 0);
  for (const label of order) result[label.index] = label.at;
  return result;
}
