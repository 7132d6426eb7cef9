/** Without labels, the next thing to search for: a title or proper name of a good passage that no query has named yet. */
import type { Chunk } from '../domain/corpus';
import type { ReadEvent } from '../domain/trace';
import { queryKey } from './query-key';
import { keywords, names } from './reformulate';

type Passage = Pick<Chunk, 'id' | 'title' | 'text'>;

/** Passages by what the reader made of them: those with the best spans first, the others as they were retrieved. */
const bestFirst = (read: ReadEvent, passages: readonly Passage[]): Passage[] => {
  const order = [...new Set([...read.spans.map(({ chunk }) => chunk), ...read.chunks])];
  return order.flatMap((id) => passages.find((passage) => passage.id === id) ?? []);
};

const sentencesOf = (text: string): string[] => text.split(/(?<=[.!?]["”’)]*)\s+|\n+/u);

/** Names of the text; those in the sentences that share most words with the question first. */
const namesByRelevance = (question: string, text: string): string[] => {
  const wanted = new Set(keywords(question).map((word) => word.toLowerCase()));
  return sentencesOf(text)
    .map((sentence) => ({
      shared: keywords(sentence).filter((word) => wanted.has(word.toLowerCase())).length,
      // Any word is capitalised where a sentence opens, so a single one there is no sign of a name.
      found: names(sentence).filter((name) => /\s/.test(name) || !sentence.startsWith(name)),
    }))
    .sort((a, b) => b.shared - a.shared)
    .flatMap(({ found }) => found);
};

/**
 * The best unseen bridge: from the best passage on, its title, then names in the spans that the reader considered there,
 * then its other names. Unseen: not in any of `queries`, as queries are compared. Null: all has been asked.
 */
export const nextBridge = (
  question: string,
  read: ReadEvent,
  passages: readonly Passage[],
  queries: readonly string[],
): string | null => {
  const seen = queries.map((query) => ` ${queryKey(query)} `);
  const isUnseen = (candidate: string): boolean => {
    const key = queryKey(candidate);
    return key !== '' && !seen.some((query) => query.includes(` ${key} `));
  };
  for (const { id, title, text } of bestFirst(read, passages)) {
    const spans = read.spans.filter(({ chunk }) => chunk === id).flatMap((span) => names(span.text));
    const bridge = [title, ...spans, ...namesByRelevance(question, text)].find(isUnseen);
    if (bridge !== undefined) return bridge.trim();
  }
  return null;
};
