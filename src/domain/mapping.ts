/** How a gold passage was found in the corpus (05.7), in the order in which the methods are tried. */
export type MappingMethod = 'offset' | 'document-id' | 'exact' | 'fingerprint' | 'ngram' | 'by-hand';

export type MappingStatus = 'mapped' | 'ambiguous' | 'unmapped' | 'notInCorpus';

export interface GoldMapping {
  question: string;
  gold: string;
  status: MappingStatus;
  /** Null when unmapped. */
  method: MappingMethod | null;
  /**
   * The gold chunk set, ascending by ordinal. For `ambiguous` all candidates' chunks; it still counts as
   * mapped in the triage (any of them is a hit) and is listed for a person to decide.
   */
  chunks: string[];
  /** Chunks of the set that contain the answer of the hop(s) this gold passage serves (`strict hit`). */
  answerChunks: string[];
  /** The gold document(s); another chunk of them in R makes `wrong-chunk`. */
  documents: string[];
  /** One sentence: why unmapped or ambiguous, or which rule of normalisation was needed. */
  note: string;
}

/** `coverage = mapped / passages`; ambiguous ones count as mapped, and are shown. */
export interface MappingSummary {
  passages: number;
  mapped: number;
  ambiguous: number;
  unmapped: number;
  notInCorpus: number;
  coverage: number | null;
  byMethod: Partial<Record<MappingMethod, number>>;
}
