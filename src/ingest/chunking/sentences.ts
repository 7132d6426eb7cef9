/** Sentences by Intl.Segmenter, with the borders taken out again that abbreviations and initials put in. */

export interface Span {
  start: number;
  end: number;
}

/** After these a capital letter or a number goes on with the sentence. */
const ABBREVIATIONS = new Set(
  (
    'mr mrs ms dr prof st sr jr rev hon gen col maj capt cmdr lt sgt gov sen rep pres supt fr ' +
    'vs etc al cf ca approx est resp incl ed eds ' +
    'inc ltd co corp bros dept univ assn ave blvd rd mt ft jan feb mar apr jun jul aug sep sept oct nov dec ' +
    'bzw ggf evtl hrsg abb bspw usw str'
  ).split(' '),
);
/** After these only a number does: "No. 5", but "He said no. Then he left." */
const BEFORE_NUMBERS = new Set('no nos nr vol vols pp p fig figs eq eqs sec ch art op pt'.split(' '));
const LAST_WORD = /([\p{L}][\p{L}.]*)\.["'”’)\]]*\s*$/u;

/** True when the text before a border ends in something that ends no sentence: "Mr.", "e.g.", "U.S.", "J.". */
export const endsInAbbreviation = (before: string, after: string): boolean => {
  const word = LAST_WORD.exec(before.slice(-40))?.[1];
  if (word === undefined) return false;
  // Initials and dotted abbreviations: every letter has its own dot.
  if (/^(?:\p{L}\.)*\p{L}$/u.test(word)) return word !== 'I' || /^\s*\p{Lu}\./u.test(after);
  const bare = word.toLowerCase();
  return ABBREVIATIONS.has(bare) || (BEFORE_NUMBERS.has(bare) && /^\s*[\d(]/.test(after));
};

/** The segmenter is fed pieces of this size, so that one text without a full stop cannot hold it up. */
const PIECE = 20_000;

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Cut points for pieces, at white space where there is any. */
const pieces = function* (text: string, start: number, end: number): Generator<Span> {
  let at = start;
  while (end - at > PIECE) {
    let cut = at + PIECE;
    while (cut > at + PIECE / 2 && !/\s/.test(text[cut - 1] ?? '')) cut -= 1;
    if (cut <= at + PIECE / 2) {
      cut = at + PIECE;
      // Never between the halves of a surrogate pair.
      if (/[\udc00-\udfff]/.test(text[cut] ?? '')) cut -= 1;
    }
    yield { start: at, end: cut };
    at = cut;
  }
  yield { start: at, end };
};

/**
 * Sentences of `[start, end)`, without the white space between them, as offsets into `text`. A single line break is
 * white space here, for texts with hard-wrapped lines; paragraphs are told apart before (`blocks.ts`).
 */
export const sentences = function* (text: string, start: number, end: number): Generator<Span> {
  let open: Span | null = null;
  for (const piece of pieces(text, start, end)) {
    // Same length, so that offsets stay true.
    const flat = text.slice(piece.start, piece.end).replace(/[\r\n\u0085\u2028\u2029]/g, ' ');
    for (const { segment, index } of segmenter.segment(flat)) {
      const lead = segment.length - segment.trimStart().length;
      const from = piece.start + index + lead;
      const to = piece.start + index + segment.trimEnd().length;
      if (to <= from) continue;
      if (open !== null && endsInAbbreviation(text.slice(open.start, open.end), text.slice(from, to))) {
        open = { start: open.start, end: to };
        continue;
      }
      if (open !== null) yield open;
      open = { start: from, end: to };
    }
  }
  if (open !== null) yield open;
};
