/**
 * The corpus on disk (budget of design 09: text + 200 bytes a passage, vectors apart): the text of each document
 * once, as UTF-8; documents and chunks as short JSON arrays. A chunk's text is cut out of its document on reading.
 *
 *     texts      the texts, one after the other
 *     documents  first line [source…], then [id, title, source index, line or 0, bytes of text, kind if it has one,
 *                where its pages begin if it has pages (then it has a kind)]
 *     chunks     "hash" for the usual passage (next document, whole, headed by its title), else
 *                [hash, documents ahead, ordinal, start, end, heading (0: the title), title (0: the document's)]
 */
import { type Chunk, type Document, pagesOf } from '../domain/corpus';
import { HopscopeError } from '../domain/outcome';
import { eachLine, jsonLines } from './blobs';
import { fromUtf8, packId, unpackId, utf8 } from './bytes';

export type DocumentLine = [
  id: string,
  title: string,
  source: number,
  line: number,
  bytes: number,
  kind?: number,
  pages?: number[],
];

/** Stored by index: a word a passage would cost more than its id. */
const KINDS = ['passage', 'text', 'markdown'] as const satisfies NonNullable<Document['kind']>[];
export type ChunkLine =
  | string
  | [
      hash: string,
      ahead: number,
      ordinal: number,
      start: number,
      end: number,
      heading: 0 | string,
      title: 0 | string,
    ];

const badInput = (message: string, detail: string): HopscopeError =>
  new HopscopeError('bad-input', message, { detail });

/** A chunk is stored without its text, which is its document's; only how long it is must fit. */
export type StorableChunk = Omit<Chunk, 'text'> & { text: { length: number } };

export interface CorpusEncoder {
  /** UTF-8 of the texts; the documents' lines are complete when this has been drained. */
  texts(documents: Iterable<Document> | AsyncIterable<Document>): AsyncGenerator<Uint8Array>;
  documents(): Generator<Uint8Array>;
  chunks(chunks: Iterable<StorableChunk> | AsyncIterable<StorableChunk>): AsyncGenerator<Uint8Array>;
}

/** Use in this order: `texts`, `documents`, `chunks`. Throws `bad-input` for chunks that do not fit a document. */
export const createCorpusEncoder = (): CorpusEncoder => {
  const sources = new Map<string, number>();
  const lines: DocumentLine[] = [];
  const known = new Map<string, { index: number; title: string; length: number }>();

  return {
    async *texts(documents) {
      for await (const { id, title, text, source, line, kind, pages } of documents) {
        if (known.has(id))
          throw badInput('Two documents have the same id, so neither could be named.', `document ${id}`);
        known.set(id, { index: lines.length, title, length: text.length });
        const sourceIndex = sources.get(source) ?? sources.size;
        sources.set(source, sourceIndex);
        const bytes = utf8(text);
        const stored: DocumentLine = [packId(id), title, sourceIndex, line ?? 0, bytes.length];
        if (kind !== undefined || pages !== undefined) stored.push(KINDS.indexOf(kind ?? 'text'));
        if (pages !== undefined) stored.push(pages);
        lines.push(stored);
        yield bytes;
      }
    },
    *documents() {
      yield* jsonLines([[...sources.keys()]]);
      yield* jsonLines(lines);
    },
    async *chunks(chunks) {
      let before = -1;
      for await (const chunk of chunks) {
        const owner = known.get(chunk.document);
        const { start, end, ordinal } = chunk;
        if (owner === undefined)
          throw badInput('A chunk belongs to no document of this corpus.', `chunk ${chunk.id}`);
        if (
          chunk.id !== `${chunk.document}#${ordinal}` ||
          end > owner.length ||
          end - start !== chunk.text.length
        ) {
          throw badInput(
            'A chunk does not fit its document.',
            `chunk ${chunk.id}, ${start}–${end} of ${owner.length}`,
          );
        }
        const ahead = owner.index - before;
        before = owner.index;
        const hash = packId(chunk.hash);
        const heading = chunk.heading === owner.title ? 0 : chunk.heading;
        const title = chunk.title === owner.title ? 0 : chunk.title;
        const usual =
          ahead === 1 && ordinal === 0 && start === 0 && end === owner.length && heading === 0 && title === 0;
        yield* jsonLines([
          (usual ? hash : [hash, ahead, ordinal, start, end, heading, title]) satisfies ChunkLine,
        ]);
      }
    },
  };
};

/** How many bytes of the texts a document's line stands for. */
export const textBytes = ([, , , , bytes]: DocumentLine): number => bytes;

export const documentOf = (stored: DocumentLine, sources: readonly string[], text: string): Document => {
  const [id, title, source, line, , kindIndex, pages] = stored;
  const kind = kindIndex === undefined ? undefined : KINDS[kindIndex];
  return {
    id: unpackId(id),
    title,
    text,
    source: sources[source] ?? '',
    ...(line === 0 ? {} : { line }),
    ...(kind === undefined ? {} : { kind }),
    ...(pages === undefined ? {} : { pages }),
  };
};

/** What a chunk's line needs of its document. */
export interface ChunkOwner {
  id: string;
  title: string;
  /** Of its text, in UTF-16 units. */
  length: number;
  pages?: number[];
}

/**
 * Chunks line by line, without their texts; `owner` of the document at an index. Throws `damaged` for a chunk of no document.
 */
export const createChunkDecoder = (owner: (index: number) => ChunkOwner | undefined) => {
  let at = -1;
  return (line: ChunkLine): Omit<Chunk, 'text'> & { owner: number } => {
    const [hash, ahead, ordinal, start, end, heading, title] =
      typeof line === 'string' ? ([line, 1, 0, 0, null, 0, 0] as const) : line;
    at += ahead;
    const document = owner(at);
    if (document === undefined) {
      throw new HopscopeError(
        'damaged',
        'The stored chunks do not fit the stored documents: import them again.',
      );
    }
    const stop = end ?? document.length;
    const pages = pagesOf(document, start, stop);
    return {
      id: `${document.id}#${ordinal}`,
      document: document.id,
      ordinal,
      title: title === 0 ? document.title : title,
      start,
      end: stop,
      heading: heading === 0 ? document.title : heading,
      hash: unpackId(hash),
      ...(pages === null ? {} : { pages }),
      owner: at,
    };
  };
};

export const decodeDocuments = (documentLines: Uint8Array, texts: Uint8Array): Document[] => {
  const documents: Document[] = [];
  let sources: string[] | null = null;
  let at = 0;
  eachLine(documentLines, (value) => {
    if (sources === null) {
      sources = value as string[];
      return;
    }
    const line = value as DocumentLine;
    const end = at + textBytes(line);
    documents.push(documentOf(line, sources, fromUtf8(texts.subarray(at, end))));
    at = end;
  });
  return documents;
};

export const decodeChunks = (chunkLines: Uint8Array, documents: Document[]): Chunk[] => {
  const chunks: Chunk[] = [];
  const ownerAt = (index: number): ChunkOwner | undefined => {
    const document = documents[index];
    return document === undefined
      ? undefined
      : {
          id: document.id,
          title: document.title,
          length: document.text.length,
          ...(document.pages === undefined ? {} : { pages: document.pages }),
        };
  };
  const decode = createChunkDecoder(ownerAt);
  eachLine(chunkLines, (value) => {
    const { owner, heading, hash, ...chunk } = decode(value as ChunkLine);
    const text = documents[owner]?.text.slice(chunk.start, chunk.end) ?? '';
    chunks.push({ ...chunk, text, heading, hash });
  });
  return chunks;
};
