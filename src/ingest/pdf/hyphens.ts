/** Words cut at the end of a line, put together again. */

/** What the document's lines say of its words, apart from where lines end. Lower case. */
export interface Vocabulary {
  words: ReadonlySet<string>;
  hyphenated: ReadonlySet<string>;
}

const WORDS = /[\p{L}\p{M}\p{N}]+(?:[-\u2010\u2011][\p{L}\p{M}\p{N}]+)*/gu;
const HYPHEN = /[-\u2010\u2011]/g;
/** A word and its hyphen at the end of a line. A dash, or a hyphen with nothing before it, cuts no word. */
const CUT = /([\p{L}\p{M}\p{N}]+)([-\u2010\u2011\u00ad])\s*$/u;
const NEXT = /^\s*([\p{L}\p{M}\p{N}]+)/u;
/** "pre- and post-war": the hyphen stands for the rest of a word. */
const SUSPENDED = /^\s*(?:and|or|und|oder|bzw|sowie|et|ou|y|e|o|en|of)\b/iu;

/** Only so much of a line's end is looked at: patterns that end in `$` cost time by the square of a text's length. */
const LONGEST_WORD = 200;

const plain = (word: string): string => word.toLowerCase().replace(HYPHEN, '-');

export const vocabularyOf = (lines: Iterable<string>): Vocabulary => {
  const words = new Set<string>();
  const hyphenated = new Set<string>();
  for (const line of lines) {
    for (const [word] of line.matchAll(WORDS)) {
      const known = plain(word);
      (known.includes('-') ? hyphenated : words).add(known);
    }
  }
  return { words, hyphenated };
};

/**
 * Two lines as one text. A cut word is joined without its hyphen, unless the hyphen is its own: the document writes
 * it so elsewhere, or a capital or a number follows.
 */
export const joinLines = (before: string, after: string, { words, hyphenated }: Vocabulary): string => {
  const head = before.trimEnd();
  const tail = after.trimStart();
  if (head === '' || tail === '') return head + tail;
  // Rows of a table stay rows.
  if (head.includes('\t') || tail.includes('\t')) return `${head}\n${tail}`;
  const end = head.slice(-LONGEST_WORD);
  const cut = CUT.exec(end);
  const next = NEXT.exec(tail)?.[1];
  if (cut !== null && next !== undefined) {
    const [, first = '', sign] = cut;
    const bare = head.slice(0, head.length - (cut[0].length - first.length));
    if (sign === '\u00ad') return bare + tail;
    if (SUSPENDED.test(tail)) return `${head} ${tail}`;
    const joined = plain(first + next);
    const ownHyphen = hyphenated.has(`${plain(first)}-${plain(next)}`) && !words.has(joined);
    if (/^\p{Ll}/u.test(next) && /\p{L}$/u.test(first) && !ownHyphen) return bare + tail;
    return head + tail;
  }
  // Scripts without spaces go on without one.
  if (UNSPACED_END.test(end) && UNSPACED_START.test(tail)) return head + tail;
  return `${head.replace(/\u00ad$/, '')} ${tail}`;
};

const UNSPACED_END = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]$/u;
const UNSPACED_START = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;
