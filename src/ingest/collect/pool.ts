/**
 * All documents of an ingest. What has an id of its own keeps it; what has none is identified by its content, so the
 * same passage in many question records is one document. The result does not depend on the order of the files.
 */
import type { Document } from '../../domain/corpus';
import { documentHash, incrementalHash } from '../../domain/hash';
import type { ReadDocument } from '../types';

export interface DocumentPool {
  add(document: ReadDocument, path: string): void;
  /** Documents of the corpus as it is, when files are added to it. */
  addStored(documents: readonly Document[]): void;
  finish(): PoolResult;
}

export interface PoolResult {
  /** In id order. */
  documents: Document[];
  /** Records that repeat another one's content, by the file they came from. */
  mergedBy: Map<string, number>;
  /** Ids that two different records claimed. */
  renamed: number;
}

interface Entry {
  key: string;
  document: Document;
}

const RANK = { passage: 0, text: 1, markdown: 2 } as const;

/** One content read as two kinds: the same one is chosen whichever came first. */
const sharedKind = (a: Document['kind'], b: Document['kind']): NonNullable<Document['kind']> =>
  RANK[a ?? 'text'] <= RANK[b ?? 'text'] ? (a ?? 'text') : (b ?? 'text');

const renamedTo = (id: string, key: string): string => `${id}~${key.slice(0, 6)}`;

export const createPool = (): DocumentPool => {
  const named = new Map<string, Entry[]>();
  const unnamed = new Map<string, Document>();
  const mergedBy = new Map<string, number>();
  const merged = (path: string): void => void mergedBy.set(path, (mergedBy.get(path) ?? 0) + 1);

  const addNamed = (document: Document): void => {
    const key = documentHash(document.title, document.text);
    const entries = named.get(document.id);
    // Read again, a record finds itself under the name that it was given when its id was taken.
    const twin = [...(entries ?? []), ...(named.get(renamedTo(document.id, key)) ?? [])].find(
      (entry) => entry.key === key,
    );
    if (twin !== undefined) {
      twin.document.kind = sharedKind(twin.document.kind, document.kind);
      merged(document.source);
    } else if (entries === undefined) named.set(document.id, [{ key, document }]);
    else entries.push({ key, document });
  };

  return {
    addStored(documents) {
      for (const document of documents) addNamed({ ...document });
    },
    add({ id, title, text, kind, line, pages }, path) {
      const rest = {
        title,
        text,
        source: path,
        kind,
        ...(line === undefined ? {} : { line }),
        ...(pages === undefined ? {} : { pages }),
      };
      if (id !== undefined) {
        addNamed({ id, ...rest });
        return;
      }
      const hash = documentHash(title, text);
      const twin = unnamed.get(hash);
      if (twin === undefined) unnamed.set(hash, { id: hash, ...rest });
      else {
        twin.kind = sharedKind(twin.kind, kind);
        merged(path);
      }
    },
    finish() {
      const documents: Document[] = [];
      const keys = new Map<string, Document>();
      const given = new Set<string>();
      let renamed = 0;
      for (const [id, entries] of named) {
        // By content, so that it does not matter which file was read first.
        const ordered = entries.toSorted((a, b) => (a.key < b.key ? -1 : 1));
        ordered.forEach(({ key, document }, index) => {
          if (index > 0) {
            const name = renamedTo(id, key);
            if (named.get(name)?.some((entry) => entry.key === key)) {
              merged(document.source);
              return;
            }
            // Another record may bear that name by itself.
            let free = name;
            for (let n = 2; named.has(free) || given.has(free); n++) free = `${name}-${n}`;
            document.id = free;
            given.add(free);
            renamed += 1;
          }
          keys.set(key, document);
          documents.push(document);
        });
      }
      for (const [key, document] of unnamed) {
        const twin = keys.get(key);
        if (twin === undefined) documents.push(document);
        else merged(document.source);
      }
      documents.sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
      return { documents, mergedBy, renamed };
    },
  };
};

/** Hash over ids and content in id order. */
export const corpusHash = (documents: readonly Document[]): string => {
  const hash = incrementalHash();
  for (const { id, title, text, kind } of documents)
    for (const part of [id, title, text, kind ?? 'text']) hash.add(part);
  return hash.hex();
};
