import type { Chunk, Document } from '../../src/domain/corpus';
import type { OwnRetriever, QuestionEvent, RunHeader, SearchEvent } from '../../src/domain/trace';
import type { CorpusMeta, QuestionsMeta } from '../../src/domain/workspace';

/** Small valid pieces for tests of the storage; every figure that a test asserts is set in the test itself. */
export const corpusMeta = (documents: number, chunks: number, hash = 'c0'): CorpusMeta => ({
  hash,
  files: 1,
  tally: { read: documents, kept: documents, rejected: 0, merged: 0 },
  documents,
  chunks,
  characters: 0,
  chunking: { unit: 'auto', size: 256, overlap: 1 },
  perFile: [],
});

export const questionsMeta: QuestionsMeta = {
  hash: 'q0',
  tally: { read: 0, kept: 0, rejected: 0, merged: 0 },
  labelled: 0,
  unlabelled: 0,
  unanswerable: 0,
  byHops: {},
  types: {},
};

export const document = (id: string, text: string, more: Partial<Document> = {}): Document => ({
  id,
  title: `Title of ${id}`,
  text,
  source: 'notes.txt',
  ...more,
});

/** One chunk over a whole document. */
export const wholeChunk = (of: Document, more: Partial<Chunk> = {}): Chunk => ({
  id: `${of.id}#0`,
  document: of.id,
  ordinal: 0,
  title: of.title,
  start: 0,
  end: of.text.length,
  text: of.text,
  heading: of.title,
  hash: `hash of ${of.id}`,
  ...more,
});

export type OwnHeader = Omit<RunHeader, 'retriever'> & { retriever: OwnRetriever };
export const header = (run: string, more: Partial<OwnHeader> = {}): OwnHeader => ({
  event: 'run',
  version: 1,
  run,
  system: 'probe-single',
  parameters: { k: 5, depth: 50 },
  retriever: {
    id: 'r0',
    kind: 'bm25',
    corpus: 'c0',
    chunking: { unit: 'auto', size: 256, overlap: 1 },
    settings: {
      kind: 'bm25',
      bm25: { k1: 1.2, b: 0.75, stemmer: null, stopWords: false },
      hybrid: { fusion: 'rrf', rrfK: 60, vectorWeight: 0.5, depth: 100 },
      model: 'all-MiniLM-L6-v2',
    },
    model: null,
  },
  model: null,
  questionSet: 'q0',
  app: '0.1.0',
  started: '2026-01-01T00:00:00.000Z',
  imported: false,
  ...more,
});

export const search = (question: string, hits: SearchEvent['hits'], step = 0): SearchEvent => ({
  event: 'search',
  question,
  step,
  hop: null,
  purpose: 'question',
  tool: 'search',
  query: `query of ${question}`,
  key: `query of ${question}`,
  duplicateOf: null,
  unresolved: [],
  hits,
});

export const answered = (question: string, hits: SearchEvent['hits']): QuestionEvent[] => [
  search(question, hits),
  { event: 'done', question, ms: 3 },
];
