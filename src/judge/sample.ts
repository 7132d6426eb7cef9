import { contentHash } from '../domain/hash';

const byHash = <T>(items: readonly T[], keyOf: (item: T) => string, salt: string): T[] =>
  items
    .map((item) => ({ item, at: contentHash(`${salt}\n${keyOf(item)}`) }))
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
    .map(({ item }) => item);

/**
 * A stratified sample (06): up to `perClass` of those that a judge calls present and as many of the absent, chosen by a hash
 * of seed and key, so that it depends on nothing but these and a larger sample holds the smaller one. Then mixed once more:
 * in the order of choosing, the commoner word alone would come last.
 */
export const stratifiedSample = <T extends { present: boolean }>(
  items: readonly T[],
  keyOf: (item: T) => string,
  perClass: number,
  seed: number,
): T[] => {
  const left = { present: perClass, absent: perClass };
  const chosen = byHash(items, keyOf, `choose ${seed}`).filter(({ present }) => {
    const stratum = present ? 'present' : 'absent';
    left[stratum] -= 1;
    return left[stratum] >= 0;
  });
  return byHash(chosen, keyOf, `show ${seed}`);
};
