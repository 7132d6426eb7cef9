/**
 * Text normalisation in one place, so that mapping, scoring and highlighting agree on what "the same text" is.
 * Pure and Unicode aware.
 */

const QUOTES_SINGLE = /[\u2018\u2019\u201a\u201b\u2032\u0060\u00b4\u02bc]/g;
const QUOTES_DOUBLE = /[\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb]/g;
const DASHES = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;
/** Not `\s` for the engine, but invisible to a reader: zero-width characters, word joiner, byte order mark. */
const INVISIBLE = /[\u200b-\u200d\u2060\ufeff]/g;

export const unifyQuotes = (text: string): string =>
  text.replace(QUOTES_SINGLE, "'").replace(QUOTES_DOUBLE, '"');
export const unifyDashes = (text: string): string => text.replace(DASHES, '-');
export const collapseSpace = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Printable ASCII and white space only: the fast path. */
const BEYOND_ASCII = /[^ -~\s]/;

/** Without collapsing white space; final sigma is folded because its form depends on the neighbour. */
const fold = (text: string): string =>
  !BEYOND_ASCII.test(text)
    ? text.toLowerCase().replace(/`/g, "'")
    : unifyDashes(unifyQuotes(unifyQuotes(text).normalize('NFKC')))
        .replace(INVISIBLE, '')
        .toLowerCase()
        .replace(/ς/g, 'σ');

/** Normal form of 05.7: NFKC, lower case, quotes and dashes unified, white space collapsed and trimmed. */
export const normalise = (text: string): string => collapseSpace(fold(text));

/**
 * Normalised text with its way back. Unit `i` of `text` came from the original's `[starts[i], ends[i])`
 * (UTF-16 offsets); several units may come from one cluster (a ligature), one from many (a run of spaces).
 */
export interface MappedText {
  text: string;
  starts: Uint32Array;
  ends: Uint32Array;
}

/** Clusters whose NFKC form does not depend on what stands beside them: a base with its marks, Hangul jamo runs. */
const CLUSTER = /[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]+\p{M}*|[\s\S]\p{M}*/uy;

const asciiForms = new WeakMap<(cluster: string) => string, string[]>();

/** Forms of the 128 ASCII characters, so that most of a text needs no call at all. */
const asciiTable = (rewrite: (cluster: string) => string): string[] => {
  const known = asciiForms.get(rewrite);
  if (known !== undefined) return known;
  const table = Array.from({ length: 128 }, (_, code) => rewrite(String.fromCharCode(code)));
  asciiForms.set(rewrite, table);
  return table;
};

/**
 * Maps a text cluster by cluster: `rewrite` gives a cluster's normal form, or '' to drop it; white space is collapsed
 * here. `clusters` is sticky; `opener` is an ASCII character at which it must be asked (-1: none).
 */
export const mapClusters = (
  text: string,
  clusters: RegExp,
  rewrite: (cluster: string) => string,
  opener = -1,
): MappedText => {
  const ascii = asciiTable(rewrite);
  const parts: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  let lastIsSpace = true;
  for (let start = 0; start < text.length; ) {
    const code = text.charCodeAt(start);
    let end = start + 1;
    let form: string;
    // A mark behind an ASCII letter belongs to it, so the next unit must be looked at.
    if (code < 128 && code !== opener && !(text.charCodeAt(end) >= 0x300)) form = ascii[code] ?? '';
    else {
      clusters.lastIndex = start;
      const cluster = clusters.exec(text)?.[0] ?? text.charAt(start);
      end = start + cluster.length;
      form = rewrite(cluster);
    }
    for (let i = 0; i < form.length; i++) {
      const unit = form.charAt(i);
      const space = unit === ' ' || /\s/.test(unit);
      if (space && lastIsSpace) {
        if (ends.length > 0) ends[ends.length - 1] = end;
        continue;
      }
      lastIsSpace = space;
      parts.push(space ? ' ' : unit);
      starts.push(start);
      ends.push(end);
    }
    start = end;
  }
  if (lastIsSpace && parts.length > 0) {
    parts.pop();
    starts.pop();
    ends.pop();
  }
  return { text: parts.join(''), starts: Uint32Array.from(starts), ends: Uint32Array.from(ends) };
};

/** `normalise` with the way back. */
export const normaliseMapped = (text: string): MappedText => mapClusters(text, CLUSTER, fold);

/** The original range of `[from, to)` of a mapped text; empty ranges give an empty range. */
export const originalRange = (
  mapped: MappedText,
  from: number,
  to: number,
): { start: number; end: number } => {
  const start = mapped.starts[from] ?? mapped.ends.at(-1) ?? 0;
  return { start, end: to > from ? (mapped.ends[to - 1] ?? start) : start };
};

/** Words: runs of letters, digits and marks; a Han, kana or Thai-like character is a word of its own. */
export const words = (text: string): string[] => text.match(WORD) ?? [];
export const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])[\p{L}\p{N}\p{M}])+/gu;

/** SQuAD normalisation: lower case, punctuation and English articles removed, white space collapsed. */
export const squadNormalise = (text: string): string =>
  collapseSpace(
    fold(text)
      .replace(/[\p{P}\p{S}]/gu, '')
      .replace(/\b(?:a|an|the)\b/g, ' '),
  );

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/**
 * True when the normalised text holds one of the answers as whole words ("4" is not in "1947"). Scripts without
 * spaces have no word borders to ask for. Empty answers never match.
 */
export const containsAnswer = (text: string, answers: readonly string[]): boolean =>
  containsAnswerNormalised(normalise(text), answers.map(normalise));

/** As `containsAnswer`, both sides already normalised (for many chunks against the same answers). */
export const containsAnswerNormalised = (text: string, answers: readonly string[]): boolean =>
  answers.some((answer) => answer !== '' && findWhole(text, answer) >= 0);

const isWordUnit = (unit: string | undefined): boolean =>
  unit !== undefined && /[\p{L}\p{N}]/u.test(unit) && !UNSPACED.test(unit);

const findWhole = (text: string, answer: string): number => {
  const openLeft = !isWordUnit(answer[0]);
  const openRight = !isWordUnit(answer.at(-1));
  for (let at = text.indexOf(answer); at >= 0; at = text.indexOf(answer, at + 1)) {
    const left = openLeft || !isWordUnit(text[at - 1]);
    const right = openRight || !isWordUnit(text[at + answer.length]);
    if (left && right) return at;
  }
  return -1;
};
