/**
 * Area under the ROC curve, as the probability that a true entry scores above a false one, ties by half (Mann–Whitney).
 * Null when one of the classes is empty.
 */
export const rocAuc = (entries: readonly { probability: number; truth: boolean }[]): number | null => {
  const classOf = (truth: boolean): Float64Array =>
    Float64Array.from(
      entries.filter((entry) => entry.truth === truth),
      ({ probability }) => probability,
    ).sort();
  const positives = classOf(true);
  const negatives = classOf(false);
  if (positives.length === 0 || negatives.length === 0) return null;
  let below = 0;
  let upTo = 0;
  let wins = 0;
  for (const score of positives) {
    while (below < negatives.length && (negatives[below] ?? 0) < score) below += 1;
    while (upTo < negatives.length && (negatives[upTo] ?? 0) <= score) upTo += 1;
    wins += below + (upTo - below) / 2;
  }
  return wins / (positives.length * negatives.length);
};
