/** What a term of the interface is. */

/** Names a colour pair of theme.css: `--${tone}`, `--${tone}-bg`, class `tone-${tone}`. */
export type Tone =
  | 'present'
  | 'retrieval'
  | 'total'
  | 'document'
  | 'chunk'
  | 'drift'
  | 'extraction'
  | 'alternate'
  | 'compose'
  | 'gaveup'
  | 'judge'
  | 'absent'
  | 'neutral';

export interface TermText {
  /** Anchor in the glossary. */
  id: string;
  label: string;
  /** One character, shown beside the label so that colour never stands alone. */
  sign: string;
  tone: Tone;
  /** One line. */
  definition: string;
}

export const term = (id: string, label: string, sign: string, tone: Tone, definition: string): TermText => ({
  id,
  label,
  sign,
  tone,
  definition,
});
