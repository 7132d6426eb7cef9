/**
 * Documents → chunks (design 03): at most `size` tokens, cut at sentence ends, `overlap` sentences repeated, never
 * inside a table row or a code block that fits a chunk. `document.text.slice(start, end)` is the chunk's text.
 */
import { type Chunk, type ChunkingSettings, type Document, indexText, pagesOf } from '../../domain/corpus';
import { chunkHash } from '../../domain/hash';
import type { TokenCounter } from '../types';
import { markdownBlocks, plainBlocks } from './blocks';
import { createPacker, type PackedSpan } from './packer';
import { CHARACTERS_PER_TOKEN, unitsOf } from './units';

/** Title and headings as one line; a first heading that repeats the title is named once. */
export const headingOf = (title: string, path: readonly string[]): string => {
  const parts = path[0] === title ? path : [title, ...path];
  return parts.filter((part) => part !== '').join(' › ');
};

const makeChunk = (
  document: Document,
  ordinal: number,
  start: number,
  end: number,
  path: readonly string[],
): Chunk => {
  const text = document.text.slice(start, end);
  const heading = headingOf(document.title, path);
  const pages = pagesOf(document, start, end);
  return {
    id: `${document.id}#${ordinal}`,
    document: document.id,
    ordinal,
    title: document.title,
    start,
    end,
    text,
    heading,
    hash: chunkHash(indexText({ heading, text })),
    ...(pages === null ? {} : { pages }),
  };
};

const isWhole = (document: Document, settings: ChunkingSettings): boolean =>
  settings.unit === 'passage' || (settings.unit === 'auto' && document.kind === 'passage');

/** Tokens left for the text when the heading is indexed in front of it; never less than half the size. */
const budgetFor = (size: number, heading: string, count: TokenCounter): number =>
  heading === '' ? size : Math.max(size - count(heading), Math.ceil(size / 2));

/**
 * Chunks of a document in order; lazily, so that a caller can stop or take a breath between two. A document with no
 * visible character gives none.
 */
export const chunkDocument = function* (
  document: Document,
  settings: ChunkingSettings,
  count: TokenCounter,
): Generator<Chunk> {
  if (document.text.trim() === '') return;
  if (isWhole(document, settings)) {
    yield makeChunk(document, 0, 0, document.text.length, []);
    return;
  }
  const size = Math.max(1, Math.floor(settings.size));
  const overlap = Math.max(0, Math.floor(settings.overlap));
  const whole = budgetFor(size, document.title, count);
  // What fits is one chunk, headings and all: short records and notes are not cut into sections.
  if (document.text.length <= whole * CHARACTERS_PER_TOKEN && count(document.text) <= whole) {
    yield makeChunk(document, 0, 0, document.text.length, []);
    return;
  }
  const packer = createPacker(document.text, overlap, count);
  const blocks = document.kind === 'markdown' ? markdownBlocks(document.text) : plainBlocks(document.text);
  let ordinal = 0;
  const chunks = function* (spans: Iterable<PackedSpan>): Generator<Chunk> {
    for (const { start, end, path } of spans) {
      yield makeChunk(document, ordinal, start, end, path);
      ordinal += 1;
    }
  };
  for (const block of blocks) {
    const budget = budgetFor(size, headingOf(document.title, block.path), count);
    yield* chunks(packer.open({ path: block.path, budget }));
    for (const unit of unitsOf(document.text, block, budget, count)) yield* chunks(packer.add(unit));
  }
  yield* chunks(packer.flush());
};
