/** A document as it was read: the unit a user knows (a file, or a passage of a passage corpus). */
export interface Document {
  /** Stable id: the source's own id where it has one, the file path, else a content hash. Unique in a workspace. */
  id: string;
  title: string;
  text: string;
  /** Path of the file it came from. */
  source: string;
  /** 1-based line or record number in that file, where that makes sense. */
  line?: number;
  /**
   * What the reader found, which decides how `auto` chunking treats it: a passage of a passage corpus stays whole,
   * text and markdown are cut when longer than a chunk. Absent: `text`.
   */
  kind?: 'passage' | 'text' | 'markdown';
  /** Of a file with pages: page `i + 1` begins at character `pages[i]` of the text (UTF-16). Never falls. */
  pages?: number[];
}

/**
 * The unit that is indexed and retrieved. `document.text.slice(start, end) === text` always holds
 * (UTF-16 offsets), so every highlight maps back to the source.
 */
export interface Chunk {
  /** `${document}#${ordinal}` */
  id: string;
  document: string;
  ordinal: number;
  title: string;
  start: number;
  end: number;
  text: string;
  /** Title or heading path, prefixed for indexing and kept apart for display. */
  heading: string;
  /** `contentHash(indexText(chunk))`: the key of its cached vector. */
  hash: string;
  /** First and last page it stands on, from 1; absent where the file has no pages. */
  pages?: [first: number, last: number];
}

/** Number of the page that a character stands on, from 1: the last page that begins at or before it and is not empty there. */
const pageAt = (pages: readonly number[], at: number): number => {
  let low = 0;
  let high = pages.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((pages[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return low + 1;
};

/** Pages of the range `[start, end)` of a document's text; null where the file has no pages. */
export const pagesOf = (
  { pages }: Pick<Document, 'pages'>,
  start: number,
  end: number,
): [first: number, last: number] | null =>
  pages === undefined || pages.length === 0
    ? null
    : [pageAt(pages, start), pageAt(pages, Math.max(start, end - 1))];

/** What retrievers index for a chunk: heading and text. One place, so that every retriever sees the same words. */
export const indexText = (chunk: Pick<Chunk, 'heading' | 'text'>): string =>
  chunk.heading === '' ? chunk.text : `${chunk.heading}\n${chunk.text}`;

export type ChunkUnit = 'passage' | 'tokens';

/**
 * `passage`: a document is one chunk. `tokens`: cut at sentence ends to at most `size` tokens of the
 * embedding model, with `overlap` sentences repeated (design 03).
 * `auto` picks per document: passages of passage corpora stay whole, longer texts (files) are cut.
 */
export interface ChunkingSettings {
  unit: ChunkUnit | 'auto';
  /** Most tokens in a chunk, special tokens excluded. */
  size: number;
  /** Sentences of overlap. */
  overlap: number;
}

/** 254: the bundled encoder reads 256 tokens, [CLS] and [SEP] included, so nothing of a chunk is cut off. */
export const DEFAULT_CHUNKING: ChunkingSettings = { unit: 'auto', size: 254, overlap: 1 };

/** A record that could not be kept. Never dropped silently: listed, counted, downloadable. */
export interface Reject {
  file: string;
  /** 1-based line or record number; null when the whole file is meant. */
  line: number | null;
  reason: string;
  /** Up to 200 characters of the record, as read. */
  excerpt: string;
}

/** `read = kept + rejected`. A kept record that repeats another one's content is also counted in `merged`. */
export interface Tally {
  read: number;
  kept: number;
  rejected: number;
  merged: number;
}
