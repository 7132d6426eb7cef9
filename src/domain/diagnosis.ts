import type { Categories, Category, CategoryOf, PrematureResolution } from './category';
import type { Since } from './given';
import type { MappingStatus } from './mapping';
import type { CorpusGap, HopJudgement, JudgeCheck } from './presence';
import type { GoldPassage, Question } from './question';
import type { SearchPurpose } from './trace';
import type { Usage } from './usage';

/**
 * Evidence triage (05.2). `evidence-complete` stands in for pass / composition-miss in a run without answers;
 * `null-unanswered` for the null verdicts in such a run (docs/decisions.md).
 */
export const VERDICTS = [
  'unlabelled',
  'null-refused',
  'null-hallucinated',
  'null-unanswered',
  'unmapped',
  'wrong-chunk',
  'missing-document',
  'total-miss',
  'hop-miss',
  'composition-miss',
  'pass',
  'evidence-complete',
] as const;
export type Verdict = (typeof VERDICTS)[number];

/** `accumulated`: anything retrieved up to this hop. `matched`: the search made for this hop (05.3). */
export type Criterion = 'accumulated' | 'matched';

export const CELLS = [
  'fact-present',
  'extraction-failure',
  'alternate-evidence',
  'retrieval-failure',
] as const;
export type Cell = (typeof CELLS)[number];

export type CertificateLevel = 'A' | 'B' | 'C' | 'D';

/** Proof that a gold passage is reachable under a retriever identity within k (05.5). */
export interface Certificate {
  level: CertificateLevel;
  run: string;
  system: string;
  purpose: SearchPurpose;
  query: string;
  rank: number;
  /** Null: the run was made elsewhere and gives no scores. */
  score: number | null;
  chunk: string;
}

export interface GoldDiagnosis {
  gold: GoldPassage;
  mapping: MappingStatus;
  chunks: string[];
  /** Best rank over the run's searches to stored depth; null: not among the stored ranks. */
  bestRank: number | null;
  /** Rank in the first pass (the first search). */
  firstRank: number | null;
  retrieved: boolean;
  /** The best certificate at this k, A first; null: unreached, which proves nothing. */
  certificate: Certificate | null;
  /** Every certificate level found at this k. */
  certificates: Certificate[];
}

export interface HopDiagnosis {
  hop: number;
  /** Gold bridge answers filled in where they are known. */
  subQuestion: string;
  answers: string[];
  dependsOn: number[];
  /** Worst mapping status of the hop's gold; null when the hop has no gold labelled. */
  gold: MappingStatus | null;
  goldIds: string[];
  /** All gold of the hop retrieved, by criterion; null: not knowable in this run. */
  retrieved: Record<Criterion, boolean | null>;
  /** Strict reading: the chunk that holds the hop's answer was retrieved. */
  strict: Record<Criterion, boolean | null>;
  /** Best rank of this hop's gold in any search of the run up to this hop, and in the search made for it. */
  rank: Record<Criterion, number | null>;
  /** The query that gave the best rank, and the one made for this hop (null: never asked). */
  bestQuery: string | null;
  ownQuery: string | null;
  /** Of the passages accumulated up to this hop within k; null: no judge has scored this run. */
  judgement: HopJudgement | null;
  cell: Record<Criterion, Cell | null>;
  /** Null: not an extraction failure. */
  corpusGap: CorpusGap | null;
  certificate: CertificateLevel | null;
}

export interface MultiHopTest {
  /** Two gold passages join through a shared entity; null: fewer than two gold passages mapped. */
  bridge: boolean | null;
  /** The title or answer they share. */
  bridgeEntity: string | null;
  /** Every sub-question with gold bridge answers retrieves its own gold at k; null: no probe has asked. */
  rewrite: boolean | null;
  /** Id of a gold passage that alone answers the question (a single hop in disguise); null: none does. */
  singlePassage: string | null;
  verdict: 'confirmed' | 'partial' | 'suspect' | 'unknown';
}

/** An answer beside the gold answers; the best over gold answer and aliases. */
export interface AnswerMatch {
  /** Null: cannot be decided by comparing (a magnitude too many, "it depends" to a yes/no question). */
  contain: boolean | null;
  exact: boolean;
  f1: number;
}

