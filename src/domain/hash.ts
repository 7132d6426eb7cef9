/**
 * The one content hash (docs/decisions.md): synchronous SHA-256 of UTF-8 text. Lone surrogates count as U+FFFD,
 * as in any UTF-8 encoder.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

const encoder = new TextEncoder();

/** 64 hex characters. */
export const contentHash = (text: string): string => bytesToHex(sha256(encoder.encode(text)));

/** Id of a document that has none of its own: the first 16 hex characters over title and text, white space collapsed. */
export const documentHash = (title: string, text: string): string =>
  contentHash(`${collapse(title)}\n${collapse(text)}`).slice(0, 16);

/** `Chunk.hash`: the first 32 hex characters over what is indexed. */
export const chunkHash = (indexed: string): string => contentHash(indexed).slice(0, 32);

const collapse = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** A hash over many parts without joining them into one string (a corpus can be larger than a string may be). */
export const incrementalHash = (): { add(part: string): void; hex(): string } => {
  const state = sha256.create();
  return {
    // The length in front keeps ("ab", "c") and ("a", "bc") apart.
    add: (part) => {
      const bytes = encoder.encode(part);
      state.update(encoder.encode(`${bytes.length}:`));
      state.update(bytes);
    },
    hex: () => bytesToHex(state.digest()),
  };
};
