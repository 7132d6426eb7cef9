/** 40-character windows at start, middle and end of a normalised gold text (05.7). */

export const WINDOW = 40;
/** Shorter texts are looked up by a shorter window, which only finds where to look: they must be there as a whole. */
export const WIDTHS = [WINDOW, 16, 6] as const;

export interface Fingerprint {
  width: number;
  windows: string[];
  /** Where each window begins in the text. */
  offsets: number[];
}

/** Null for a text too short to be looked up in a whole corpus. */
export const fingerprintOf = (text: string): Fingerprint | null => {
  const width = WIDTHS.find((candidate) => text.length >= candidate);
  if (width === undefined) return null;
  const offsets = width === WINDOW ? [...new Set([0, (text.length - width) >> 1, text.length - width])] : [0];
  return { width, offsets, windows: offsets.map((at) => text.slice(at, at + width)) };
};

/**
 * Where the text lies, judged by the windows that were found: from the first, minus what stands before it in the
 * text, to the last, plus what stands behind it. Null when none of them is there.
 */
export const rangeByWindows = (
  haystack: string,
  needle: string,
  print: Fingerprint,
): { from: number; to: number; found: number } | null => {
  const places: { at: number; offset: number }[] = [];
  for (const [index, window] of print.windows.entries()) {
    const last = places.at(-1);
    // A window that occurs twice is taken where it follows the one before it.
    const at = last === undefined ? haystack.indexOf(window) : haystack.indexOf(window, last.at);
    if (at >= 0) places.push({ at, offset: print.offsets[index] ?? 0 });
  }
  const first = places[0];
  const last = places.at(-1);
  if (first === undefined || last === undefined) return null;
  return {
    from: Math.max(0, first.at - first.offset),
    to: Math.min(haystack.length, last.at + (needle.length - last.offset)),
    found: places.length,
  };
};
