/** Forms of a document, made when asked for and kept for the documents used last: gold texts come in clusters. */
import type { Document } from '../domain/corpus';
import { type MappedText, normalise, normaliseMapped } from '../domain/text';
import { loosen, loosenMapped } from './loose';
import { type Grams, gramsOf } from './ngrams';

export interface View {
  document: Document;
  strict(): string;
  strictMapped(): MappedText;
  loose(): string;
  looseMapped(): MappedText;
  grams(): Grams;
}

const once = <T>(make: () => T): (() => T) => {
  let made: { value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
};

export const viewOf = (document: Document): View => ({
  document,
  strict: once(() => normalise(document.text)),
  strictMapped: once(() => normaliseMapped(document.text)),
  loose: once(() => loosen(document.text)),
  looseMapped: once(() => loosenMapped(document.text)),
  grams: once(() => gramsOf(document.text)),
});

/** Characters of the documents whose forms are kept; a form with its offsets takes about ten times as many bytes. */
const KEPT = 16 * 1024 * 1024;

export const createViews = (): ((document: Document) => View) => {
  const views = new Map<string, View>();
  let characters = 0;
  return (document) => {
    const known = views.get(document.id);
    const view = known ?? viewOf(document);
    if (known === undefined) characters += document.text.length;
    // Last used goes to the end: the first in order is the one used longest ago.
    views.delete(document.id);
    views.set(document.id, view);
    for (const [id, old] of views) {
      if (characters <= KEPT || id === document.id) break;
      characters -= old.document.text.length;
      views.delete(id);
    }
    return view;
  };
};
