/** `hopscope.summary/1` (docs/formats.md): stable; CI gates read it. Absent knowledge is null, never 0. */
export const SUMMARY_SCHEMA = 'hopscope.summary/1';

export interface SummaryRate {
  rate: number | null;
  n: number;
}

export interface SummaryCells {
  factPresent: number;
  extractionFailure: number;
  alternateEvidence: number;
  retrievalFailure: number;
}

/**
 * Sums to the answers called wrong: `judgeError`, `gaveUp`, `reasoningError`, `missingEvidence`, `notInCorpus`, `unlabelled`.
 * `falseResolution` is part of `reasoningError`; `searchDrift` and `unreached` make up `missingEvidence`.
 */
export interface SummaryCategories {
  judgeError: number;
  gaveUp: number;
  reasoningError: number;
  falseResolution: number;
  missingEvidence: number;
  searchDrift: number;
  unreached: number;
  notInCorpus: number;
  unlabelled: number;
}

/** Run b against run a; differences are b − a. */
export interface SummaryComparison {
  a: string;
  b: string;
  asked: number;
  n: number;
  onlyA: number;
  onlyB: number;
  both: number;
  neither: number;
  mcnemarExactP: number | null;
  mcnemarMidP: number | null;
  difference: number | null;
  low: number | null;
  high: number | null;
  fixed: { n: number; difference: number | null; low: number | null; high: number | null };
  left: Record<'a' | 'b', { errors: number; unjudged: number; noAnswer: number; onlyHere: number }>;
  sameRetriever: boolean;
  transitions: { from: string; to: string; n: number }[];
  transitionsRegisterBlind: { from: string; to: string; n: number }[];
}

export interface SummaryRun {
  id: string;
  system: string;
  retriever: { id: string; kind: string; model: string | null; k: number };
  imported: boolean;
  /** "augment always": what was done about hops, and for which; null: nothing. */
  intervention: string | null;
  /** What of a system with a register was left out; null: nothing. */
  ablation: string | null;
  n: number;
  errors: number;
  unjudged: number;
  evidenceRecall: { mean: number | null; n: number };
  allEvidence: SummaryRate;
  anyHit: SummaryRate;
  curve: {
    k: number[];
    evidenceRecall: (number | null)[];
    allEvidence: (number | null)[];
    anyHit: (number | null)[];
  };
  triage: Record<string, number>;
  hops: {
    n: number;
    retrieved: { accumulated: SummaryRate; matched: SummaryRate };
    byDepth: { hop: number; n: number; goldRetrieved: number | null; factPresent: number | null }[];
    cells: Record<'accumulated' | 'matched', SummaryCells> | null;
    /** Extraction failures (accumulated) by what stands in the corpus. */
    corpusGap: {
      corpusGap: number;
      rankingGap: number;
      notChecked: number;
      noAnswer: number;
      inconclusive: number;
    } | null;
    /** Who judged, how far, and how it stands to "gold retrieved". */
    presence: {
      space: string;
      threshold: number;
      hops: number;
      scored: number;
      inconclusive: number;
      notJudged: number;
      present: SummaryRate;
      ece: number | null;
      auc: number | null;
    } | null;
  };
  certificates: { A: number; B: number; C: number; D: number; none: number; notInCorpus: number; n: number };
  answers: {
    accuracy: number | null;
    low: number | null;
    high: number | null;
    n: number;
    containMatch: number | null;
    exactMatch: number | null;
    f1: number | null;
    ungroundedCorrect: number;
    gaveUp: number;
  } | null;
  categories: SummaryCategories | null;
  categoriesRegisterBlind: SummaryCategories | null;
  usage: {
    searches: number;
    duplicateSearches: number;
    /** Null here and below: the run was made elsewhere and did not record it. */
    llmCalls: number | null;
    promptTokens: number | null;
    completionTokens: number | null;
    /** In the currency of the price table; null: the price of some call is not known. */
    costUSD: number | null;
    seconds: number | null;
  };
}

export interface Summary {
  schema: typeof SUMMARY_SCHEMA;
  app: { name: string; version: string };
  corpus: {
    files: number;
    read: number;
    kept: number;
    rejected: number;
    documents: number;
    chunks: number;
    hash: string;
  };
  questions: {
    read: number;
    kept: number;
    rejected: number;
    labelled: number;
    unlabelled: number;
    unanswerable: number;
    byHops: Record<string, number>;
  };
  goldMapping: {
    passages: number;
    mapped: number;
    ambiguous: number;
    unmapped: number;
    coverage: number | null;
  };
  runs: SummaryRun[];
  comparisons: SummaryComparison[];
  warnings: { code: string; message: string; count: number }[];
}
