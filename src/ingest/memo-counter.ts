/** A token counter that counts each word once: texts repeat their words, tokenizers are slow. */
import type { TokenCounter } from './types';

const MOST_WORDS = 200_000;
const LONGEST = 40;

/**
 * Same counts as `count`, for tokenizers that part words at white space before anything else (WordPiece as in BERT).
 * Not for byte-level BPE, where a space belongs to the word behind it.
 */
export const memoCounter = (count: TokenCounter): TokenCounter => {
  const known = new Map<string, number>();
  return (text) => {
    let total = 0;
    for (const word of text.split(/\s+/)) {
      if (word === '') continue;
      let tokens = known.get(word);
      if (tokens === undefined) {
        tokens = count(word);
        if (word.length <= LONGEST && known.size < MOST_WORDS) known.set(word, tokens);
      }
      total += tokens;
    }
    return total;
  };
};
