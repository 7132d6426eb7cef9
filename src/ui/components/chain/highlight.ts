/** A stretch of text; `mark`: it lies in a sentence that holds a needle; `hit`: it is the needle itself. */
export interface TextPart {
  text: string;
  mark: boolean;
  hit: boolean;
}

const WORD = /[\p{L}\p{N}]/u;
/** Scripts without spaces between words: a needle may start and end anywhere. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}]/u;

/** Finds a needle whatever its case, white space, quotes and dashes, and never inside a longer word. */
function pattern(needle: string): RegExp | null {
  const trimmed = needle.trim();
  if (trimmed === '') return null;
  const body = trimmed
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/["“”„«»]/g, '["“”„«»]')
    .replace(/['‘’]/g, "['‘’]")
    .replace(/[‐‑‒–—−-]/g, '[‐‑‒–—−-]')
    .replace(/\s+/g, '\\s+');
  const edge = (char: string | undefined): boolean =>
    char !== undefined && WORD.test(char) && !UNSPACED.test(char);
  const before = edge([...trimmed][0]) ? '(?<![\\p{L}\\p{N}])' : '';
  const after = edge([...trimmed].at(-1)) ? '(?![\\p{L}\\p{N}])' : '';
  return new RegExp(`${before}${body}${after}`, 'giu');
}

export interface Span {
  start: number;
  end: number;
}

export function findAll(text: string, needles: string[]): Span[] {
  const spans: Span[] = [];
  for (const needle of needles) {
    const regex = pattern(needle);
    if (regex === null) continue;
    for (const match of text.matchAll(regex)) {
      spans.push({ start: match.index, end: match.index + match[0].length });
    }
  }
  spans.sort((a, b) => a.start - b.start || b.end - a.end);
  const merged: Span[] = [];
  for (const span of spans) {
    const last = merged[merged.length - 1];
    if (last !== undefined && span.start <= last.end) last.end = Math.max(last.end, span.end);
    else merged.push({ ...span });
  }
  return merged;
}

/** Made once: making one costs more than splitting a passage. */
const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' });

/** Sentences as ranges of the text, without the white space behind them; blank ones are left out. */
export const sentences = (text: string): Span[] =>
  [...segmenter.segment(text)].flatMap((part) => {
    const end = part.index + part.segment.trimEnd().length;
    return end === part.index ? [] : [{ start: part.index, end }];
  });
/** Ranges that are known from elsewhere (a judge's sentence, a reader's span), in place of those found by words. */
export interface Given {
  marks?: Span[] | undefined;
  hits?: Span[] | undefined;
}

/**
 * Splits text so that a quote is marked as it stands, else every sentence that holds one of the answers.
 * Joined again the parts give the text. Finding the string does not prove that the passage states the fact.
 */
export function highlight(text: string, answers: string[], quote?: string, given: Given = {}): TextPart[] {
  const hits = given.hits ?? findAll(text, answers);
  const quoted = quote === undefined ? [] : findAll(text, [quote]);
  const marks = given.marks
    ? given.marks
    : quoted.length > 0
      ? quoted
      : hits.length === 0
        ? []
        : sentences(text).filter((s) => hits.some((hit) => hit.start < s.end && hit.end > s.start));
  const inside = (spans: Span[], at: number): boolean => spans.some((s) => at >= s.start && at < s.end);
  const borders = [...new Set([0, text.length, ...[...hits, ...marks].flatMap((s) => [s.start, s.end])])];
  borders.sort((a, b) => a - b);
  const parts: TextPart[] = [];
  for (let index = 0; index + 1 < borders.length; index++) {
    const start = borders[index] ?? 0;
    const hit = inside(hits, start);
    parts.push({ text: text.slice(start, borders[index + 1]), mark: hit || inside(marks, start), hit });
  }
  return parts;
}

/** Longest text that a card shows whole. */
const WHOLE = 420;
/** Characters kept before the first mark. */
const LEAD = 120;

/** The offset, or the start of the next word when it lies inside one that is not too long. */
function wordStart(parts: TextPart[], offset: number): number {
  if (offset === 0) return 0;
  const text = parts.map((part) => part.text).join('');
  if (/\s/.test(text[offset - 1] ?? '')) return offset;
  const rest = /^\S{0,24}\s+/.exec(text.slice(offset, offset + 40));
  return rest === null ? offset : offset + rest[0].length;
}

/** The offset, or the end of the word before it when it lies inside one that is not too long. */
function wordEnd(parts: TextPart[], offset: number): number {
  const text = parts.map((part) => part.text).join('');
  if (offset >= text.length || /\s/.test(text[offset] ?? '')) return offset;
  const rest = /\s+\S{0,24}$/.exec(text.slice(Math.max(0, offset - 40), offset));
  return rest === null ? offset : offset - rest[0].length;
}

/** A window of a long text that holds its first mark, and the answer in it; `before` / `after` tell that text was left out there. */
export function excerpt(
  parts: TextPart[],
  limit = WHOLE,
): { parts: TextPart[]; before: boolean; after: boolean } {
  const total = parts.reduce((sum, part) => sum + part.text.length, 0);
  if (total <= limit) return { parts, before: false, after: false };
  const offsetOf = (test: (part: TextPart) => boolean): number | null => {
    let at = 0;
    for (const part of parts) {
      if (test(part)) return at;
      at += part.text.length;
    }
    return null;
  };
  const mark = offsetOf((part) => part.mark) ?? 0;
  const hit = offsetOf((part) => part.hit);
  // A marked sentence can be longer than the window; then the answer in it counts.
  const anchor = hit !== null && hit > mark - LEAD + limit - LEAD ? hit : mark;
  const start = wordStart(parts, Math.min(Math.max(0, anchor - LEAD), total - limit));
  const end = wordEnd(parts, start + limit);
  const window: TextPart[] = [];
  let at = 0;
  for (const part of parts) {
    const from = Math.max(start - at, 0);
    const to = Math.min(end - at, part.text.length);
    if (to > from) window.push({ ...part, text: part.text.slice(from, to) });
    at += part.text.length;
  }
  return { parts: window, before: start > 0, after: end < total };
}
