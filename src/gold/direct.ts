/** Places a gold passage by the document or title that its label names: no search through the corpus. */
import type { Document } from '../domain/corpus';
import type { GoldPassage } from '../domain/question';
import { locate, locateExact, type Needle } from './locate';
import { loosen } from './loose';
import type { DocumentNames } from './names';
import { type Found, nearest, type Placement, placed, unmapped, wholeDocuments } from './placement';
import type { View } from './views';

export interface Direct {
  placement: Placement | null;
  /** Documents of the gold's title: they decide when a text is found in several. */
  titled: Document[];
  /** Why it was not placed here; used when the search through the corpus fails too. */
  note: string;
}

const find = (
  documents: readonly Document[],
  needles: readonly Needle[],
  view: (document: Document) => View,
  how: typeof locate,
): { found: Found[]; needle: Needle } | null => {
  for (const needle of needles) {
    const found = documents.flatMap((document) => {
      const location = how(view(document), needle);
      return location === null ? [] : [{ document, location }];
    });
    if (found.length > 0) return { found, needle };
  }
  return null;
};

type Bounds = NonNullable<GoldPassage['range']>;

const fits = ({ start, end }: Bounds, { text }: Document): boolean =>
  start >= 0 && end <= text.length && start < end;

/** A range that fits in none of the documents that are meant says nothing true of any of them. */
const outside = ({ range }: Pick<GoldPassage, 'range'>, documents: Document[]): Placement | null => {
  if (range === undefined || documents.some((document) => fits(range, document))) return null;
  const where = documents.length === 1 ? 'the document' : `all ${documents.length} documents of that name`;
  return unmapped(`the label's range ${range.start}–${range.end} lies outside of ${where}`, documents);
};

/** A range alone is believed; of a text beside it, one has to hold the other. */
const standsAt = (range: Bounds, document: Document, needles: readonly Needle[]): boolean => {
  if (!fits(range, document)) return false;
  if (needles.length === 0) return true;
  const there = loosen(document.text.slice(range.start, range.end));
  return needles.some(({ loose }) => there.includes(loose) || (there !== '' && loose.includes(there)));
};

const byDocument = (
  gold: Omit<GoldPassage, 'id'>,
  documents: Document[],
  needles: readonly Needle[],
  view: (document: Document) => View,
): Placement => {
  const only = documents.length === 1 ? documents[0] : undefined;
  const { range } = gold;
  // Where the label brings the words too, they are looked for: another version of the document has them elsewhere.
  const wrong = needles.length === 0 ? outside(gold, documents) : null;
  if (wrong !== null) return wrong;
  if (range !== undefined && only !== undefined && standsAt(range, only, needles)) {
    return {
      status: 'mapped',
      method: 'offset',
      ranges: [{ document: only.id, ...range }],
      documents: [only.id],
      note: '',
    };
  }
  const several = documents.length > 1 ? `${documents.length} documents are called “${gold.document}”` : '';
  if (needles.length === 0) return wholeDocuments(documents, several);
  const hit = find(documents, needles, view, locate);
  if (hit === null)
    return unmapped(`the document “${gold.document}” is there, the text is not in it`, documents);
  const there = placed(nearest(hit.found), hit.needle);
  if (range === undefined || only === undefined) return there;
  const moved = "its words stand elsewhere in the document than the label's range says";
  return { ...there, note: [moved, there.note].filter((part) => part !== '').join('; ') };
};

/**
 * A passage marked in the app bears the range and the text at it: among documents of one name that decides. A range
 * alone decides nothing.
 */
const withTextAt = ({ range, text }: Omit<GoldPassage, 'id'>, documents: Document[]): Document[] => {
  if (documents.length < 2 || range === undefined || text === undefined) return documents;
  const exact = documents.filter(
    (document) => document.text.slice(range.start, range.end).trim() === text.trim(),
  );
  return exact.length === 1 ? exact : documents;
};

export const placeDirectly = (
  gold: Omit<GoldPassage, 'id'>,
  names: DocumentNames,
  needles: readonly Needle[],
  view: (document: Document) => View,
): Direct => {
  const titled = gold.title === undefined ? [] : names.byTitle(gold.title);
  let note = '';
  if (gold.document !== undefined) {
    const documents = withTextAt(gold, names.byName(gold.document));
    if (documents.length > 0)
      return { placement: byDocument(gold, documents, needles, view), titled: documents, note };
    note = `no document is called “${gold.document}”`;
  }
  if (needles.length === 0) {
    if (titled.length > 0) {
      const wrong = outside(gold, titled);
      if (wrong !== null) return { placement: wrong, titled, note };
      const which =
        titled.length > 1
          ? `${titled.length} documents have the title “${gold.title}”`
          : 'found by its title';
      return { placement: wholeDocuments(titled, which), titled, note };
    }
    const missing = gold.title === undefined ? '' : `no document has the title “${gold.title}”`;
    const reason = [note, missing].filter((part) => part !== '').join('; ');
    return { placement: unmapped(reason || 'the label names no document, title or text'), titled, note };
  }
  const hit = find(titled, needles, view, locateExact);
  if (hit !== null) return { placement: placed(nearest(hit.found), hit.needle), titled, note };
  return { placement: null, titled, note };
};
