/**
 * Finds many short strings in many texts in one pass over each text: a rolling hash over windows of one width,
 * a bit set in front of the table. The cost does not grow with the number of strings.
 */
const BASE = 0x01000193;
const BITS = 22;

export interface WindowTable {
  readonly size: number;
  /** `text` must have the table's width; `owner` comes back with each hit. */
  add(text: string, owner: number): void;
  /** Calls back for each owner one of whose strings stands at `at` (verified, not only equal in hash). */
  scan(text: string, onHit: (owner: number, at: number) => void): void;
}

export const createWindowTable = (width: number): WindowTable => {
  const table = new Map<number, { text: string; owner: number }[]>();
  const bits = new Uint32Array(1 << (BITS - 5));
  let top = 1;
  for (let i = 1; i < width; i++) top = Math.imul(top, BASE);
  let size = 0;

  const bitOf = (hash: number): number => (hash >>> (32 - BITS)) ^ (hash & ((1 << BITS) - 1));
  const hashOf = (text: string): number => {
    let hash = 0;
    for (let i = 0; i < width; i++) hash = (Math.imul(hash, BASE) + text.charCodeAt(i)) | 0;
    return hash;
  };

  return {
    get size() {
      return size;
    },
    add(text, owner) {
      const hash = hashOf(text);
      const bit = bitOf(hash);
      bits[bit >>> 5] = (bits[bit >>> 5] ?? 0) | (1 << (bit & 31));
      const bucket = table.get(hash);
      if (bucket === undefined) table.set(hash, [{ text, owner }]);
      else bucket.push({ text, owner });
      size += 1;
    },
    scan(text, onHit) {
      if (size === 0 || text.length < width) return;
      let hash = hashOf(text);
      for (let at = 0; ; at++) {
        const bit = bitOf(hash);
        if (((bits[bit >>> 5] ?? 0) & (1 << (bit & 31))) !== 0) {
          for (const entry of table.get(hash) ?? [])
            if (text.startsWith(entry.text, at)) onHit(entry.owner, at);
        }
        if (at + width >= text.length) return;
        hash =
          (Math.imul(hash - Math.imul(text.charCodeAt(at), top), BASE) + text.charCodeAt(at + width)) | 0;
      }
    },
  };
};
