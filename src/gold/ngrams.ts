/** Word 8-grams: containment of a gold text in a document when no window of it is left intact (05.7). */
import { normalise, WORD } from '../domain/text';

export const GRAM = 8;
export const CONTAINMENT = 0.5;

export interface Grams {
  /** One hash a gram, in order. */
  hashes: Int32Array;
  /** Offsets in the text they were taken from. */
  starts: Uint32Array;
  ends: Uint32Array;
}

const BASE = 0x9e3779b1;

const hashWord = (word: string): number => {
  let hash = 0x811c9dc5;
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193);
  return hash;
};

/** Grams of the text as it is, offsets into it; words are compared in normal form. */
export const gramsOf = (text: string): Grams => {
  const hashes: number[] = [];
  const from: number[] = [];
  const to: number[] = [];
  for (const match of text.matchAll(WORD)) {
    hashes.push(hashWord(normalise(match[0])));
    from.push(match.index);
    to.push(match.index + match[0].length);
  }
  const count = Math.max(0, hashes.length - GRAM + 1);
  const grams = new Int32Array(count);
  for (let i = 0; i < count; i++) {
    let hash = 0;
    for (let j = i; j < i + GRAM; j++) hash = (Math.imul(hash, BASE) + (hashes[j] ?? 0)) | 0;
    grams[i] = hash;
  }
  return {
    hashes: grams,
    starts: Uint32Array.from(from.slice(0, count)),
    ends: Uint32Array.from(to.slice(GRAM - 1)),
  };
};

/** The densest place, no longer than twice the gold text, that holds grams of `wanted`; null below the threshold. */
export const densestRange = (
  grams: Grams,
  wanted: ReadonlySet<number>,
  length: number,
): { start: number; end: number; containment: number } | null => {
  const hits: number[] = [];
  for (let i = 0; i < grams.hashes.length; i++) if (wanted.has(grams.hashes[i] ?? 0)) hits.push(i);
  const distinct = new Set(hits.map((i) => grams.hashes[i]));
  const containment = wanted.size === 0 ? 0 : distinct.size / wanted.size;
  if (containment < CONTAINMENT) return null;
  let best = { count: 0, from: 0, to: 0 };
  for (let from = 0, to = 0; from < hits.length; from++) {
    to = Math.max(to, from);
    const start = grams.starts[hits[from] ?? 0] ?? 0;
    while (to + 1 < hits.length && (grams.ends[hits[to + 1] ?? 0] ?? 0) - start <= 2 * length) to += 1;
    if (to - from + 1 > best.count) best = { count: to - from + 1, from, to };
  }
  return {
    start: grams.starts[hits[best.from] ?? 0] ?? 0,
    end: grams.ends[hits[best.to] ?? 0] ?? 0,
    containment,
  };
};
