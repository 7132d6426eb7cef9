/**
 * The same question in other words, without a model: for certificates (design 05.5, level D) and for the intervention
 * `augment` (04). Built from the question, the sub-question and the bridge entity alone: a hop's own answer and its own
 * gold passage are never seen here.
 */

import { STOP_WORDS } from '../domain/stop-words';
import type { SearchPurpose } from '../domain/trace';
import { queryKey } from './query-key';

export interface Reformulation {
  purpose: Extract<SearchPurpose, 'keywords' | 'relation' | 'title'>;
  query: string;
}

const WORD = /[\p{L}\p{N}\p{M}]+(?:['’.-][\p{L}\p{N}\p{M}]+)*/gu;
const words = (text: string): string[] => text.match(WORD) ?? [];
const isContent = (word: string): boolean => !STOP_WORDS.has(word.toLowerCase());

/** The words of a question that carry meaning, in order, each once. */
export const keywords = (text: string): string[] => {
  const seen = new Set<string>();
  return words(text).filter((word) => {
    const key = word.toLowerCase();
    if (!isContent(word) || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
};

// Lower-case words that may stand inside a name ("Bank of England", "Ludwig van Beethoven").
const JOINT = '(?:of|the|de|la|le|du|da|di|van|von|der|den|del|al|and|&)';
const NAME = new RegExp(
  `[“"«]([^”"»]{2,80})[”"»]|\\p{Lu}[\\p{L}\\p{N}\\p{M}'’.-]*(?:\\s+(?:${JOINT}\\s+){0,2}[\\p{Lu}\\p{N}][\\p{L}\\p{N}\\p{M}'’.-]*)*`,
  'gu',
);

/**
 * Names in a question: quoted titles and runs of capitalised words, longest first. Words that open the sentence and
 * are capitalised only for that (Who, In) are left out. Empty in scripts without capitals.
 */
export const names = (text: string): string[] => {
  const found = [...text.matchAll(NAME)].flatMap((match) => {
    if (match[1] !== undefined) return [match[1].trim()];
    const parts = match[0].split(/\s+/);
    while (match.index === 0 && parts[0] !== undefined && !isContent(parts[0])) parts.shift();
    const name = parts
      .join(' ')
      .replace(/['’]s$/u, '')
      .replace(/[.'’-]+$/u, '');
    return name === '' ? [] : [name];
  });
  return [...new Set(found)].sort((a, b) => b.length - a.length);
};

/** The words that are left of a question when an entity is taken out: what is asked about it. */
const relationWords = (text: string, entity: string): string[] => {
  const inEntity = new Set(words(entity).map((word) => word.toLowerCase()));
  return keywords(text).filter((word) => !inEntity.has(word.toLowerCase()));
};

/**
 * `text`: the sub-question with its bridge answers filled in, or the question. `entities`: the bridge answers that
 * were filled in; when there are none, the longest name in the text is the entity (none: keywords only).
 */
export const reformulate = (text: string, entities: readonly string[]): Reformulation[] => {
  const key = keywords(text);
  const known = entities.length > 0 ? entities : names(text).slice(0, 1);
  return [
    ...(key.length === 0 ? [] : [{ purpose: 'keywords' as const, query: key.join(' ') }]),
    ...known.flatMap((entity) => {
      const relation = relationWords(text, entity);
      return relation.length === 0
        ? []
        : [{ purpose: 'relation' as const, query: `${entity} ${relation.join(' ')}` }];
    }),
    ...known.map((entity) => ({ purpose: 'title' as const, query: entity })),
  ];
};

/**
 * Other words for a sub-question, as `augment` asks them: the shorthand for the natural question (its keywords, where the
 * labels have no shorthand), entity and relation, the entity alone. Each once; what is asked already is left out.
 */
export const rephrasings = (
  query: string,
  shorthand: string | null,
  entities: readonly string[],
): string[] => {
  const forms = reformulate(query, entities);
  const short = shorthand === null ? [] : [shorthand.replaceAll('>>', ' ').replace(/\s+/g, ' ').trim()];
  const queries = [
    ...(short.length > 0
      ? short
      : forms.filter(({ purpose }) => purpose === 'keywords').map((form) => form.query)),
    ...forms.filter(({ purpose }) => purpose !== 'keywords').map((form) => form.query),
  ];
  const keys = new Set([queryKey(query), '']);
  return queries.filter((candidate) => {
    const key = queryKey(candidate);
    if (keys.has(key)) return false;
    keys.add(key);
    return true;
  });
};
