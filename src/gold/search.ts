/** Places gold texts that no label has placed, over the whole corpus: exact, fingerprint, then word 8-grams. */
import type { Document } from '../domain/corpus';
import { normalise } from '../domain/text';
import type { Job } from '../seam/jobs';
import { fingerprintOf, WINDOW } from './fingerprint';
import { type Location, locateByGrams, locateByWindows, locateExact, type Needle } from './locate';
import { loosen } from './loose';
import { type Found, nearest, type Placement, placed } from './placement';
import { type ScanHit, scanGrams, scanWindows } from './scan';
import type { View } from './views';

export interface Wanted {
  needle: Needle;
  /** Documents of the gold's title, which decide between several. */
  titled: readonly Document[];
}

type ViewOf = (document: Document) => View;
type Locate = (view: View, needle: Needle) => Location | null;

const decide = (found: readonly Found[], titled: readonly Document[]): readonly Found[] => {
  const ofTitle = found.filter(({ document }) => titled.includes(document));
  return ofTitle.length > 0 ? ofTitle : found;
};

const locateIn = (documents: readonly Document[], needle: Needle, view: ViewOf, how: Locate): Found[] =>
  documents.flatMap((document) => {
    const location = how(view(document), needle);
    return location === null ? [] : [{ document, location }];
  });

/** A window found in more than one document is ambiguous; windows in one document each are a passage split in two. */
const isSplit = (hits: readonly ScanHit[], among: readonly Found[]): boolean => {
  const seen = new Set<number>();
  for (const hit of hits) {
    if (!among.some(({ document }) => document === hit.document)) continue;
    for (const window of hit.windows) {
      if (seen.has(window)) return false;
      seen.add(window);
    }
  }
  return true;
};

const byHits = (hits: readonly ScanHit[], { needle, titled }: Wanted, view: ViewOf): Placement | null => {
  const documents = hits.map((hit) => hit.document);
  const exact = locateIn(documents, needle, view, locateExact);
  if (exact.length > 0) return placed(nearest(decide(exact, titled)), needle);
  const partial = decide(locateIn(documents, needle, view, locateByWindows), titled);
  return partial.length === 0 ? null : placed(partial, needle, isSplit(hits, partial));
};

/** `placements[i]` for `wanted[i]`; null: not found. One or two passes over the corpus, whatever the number wanted. */
export const placeBySearch = async (
  documents: readonly Document[],
  wanted: readonly Wanted[],
  view: ViewOf,
  pace: Pick<Job, 'pausePoint'>,
): Promise<(Placement | null)[]> => {
  const placements: (Placement | null)[] = wanted.map(() => null);
  const open = (): number[] => placements.flatMap((placement, index) => (placement === null ? [index] : []));
  const round = async (textOf: (needle: Needle) => string, form: (text: string) => string): Promise<void> => {
    const pending = open();
    if (pending.length === 0) return;
    const texts = pending.map((index) => textOf(wanted[index]?.needle ?? EMPTY));
    const hits = await scanWindows(documents, texts, form, pace);
    for (const [at, index] of pending.entries()) {
      await pace.pausePoint();
      const target = wanted[index];
      const found = hits[at] ?? [];
      if (target !== undefined && found.length > 0) placements[index] = byHits(found, target, view);
    }
  };
  await round((needle) => needle.text, normalise);
  // Short loose texts would be found anywhere.
  await round((needle) => (needle.loose.length >= 16 ? needle.loose : ''), loosen);
  const left = open();
  const grams = await scanGrams(
    documents,
    left.map((index) => wanted[index]?.needle ?? EMPTY),
    pace,
  );
  for (const [at, index] of left.entries()) {
    await pace.pausePoint();
    const target = wanted[index];
    if (target === undefined) continue;
    const found = decide(locateIn(grams[at] ?? [], target.needle, view, locateByGrams), target.titled);
    if (found.length > 0) placements[index] = placed(found, target.needle);
  }
  return placements;
};

const EMPTY: Needle = { raw: '', text: '', loose: '' };

/** Why a text was not even looked for. */
export const tooShort = (needle: Needle): boolean =>
  fingerprintOf(needle.text) === null || needle.text.length < 6;

export const searchedFor = (needle: Needle): string =>
  needle.text.length >= WINDOW
    ? 'no document holds the text, any of its three windows, or half of its word 8-grams'
    : 'no document holds the text';
