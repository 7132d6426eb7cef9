/** What the manifest keeps of an entry's content: length, SHA-256, and a CRC-32 over every few kilobytes. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { SUM_BYTES } from '../../domain/workspace-file';
import { crc32 } from '../bytes';

export interface Sums {
  bytes: number;
  sha256: string;
  sums: string;
  crc: number;
}

export const hex8 = (crc: number): string => crc.toString(16).padStart(8, '0');

/** `onBlock` is told the checksum of each block as it is complete, and of a shorter last one at `finish`. */
export const createSums = (onBlock: (crc: number) => void = () => {}) => {
  const hash = sha256.create();
  const blocks: string[] = [];
  let bytes = 0;
  let whole = 0;
  let block = 0;
  let filled = 0;
  const close = (): void => {
    blocks.push(hex8(block));
    onBlock(block);
    block = 0;
    filled = 0;
  };
  return {
    add(piece: Uint8Array): void {
      hash.update(piece);
      whole = crc32(piece, whole);
      bytes += piece.length;
      for (let at = 0; at < piece.length; ) {
        const part = piece.subarray(at, at + SUM_BYTES - filled);
        block = crc32(part, block);
        filled += part.length;
        at += part.length;
        if (filled === SUM_BYTES) close();
      }
    },
    finish(): Sums {
      if (filled > 0) close();
      return { bytes, sha256: bytesToHex(hash.digest()), sums: blocks.join(''), crc: whole };
    },
  };
};
