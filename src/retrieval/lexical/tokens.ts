/**
 * The rule that turns text into tokens, `words/1` (docs/retrieval.md). It is written so that it can be
 * reproduced exactly in another language, because reference rankings are computed outside of this program.
 */
export const TOKEN_RULE = 'words/1';

const NON_ASCII = /[^\0-\x7f]/;
const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const WORD_CHARACTER = /[\p{L}\p{N}\p{M}]/u;
/** Scripts that put no spaces between words. Hangul has spaces, but its particles hide the word: bigrams serve it better. */
const UNSEGMENTED =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]+/gu;
const UNSEGMENTED_CHARACTER = new RegExp(UNSEGMENTED.source, 'u');

/**
 * Lower-cased NFKC words: maximal runs of letters, numbers and marks. Everything else separates, apostrophes
 * included, so that "Mary's" is found by "Mary". Runs of unsegmented scripts become overlapping bigrams of
 * code points: unlike a dictionary segmenter they do not change with the browser's version, which would
 * change rankings under an unchanged retriever identity. Idempotent on its own output joined by spaces.
 */
export function tokenise(text: string): string[] {
  // Lower-casing can undo the normal form ("İ" becomes i and a combining dot), hence the second pass.
  const normal = NON_ASCII.test(text)
    ? text.normalize('NFKC').toLowerCase().normalize('NFKC')
    : text.toLowerCase();
  return scan(normal) ?? unicodeTokens(normal);
}

/** What a UTF-16 code unit is; 0: not looked up yet. */
const CLASS = { separator: 1, word: 2, other: 3 } as const;
const classes = new Uint8Array(65536);

function classOf(code: number): number {
  const character = String.fromCharCode(code);
  const isWord = WORD_CHARACTER.test(character);
  // Half of a surrogate pair says nothing by itself, and an unsegmented script needs its whole run.
  const special = (code >= 0xd800 && code <= 0xdfff) || (isWord && UNSEGMENTED_CHARACTER.test(character));
  const found = special ? CLASS.other : isWord ? CLASS.word : CLASS.separator;
  classes[code] = found;
  return found;
}

/**
 * Words by a scan over code units, several times faster than the regular expression; null when the text holds a
 * character that needs more than its own code unit to be judged.
 */
function scan(text: string): string[] | null {
  const tokens: string[] = [];
  let start = -1;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const found = classes[code] || classOf(code);
    if (found === CLASS.word) {
      if (start < 0) start = i;
    } else if (found === CLASS.separator) {
      if (start >= 0) {
        tokens.push(text.slice(start, i));
        start = -1;
      }
    } else return null;
  }
  if (start >= 0) tokens.push(text.slice(start));
  return tokens;
}

function unicodeTokens(normal: string): string[] {
  const tokens: string[] = [];
  for (const [run] of normal.matchAll(WORD)) {
    if (NON_ASCII.test(run)) splitRun(run, tokens);
    else tokens.push(run);
  }
  return tokens;
}

function splitRun(run: string, tokens: string[]): void {
  let from = 0;
  for (const match of run.matchAll(UNSEGMENTED)) {
    if (match.index > from) tokens.push(run.slice(from, match.index));
    bigrams(match[0], tokens);
    from = match.index + match[0].length;
  }
  if (from < run.length) tokens.push(run.slice(from));
}

function bigrams(run: string, tokens: string[]): void {
  const points = [...run];
  if (points.length === 1) tokens.push(run);
  for (let i = 1; i < points.length; i++) tokens.push(`${points[i - 1]}${points[i]}`);
}
