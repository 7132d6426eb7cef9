import type { Chunk } from '../../src/domain/corpus';
import type { Passage } from '../types';

/** Passages as chunks in ascending id order. Hashes are left out: nothing that is measured here reads them. */
export const chunksOf = (passages: Passage[]): Chunk[] =>
  passages.map(({ title, text }, i) => {
    const document = `p${String(i).padStart(7, '0')}`;
    return {
      id: `${document}#0`,
      document,
      ordinal: 0,
      title,
      start: 0,
      end: text.length,
      text,
      heading: title,
      hash: document,
    };
  });
