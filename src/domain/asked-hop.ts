/**
 * Which labelled hop a query asks for, by its words: systems that know no hops ask in words of their own, and "the search
 * made for this hop" (05.3) has to be found. Pure, the same wherever it is asked: in a diagnosis, and for the policy
 * `oracle` of an intervention.
 */
import { judgedSubQuestion } from './presence';
import type { Question } from './question';
import { STOP_WORDS } from './stop-words';
import { normalise, words } from './text';

const content = (text: string): Set<string> =>
  new Set(words(normalise(text.replace(/#\d+/g, ' '))).filter((word) => !STOP_WORDS.has(word)));

interface Candidate {
  /** Null: the whole question. */
  hop: number | null;
  words: ReadonlySet<string>;
}

/**
 * The hop whose sub-question shares most with the query; null: none shares a content word, or the whole question is closer.
 * Compared are the sub-question with its bridge answers filled in from the labels, and without them, for a query that
 * went after another entity still asks for that hop. Closeness is Dice's coefficient over content words, each word
 * weighing the less the more of the sub-questions hold it. Of equals, the earlier hop.
 */
export const hopAsked = (question: Question): ((query: string) => number | null) => {
  const hops: Candidate[] = question.hops.flatMap((hop) => [
    { hop: hop.id, words: content(judgedSubQuestion(question, hop)) },
    { hop: hop.id, words: content(hop.question) },
  ]);
  const candidates: Candidate[] = [...hops, { hop: null, words: content(question.text) }];
  const holders = new Map<string, Set<number | null>>();
  for (const { hop, words: own } of candidates)
    for (const word of own) holders.set(word, (holders.get(word) ?? new Set()).add(hop));
  const weight = (word: string): number => 1 / Math.max(1, holders.get(word)?.size ?? 1);
  const sum = (of: Iterable<string>): number => [...of].reduce((total, word) => total + weight(word), 0);
  const weighed = candidates.map((candidate) => ({ ...candidate, total: sum(candidate.words) }));
  return (query) => {
    const asked = content(query);
    const total = sum(asked);
    let best: { hop: number | null; closeness: number } = { hop: null, closeness: 0 };
    for (const { hop, words: own, total: ownTotal } of weighed) {
      const shared = sum([...asked].filter((word) => own.has(word)));
      const closeness = shared === 0 ? 0 : (2 * shared) / (total + ownTotal);
      if (closeness > best.closeness) best = { hop, closeness };
    }
    return best.hop;
  };
};
