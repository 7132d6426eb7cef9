/** Finds documents by what labels call them: id, path, file name, title. */
import type { Document } from '../domain/corpus';
import { documentHash } from '../domain/hash';
import { normalise } from '../domain/text';

export interface DocumentNames {
  /** By the source's id, else by the one it was given, path ending, file name with or without its extension, else title. Several: the name is not unique. */
  byName(name: string): Document[];
  byTitle(title: string): Document[];
}

const push = (map: Map<string, Document[]>, key: string, document: Document): void => {
  if (key === '') return;
  const list = map.get(key);
  if (list === undefined) map.set(key, [document]);
  else if (list.at(-1) !== document) list.push(document);
};

/** What the source called a document: of two that shared an id the ingest renamed one to `id~hash`. */
const calledBySource = (document: Document): string => {
  const renamed = /^(.+)~([0-9a-f]{6})(?:-\d+)?$/s.exec(document.id);
  if (renamed?.[1] === undefined || renamed[2] === undefined) return document.id;
  return documentHash(document.title, document.text).startsWith(renamed[2]) ? renamed[1] : document.id;
};

export const createDocumentNames = (documents: readonly Document[]): DocumentNames => {
  const ids = new Map<string, Document>();
  /** By the id that the source gave; several documents where two claimed it. */
  const claims = new Map<string, Document[]>();
  const files = new Map<string, Document[]>();
  const titles = new Map<string, Document[]>();
  for (const document of documents) {
    ids.set(document.id, document);
    push(titles, normalise(document.title), document);
    const called = calledBySource(document);
    push(claims, called, document);
    if (called !== document.source) continue;
    const segments = normalise(called).split('/');
    for (let from = 0; from < segments.length; from++) {
      const tail = segments.slice(from).join('/');
      push(files, tail, document);
      push(files, tail.replace(/\.[^./]+$/, ''), document);
    }
  }
  const byTitle = (title: string): Document[] => titles.get(normalise(title)) ?? [];
  return {
    byTitle,
    byName(name) {
      for (const id of [name, name.trim()]) {
        // Which of two that claimed an id keeps it is settled by content: a label that names it may mean either.
        const claimed = claims.get(id);
        if (claimed !== undefined) return claimed;
        const own = ids.get(id);
        if (own !== undefined) return [own];
      }
      const path = normalise(name)
        .replaceAll('\\', '/')
        .replace(/^(?:\.?\/)+/, '');
      return files.get(path) ?? byTitle(name);
    },
  };
};
