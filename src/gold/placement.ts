/** Where a gold passage was found, before it is turned into chunks. */
import type { Document } from '../domain/corpus';
import type { MappingMethod } from '../domain/mapping';
import type { Range } from './chunk-set';
import type { Location, Needle } from './locate';
import { rulesNeeded } from './rules';

export interface Placement {
  status: 'mapped' | 'ambiguous' | 'unmapped';
  method: MappingMethod | null;
  ranges: Range[];
  /** Also for an unmapped passage whose document is known. */
  documents: string[];
  note: string;
}

export interface Found {
  document: Document;
  location: Location;
}

export const unmapped = (note: string, documents: readonly Document[] = []): Placement => ({
  status: 'unmapped',
  method: null,
  ranges: [],
  documents: documents.map((document) => document.id),
  note,
});

export const wholeDocuments = (documents: readonly Document[], note: string): Placement => ({
  status: documents.length > 1 ? 'ambiguous' : 'mapped',
  method: 'document-id',
  ranges: documents.map(({ id, text }) => ({ document: id, start: 0, end: text.length })),
  documents: documents.map((document) => document.id),
  note,
});

const noteOf = ({ document, location }: Found, needle: Needle): string => {
  const rules =
    location.method === 'exact'
      ? rulesNeeded(needle.raw, document.text.slice(location.start, location.end))
      : null;
  const differs = rules === null || rules.length === 0 ? '' : `matched after normalising ${rules.join(', ')}`;
  return [location.how, differs].filter((part) => part !== '').join('; ');
};

/** One place, or several that together hold the passage (`split`), or several of which any may be meant. */
export const placed = (found: readonly Found[], needle: Needle, split = false): Placement => {
  const ambiguous = found.length > 1 && !split;
  const first = found[0];
  const note = first === undefined ? '' : noteOf(first, needle);
  const several = ambiguous
    ? `the text was found in ${found.length} documents and neither title nor document name decides`
    : split && found.length > 1
      ? `spread over ${found.length} documents`
      : '';
  return {
    status: ambiguous ? 'ambiguous' : 'mapped',
    method: first?.location.method ?? null,
    ranges: found.map(({ document, location }) => ({
      document: document.id,
      start: location.start,
      end: location.end,
    })),
    documents: [...new Set(found.map(({ document }) => document.id))],
    note: [several, note].filter((part) => part !== '').join('; '),
  };
};

const preferred = (found: readonly Found[], is: (location: Location) => boolean): readonly Found[] => {
  const those = found.filter(({ location }) => is(location));
  return those.length > 0 ? those : found;
};

/**
 * Of exact finds the ones that are meant: a document that has the text itself rather than one that differs in
 * punctuation, then one that is the text as a whole rather than one that contains it among other text.
 */
export const nearest = (found: readonly Found[]): readonly Found[] =>
  preferred(
    preferred(found, ({ strict }) => strict),
    ({ whole }) => whole,
  );
