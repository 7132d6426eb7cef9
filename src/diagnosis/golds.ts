import type { GoldMapping, MappingStatus } from '../domain/mapping';
import type { GoldPassage, Question } from '../domain/question';

/** A gold passage of a question with its chunk set. `aliases`: ids of further entries that list the same passage. */
export interface MappedGold {
  gold: GoldPassage;
  aliases: string[];
  status: MappingStatus;
  chunks: string[];
  answerChunks: string[];
  documents: string[];
  note: string;
}

/** Two label entries with this key name the same passage. Supporting sentences do not make another passage. */
const passageKey = ({ document, title, text, quote, range }: GoldPassage): string =>
  [document, title?.normalize('NFKC').toLowerCase().trim(), text, quote, range?.start, range?.end].join(
    '\u0000',
  );

/** A passage that was removed says nothing about itself, so two of them cannot be told to be the same one. */
const isAnonymous = (gold: GoldPassage): boolean =>
  gold.document === undefined &&
  gold.title === undefined &&
  gold.text === undefined &&
  gold.quote === undefined;

/**
 * G of 05.1: the set of gold passages, each counted once however often the labels list it.
 * A gold passage without a mapping record counts as unmapped: it cannot be shown to be in the corpus.
 */
export const goldSet = (
  question: Question,
  mappingOf: (gold: string) => GoldMapping | undefined,
): MappedGold[] => {
  const byKey = new Map<string, MappedGold>();
  for (const gold of question.gold) {
    const key = isAnonymous(gold) ? `id:${gold.id}` : passageKey(gold);
    const known = byKey.get(key);
    if (known !== undefined) {
      known.aliases.push(gold.id);
      continue;
    }
    const mapping = mappingOf(gold.id);
    byKey.set(key, {
      gold,
      aliases: [],
      status: mapping?.status ?? (gold.notInCorpus === true ? 'notInCorpus' : 'unmapped'),
      chunks: mapping?.chunks ?? [],
      answerChunks: mapping?.answerChunks ?? [],
      documents: mapping?.documents ?? [],
      note: mapping?.note ?? 'no mapping was recorded for this passage',
    });
  }
  return [...byKey.values()];
};

/** Positions in the gold set of the passages with these ids, each once, whichever of its entries is named. */
export const goldIndices = (golds: readonly MappedGold[], ids: readonly string[]): number[] => {
  const found: number[] = [];
  golds.forEach(({ gold, aliases }, at) => {
    if (ids.includes(gold.id) || aliases.some((alias) => ids.includes(alias))) found.push(at);
  });
  return found;
};

/** In the corpus: mapped, or ambiguous (any candidate counts as a hit, 05.7). */
export const isInCorpus = (status: MappingStatus): boolean => status === 'mapped' || status === 'ambiguous';

const SEVERITY: Record<MappingStatus, number> = { mapped: 0, ambiguous: 1, notInCorpus: 2, unmapped: 3 };

/** The worst of several statuses; null for none. */
export const worstStatus = (statuses: readonly MappingStatus[]): MappingStatus | null =>
  statuses.reduce<MappingStatus | null>(
    (worst, status) => (worst === null || SEVERITY[status] > SEVERITY[worst] ? status : worst),
    null,
  );

/** `${document}#${ordinal}` → the document's id. */
export const documentOf = (chunk: string): string => {
  const cut = chunk.lastIndexOf('#');
  return cut < 0 ? chunk : chunk.slice(0, cut);
};
