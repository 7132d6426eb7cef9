/**
 * Words for comparing names with texts: NFKC, lower case, one space between words, punctuation gone,
 * a space at both ends so that only whole words match.
 */
export const wordsOf = (text: string): string =>
  ` ${(
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  ).join(' ')} `;

/** A name without a disambiguating suffix: `Rosa (ship)` and `Rosa, Senn` are called Rosa in a text. */
const withoutQualifier = (title: string): string =>
  title
    .replace(/\s*[([].*$/u, '')
    .replace(/,.*$/u, '')
    .trim();

/** Scripts without spaces give one long "word"; there a name is matched as a substring. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** True when a text (already through `wordsOf`) contains a name or answer as whole words. */
export const mentions = (words: string, name: string): boolean => {
  const wanted = wordsOf(name);
  if (wanted.trim() === '') return false;
  return words.includes(UNSPACED.test(wanted) ? wanted.trim() : wanted);
};

const CONNECTORS = new Set([
  'of',
  'the',
  'and',
  'de',
  'la',
  'le',
  'du',
  'da',
  'di',
  'del',
  'der',
  'den',
  'van',
  'von',
  'al',
  'bin',
  'ibn',
  'y',
]);
const isCapitalised = (word: string): boolean => /^\p{Lu}/u.test(word);

/**
 * Runs of capitalised words (`Lantern Bridge`, `Bank of Senn`), of at least two words, or of one when it does not open a
 * sentence. A rule of thumb for scripts with capitals: it finds most names and some that are none.
 */
export const properNames = (text: string): string[] => {
  const names = new Set<string>();
  for (const sentence of text.split(/(?<=[.!?])\s+|\n+/u)) {
    const words = sentence.match(/[\p{L}\p{N}\p{M}][\p{L}\p{N}\p{M}'’.-]*/gu) ?? [];
    let run: string[] = [];
    let start = 0;
    const close = (): void => {
      while (run.length > 0 && CONNECTORS.has((run.at(-1) ?? '').toLowerCase())) run.pop();
      if (run.length > 1 || (run.length === 1 && start > 0))
        names.add(run.join(' ').replace(/[.'’-]+$/u, ''));
      run = [];
    };
    words.forEach((word, index) => {
      if (isCapitalised(word)) {
        if (run.length === 0) start = index;
        run.push(word);
      } else if (run.length === 0 || !CONNECTORS.has(word)) close();
      else run.push(word);
    });
    close();
  }
  return [...names];
};

/**
 * What a passage is about: its title, and the name by which its first sentence introduces the subject
 * (often the full form of the title, or the only name when there is no title).
 */
export const subjectNames = (title: string, text: string): string[] => {
  const opening = text.split(/(?<=[.!?])\s+|\n+/u)[0] ?? '';
  const first = opening.match(/^\p{Lu}[\p{L}\p{M}'’.-]*(?:\s+\p{Lu}[\p{L}\p{M}'’.-]*)+/u)?.[0];
  const names = [withoutQualifier(title), first ?? ''];
  // One or two characters occur in anything; a number alone names nothing.
  return [...new Set(names)].filter((name) => wordsOf(name).trim().length > 2 && /\p{L}/u.test(name));
};