export interface QuestionDiagnosis {
  question: Question;
  run: string;
  verdict: Verdict;
  /** Null: out of the denominator (unlabelled, null query, unmapped). */
  evidenceRecall: number | null;
  allEvidence: boolean | null;
  anyHit: boolean | null;
  reciprocalRank: number | null;
  /** Rank of the last gold passage to arrive; null when one is missing from the stored ranks. */
  lastGoldRank: number | null;
  /** R at k: ranked, deduplicated chunk ids (first pass for single searches, accumulated otherwise). */
  retrieved: string[];
  golds: GoldDiagnosis[];
  hops: HopDiagnosis[];
  /** Ids of the hops (or gold passages, without hops) that are missing. */
  missing: string[];
  test: MultiHopTest;
  answer: string | null;
  abstained: boolean | null;
  correct: boolean | null;
  /** Of the answer against the gold answers (05.8); null: no answer, or no gold answer to compare it with. */
  match: AnswerMatch | null;
  /** Right without complete evidence; null: no answer that is judged, or no evidence to be complete. */
  ungroundedCorrect: boolean | null;
  /** Of an answer that is called wrong (05.4); null: none is, or it is not judged, or the question has no right answer. */
  category: CategoryOf | null;
  /** Of a system with a register; empty for others. */
  premature: PrematureResolution[];
  /** One or two plain sentences: where the chain breaks, what was found, what that proves. */
  explanation: string;
  error: string | null;
  /** What of the question has changed since the run was given it; absent or null: nothing, as far as is known. */
  since?: Since;
}

/** State of one link of the chain, as the signs ● ○ ∅ show it; `unknown`: no gold labelled, or not knowable in this run. */
export type LinkState = 'retrieved' | 'missed' | 'not-in-corpus' | 'unknown';

/** One line of the question table: what a list of ten thousand needs, without passages and texts of evidence. */
export interface QuestionRow {
  id: string;
  text: string;
  /** `hopCount(question)` */
  hops: number;
  type: string | null;
  verdict: Verdict;
  evidenceRecall: number | null;
  /** As in `QuestionDiagnosis`. */
  lastGoldRank: number | null;
  /** One entry a hop in order, or one a gold passage for questions without hops. */
  chain: Record<Criterion, LinkState[]>;
  /** One entry a gold passage: its best certificate at this k. */
  certificates: (CertificateLevel | 'none' | 'notInCorpus')[];
  /** One entry a hop; null: no judge has scored this run. */
  cells?: Record<Criterion, (Cell | null)[]> | null;
  answer?: string | null;
  correct?: boolean | null;
  /** As in `QuestionDiagnosis`. */
  category?: CategoryOf | null;
  /** Hops whose fact is not present, as in `hops.flags`; null: some hop has no word of the judge. */
  flags?: number | null;
  /** One entry a hop: the judge's word at this k; null: no judge has scored this run. */
  judged?: { present: boolean | null; probability: number | null; gap: CorpusGap['verdict'] | null }[] | null;
  ungroundedCorrect: boolean | null;
  error: string | null;
  /** As in `QuestionDiagnosis`. */
  since?: Since;
}

/** A rate in [0, 1] with its denominator and Wilson 95% interval; null where n is 0. */
export interface Rate {
  rate: number | null;
  low: number | null;
  high: number | null;
  n: number;
  count: number;
}

export interface Curve {
  /** 1…50 */
  k: number[];
  evidenceRecall: (number | null)[];
  allEvidence: (number | null)[];
  anyHit: (number | null)[];
  n: number;
}

export interface HopDepthRow {
  hop: number;
  n: number;
  goldRetrieved: Rate;
  factPresent: Rate | null;
}

/** Extraction failures by what stands in the corpus, as in `CorpusGap`; they sum to the failures. */
export interface GapCounts {
  corpusGap: number;
  rankingGap: number;
  /** Judging would settle them. */
  notChecked: number;
  /** The hop has no gold answer: nothing can settle them but a label. */
  noAnswer: number;
  /** The judge could not decide on some passage. */
  inconclusive: number;
}

/** `unchecked`: too few labels of a person to say. */
export type JudgeStanding = 'unchecked' | 'failed' | 'passed';

/** A fix with the evidence for it and the questions it would touch (05.2, fix routing). */
export interface Fix {
  id: string;
  title: string;
  /** One or two sentences with numbers and n. */
  evidence: string;
  questions: string[];
  /** What the interface offers to do about it. */
  action:
    | 'try-decomposition'
    | 'raise-k'
    | 'switch-retriever'
    | 'rechunk'
    | 'add-documents'
    | 'label'
    | 'inspect-index'
    | 'verify-answers'
    | 'check-judge'
    | null;
  /** For a fix that rests on the presence judge alone: how far a person has found it right. Absent: it rests on ranks. */
  judge?: JudgeStanding;
}

