/** Collects the gold passages of one question: numbered `g1`, `g2`… in order of first appearance, none twice. */
import type { GoldPassage } from '../../domain/question';

type Unnumbered = Omit<GoldPassage, 'id'>;

export interface GoldList {
  /** Adds a passage, or finds the equal one; returns its id. */
  add(gold: Unnumbered): string;
  list(): GoldPassage[];
}

const keyOf = (gold: Unnumbered): string =>
  JSON.stringify([gold.document, gold.title, gold.text, gold.quote, gold.range, gold.notInCorpus]);

export const createGoldList = (): GoldList => {
  const byKey = new Map<string, GoldPassage>();
  let count = 0;
  return {
    add(gold) {
      const key = keyOf(gold);
      const known = byKey.get(key);
      // Two removed passages are two passages, though nothing tells them apart.
      if (known !== undefined && gold.notInCorpus !== true) {
        const sentences = [...new Set([...(known.sentences ?? []), ...(gold.sentences ?? [])])].sort(
          (a, b) => a - b,
        );
        if (sentences.length > 0) known.sentences = sentences;
        return known.id;
      }
      count += 1;
      const added = { id: `g${count}`, ...gold };
      byKey.set(gold.notInCorpus === true ? `${key}${count}` : key, added);
      return added.id;
    },
    list: () => [...byKey.values()],
  };
};
