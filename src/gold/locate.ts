/** Where one gold text lies in one document: exact, then loosely exact, then by fingerprint, then by word 8-grams. */
import type { MappingMethod } from '../domain/mapping';
import { type MappedText, normalise, originalRange } from '../domain/text';
import { fingerprintOf, rangeByWindows, WINDOW } from './fingerprint';
import { loosen } from './loose';
import { densestRange, gramsOf } from './ngrams';
import type { View } from './views';

export interface Needle {
  raw: string;
  text: string;
  loose: string;
}

export interface Location {
  method: Extract<MappingMethod, 'exact' | 'fingerprint' | 'ngram'>;
  start: number;
  end: number;
  /** Equal after plain normalisation, not only in letters and digits. */
  strict: boolean;
  /** The whole document is the gold text. */
  whole: boolean;
  /** What a user is told of how it was found, beyond plain normalisation; '' when nothing. */
  how: string;
}

export const needleOf = (raw: string): Needle => ({ raw, text: normalise(raw), loose: loosen(raw) });

/** A loose text this short could be found anywhere. */
const SHORTEST_LOOSE = 16;

/** Containment, strict then loose; the range is in the document's own offsets. */
export const locateExact = (view: View, needle: Needle): Location | null => {
  if (needle.text === '') return null;
  const all = { start: 0, end: view.document.text.length };
  const rangeIn = (mapped: MappedText, text: string): { start: number; end: number } => {
    const at = mapped.text.indexOf(text);
    return at < 0 ? all : originalRange(mapped, at, at + text.length);
  };
  if (view.strict().includes(needle.text)) {
    const whole = view.strict().length === needle.text.length;
    const range = whole ? all : rangeIn(view.strictMapped(), needle.text);
    return { method: 'exact', ...range, strict: true, whole, how: '' };
  }
  if (needle.loose.length < SHORTEST_LOOSE) return null;
  const loose = view.loose();
  if (loose.includes(needle.loose)) {
    const whole = loose.length === needle.loose.length;
    const range = whole ? all : rangeIn(view.looseMapped(), needle.loose);
    return { method: 'exact', ...range, strict: false, whole, how: '' };
  }
  // Gold texts that begin with the title, over documents that keep it apart.
  const title = loosen(view.document.title);
  const rest = needle.loose.slice(title.length);
  if (
    title === '' ||
    !needle.loose.startsWith(title) ||
    rest.length < SHORTEST_LOOSE ||
    !loose.includes(rest)
  )
    return null;
  return {
    method: 'exact',
    ...rangeIn(view.looseMapped(), rest),
    strict: false,
    whole: loose.length === rest.length,
    how: 'the gold text begins with the title',
  };
};

export const locateByWindows = (view: View, needle: Needle): Location | null => {
  for (const [form, mapped] of [
    [needle.text, view.strictMapped],
    [needle.loose, view.looseMapped],
  ] as const) {
    const print = form.length < WINDOW ? null : fingerprintOf(form);
    if (print === null) continue;
    const range = rangeByWindows(mapped().text, form, print);
    if (range === null) continue;
    const how = `${range.found} of ${print.windows.length} windows of ${WINDOW} characters were found`;
    const where = originalRange(mapped(), range.from, range.to);
    return { method: 'fingerprint', ...where, strict: false, whole: false, how };
  }
  return null;
};

export const locateByGrams = (view: View, needle: Needle): Location | null => {
  const wanted = new Set(gramsOf(needle.raw).hashes);
  if (wanted.size === 0) return null;
  const range = densestRange(view.grams(), wanted, needle.raw.length);
  if (range === null) return null;
  const how = `${Math.round(range.containment * 100)}% of its word 8-grams were found`;
  return { method: 'ngram', start: range.start, end: range.end, strict: false, whole: false, how };
};

export const locate = (view: View, needle: Needle): Location | null =>
  locateExact(view, needle) ?? locateByWindows(view, needle) ?? locateByGrams(view, needle);