/** Plain and emphasised parts of a sentence, so that the interface can colour the cause. */
export interface FindingPart {
  text: string;
  emphasis: Verdict | Cell | CertificateLevel | Category | null;
}

export interface Finding {
  /** What labels, ranks and answers show: the headline. */
  parts: FindingPart[];
  /** What the presence judge adds, said after it as its word; empty while no judge has scored the run. */
  byJudge: FindingPart[];
}

/** What a run has of the evidence after so many of its searches. */
export interface StepRecall {
  /** 1-based. */
  step: number;
  /** Questions that made this search. */
  made: number;
  /** Mean evidence recall over `n` questions; null: none. */
  recall: number | null;
  /** Questions with all their gold passages, with some of them, with none: they add up to `n`. */
  all: number;
  some: number;
  none: number;
  n: number;
}

export interface RunDiagnosis {
  run: string;
  system: string;
  k: number;
  n: number;
  errors: number;
  unjudged: number;
  hasAnswers: boolean;
  finding: Finding;
  triage: Record<Verdict, number>;
  evidenceRecall: { mean: number | null; n: number; histogram: { recall: number; count: number }[] };
  allEvidence: Rate;
  anyHit: Rate;
  mrr: { mean: number | null; n: number };
  /** Null or absent: no question was searched more than once. */
  steps?: StepRecall[] | null;
  curve: Curve;
  /** Chunks of the corpus that was searched; null or absent: not known, or it has changed since. */
  corpusChunks?: number | null;
  hops: {
    n: number;
    retrieved: Record<Criterion, Rate>;
    byDepth: Record<Criterion, HopDepthRow[]>;
    cells: Record<Criterion, Record<Cell, number>> | null;
    /** How far the judge got, over the hops that `cells` is about; null: no judge has scored this run. */
    presence: {
      space: string;
      threshold: number;
      hops: number;
      scored: number;
      inconclusive: number;
      notJudged: number;
      present: Rate;
      /** Agreement of the judge with a person on these documents; null or absent: not known. */
      check?: JudgeCheck | null;
      /** Against "gold retrieved", over the hops whose every passage is scored: calibration error, area under ROC. */
      ece: number | null;
      auc: number | null;
    } | null;
    /** Extraction failures (accumulated) by what stands in the corpus. */
    gaps: GapCounts | null;
    /** By number of hops of a question whose fact is not present: how many questions, and how many answered right. */
    flags: { flags: number; questions: number; accuracy: Rate | null }[] | null;
    /** Ten bins of probability: mean probability, and share of hops whose gold was retrieved (accumulated). */
    reliability: { from: number; to: number; n: number; mean: number | null; gold: Rate }[] | null;
    /** At each threshold 0, 0.05 … 1 against "gold retrieved": precision, recall, share of hops flagged absent. */
    thresholds:
      | {
          threshold: number;
          precision: number | null;
          recall: number | null;
          flagged: number | null;
        }[]
      | null;
    /** Judges that cost nothing, on the same hops: share called present, and agreement with the judge (κ). */
    baselines: { id: string; label: string; present: Rate; kappa: number | null; n: number }[] | null;
  };
  byHops: { hops: number; n: number; allEvidence: Rate; recall: number | null }[];
  byType: { type: string; n: number; allEvidence: Rate; recall: number | null }[];
  certificates: Record<CertificateLevel, number> & { none: number; notInCorpus: number; n: number };
  answers: {
    /** Over judged answers to answerable questions; right: contain-match, unless a judge or a person has said otherwise. */
    accuracy: Rate;
    ungroundedCorrect: number;
    /** Over answerable questions with a gold answer; contain-match leaves out what it cannot decide. */
    containMatch: Rate;
    exactMatch: Rate;
    f1: { mean: number | null; n: number };
    /** Answerable questions on which the run abstained. */
    gaveUp: Rate;
  } | null;
  /** Null: no answer of the run is judged. */
  categories: Categories | null;
  usage: Usage;
  fixes: Fix[];
  warnings: { code: string; message: string; count: number }[];
  questions: QuestionDiagnosis[];
}
