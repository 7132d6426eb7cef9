/** What a PDF page holds for us: runs of text with a place. All lengths in points; y grows downwards from the top. */

export interface TextItem {
  text: string;
  /** Left edge. */
  x: number;
  /** Baseline. */
  y: number;
  width: number;
  /** Font size. */
  size: number;
}

/** Items in the order in which the page's content draws them, all upright. */
export interface PageText {
  width: number;
  height: number;
  items: readonly TextItem[];
}

/** Neighbouring items of one line, joined: what stands between two wide gaps. */
export interface Fragment {
  text: string;
  x0: number;
  x1: number;
  baseline: number;
  size: number;
  /** Place in the page's drawing order. */
  order: number;
}

/** Gaps between items, in font sizes: wider ones part words, then fragments. */
export const WORD_GAP = 0.15;
const FRAGMENT_GAP = 0.6;
/** How far baselines may lie apart within a line (raised and lowered letters), in font sizes. */
const RAISED = 0.45;

const isBlank = (text: string): boolean => text.trim() === '';

/**
 * Joins what follows each other closely on a line. Blank items are the library's word for a gap of any width, so
 * they only say that there is a space.
 */
export const fragmentsOf = (items: readonly TextItem[]): Fragment[] => {
  const fragments: Fragment[] = [];
  let spaced = false;
  for (const { text, x, y, width, size } of items) {
    if (isBlank(text)) {
      spaced ||= text !== '';
      continue;
    }
    const last = fragments.at(-1);
    const em = Math.max(size, last?.size ?? 0);
    const gap = last === undefined ? 0 : x - last.x1;
    const follows =
      last !== undefined &&
      Math.abs(y - last.baseline) <= RAISED * em &&
      gap <= FRAGMENT_GAP * em &&
      gap >= -0.5 * em;
    if (follows) {
      const space = (spaced || gap > WORD_GAP * em) && !/\s$/.test(last.text) && !/^\s/.test(text);
      last.text += space ? ` ${text}` : text;
      last.x1 = Math.max(last.x1, x + width);
      // The line is where its largest letters stand.
      if (size > last.size) Object.assign(last, { size, baseline: y });
    } else fragments.push({ text, x0: x, x1: x + width, baseline: y, size, order: fragments.length });
    spaced = false;
  }
  return fragments;
};
