import type { ChunkingSettings } from '../domain/corpus';
import { contentHash } from '../domain/hash';
import { HopscopeError } from '../domain/outcome';
import type { WorkspaceStore } from '../domain/store';
import { decodePostings, encodePostings } from './lexical/codec';
import type { Postings } from './lexical/postings';

/** Raised when the bytes of `encodePostings` change, so that files of an older version are not read. */
const FORMAT = 'postings/1';

/** Postings depend on the corpus, on how it was cut, and on the analyser; not on k1 and b. */
export const postingsKey = (corpus: string, chunking: ChunkingSettings, analyser: string): string =>
  `bm25-${contentHash(JSON.stringify([FORMAT, corpus, chunking.unit, chunking.size, chunking.overlap, analyser])).slice(0, 32)}`;

const pipe = async (
  bytes: Uint8Array<ArrayBuffer>,
  through: ReadableWritablePair<Uint8Array, BufferSource>,
): Promise<Uint8Array<ArrayBuffer>> => {
  const stream = new Blob([bytes]).stream().pipeThrough(through);
  return new Uint8Array(await new Response(stream).arrayBuffer());
};

/** Compressed, because two thirds of the bytes are gaps that repeat; it costs a few milliseconds. */
export const packPostings = (postings: Postings): Promise<Uint8Array<ArrayBuffer>> =>
  pipe(encodePostings(postings), new CompressionStream('deflate-raw'));

/** @throws HopscopeError `damaged` */
export const unpackPostings = async (bytes: Uint8Array): Promise<Postings> => {
  let plain: Uint8Array;
  try {
    plain = await pipe(new Uint8Array(bytes), new DecompressionStream('deflate-raw'));
  } catch (cause) {
    throw new HopscopeError('damaged', 'The stored search index is damaged; it is built again.', {
      cause,
      retryable: true,
    });
  }
  return decodePostings(plain);
};

/**
 * Stored postings, or null when there are none that can be used: they are only a copy of what the documents say, so
 * a damaged file, or one for another number of rows, costs a rebuild and nothing else.
 */
export async function readPostings(
  store: WorkspaceStore,
  workspace: string,
  key: string,
  rows: number,
): Promise<Postings | null> {
  try {
    const bytes = await store.readIndex(workspace, key);
    if (bytes === null) return null;
    const postings = await unpackPostings(bytes);
    return postings.lengths.length === rows ? postings : null;
  } catch (thrown) {
    if (thrown instanceof HopscopeError && thrown.code === 'damaged') return null;
    throw thrown;
  }
}
