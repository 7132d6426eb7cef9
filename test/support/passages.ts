import type { Chunk, Document } from '../../src/domain/corpus';
import { indexText } from '../../src/domain/corpus';
import { chunkHash, contentHash } from '../../src/domain/hash';
import type { WorkspaceStore } from '../../src/domain/store';

export interface Passage {
  title: string;
  text: string;
}

/** A document and its one chunk for each passage; ids sort in the order given. */
export const corpusOf = (passages: readonly Passage[]): { documents: Document[]; chunks: Chunk[] } => {
  const documents = passages.map(({ title, text }, i) => ({
    id: `p${String(i).padStart(6, '0')}`,
    title,
    text,
    source: 'corpus.json',
  }));
  const chunks = documents.map(({ id, title, text }) => ({
    id: `${id}#0`,
    document: id,
    ordinal: 0,
    title,
    start: 0,
    end: text.length,
    text,
    heading: title,
    hash: chunkHash(indexText({ heading: title, text })),
  }));
  return { documents, chunks };
};

/** Writes passages as the corpus of a workspace (a new one unless given) and returns its id. */
export const storeCorpus = async (
  store: WorkspaceStore,
  passages: readonly Passage[],
  workspace?: string,
): Promise<string> => {
  const id = workspace ?? (await store.create('test')).id;
  const { documents, chunks } = corpusOf(passages);
  const characters = documents.reduce((sum, { text }) => sum + text.length, 0);
  await store.writeCorpus(id, {
    meta: {
      hash: contentHash(JSON.stringify(passages)),
      files: 1,
      tally: { read: passages.length, kept: passages.length, rejected: 0, merged: 0 },
      documents: documents.length,
      chunks: chunks.length,
      characters,
      chunking: { unit: 'passage', size: 256, overlap: 1 },
      perFile: [],
    },
    documents,
    chunks,
    rejects: [],
  });
  return id;
};

const WORDS = [
  'river',
  'bridge',
  'mayor',
  'harbour',
  'festival',
  'engine',
  'garden',
  'museum',
  'railway',
  'poet',
];

/** Different short passages; every one has its number as a word. */
export const numberedPassages = (count: number): Passage[] =>
  Array.from({ length: count }, (_, i) => ({
    title: `${WORDS[i % WORDS.length]} ${i}`,
    text: `The ${WORDS[(i * 3 + 1) % WORDS.length]} of town ${i % 7} stands by the ${WORDS[(i * 7 + 2) % WORDS.length]}.`,
  }));
