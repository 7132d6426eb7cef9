import type { Verdict } from '../domain/diagnosis';

/** What evidence triage looks at, for one question at one k. */
export interface TriageFacts {
  /** False: the question is marked unanswerable. */
  answerable: boolean;
  /** Size of G. */
  golds: number;
  /** Gold passages without a chunk in the corpus. */
  notInCorpus: number;
  /** Gold passages with at least one chunk in R. */
  hits: number;
  /** Some chunk of the gold document is in R. */
  documentRetrieved: boolean;
  /** Null: the run gives no answer. */
  answer: { abstained: boolean; correct: boolean | null } | null;
}

/**
 * Evidence triage (05.2): the first row of the table that holds. `evidence-complete` also stands for an answer that
 * nobody has judged: whether it passes or fails to compose is then not known.
 */
export const triage = (facts: TriageFacts): Verdict => {
  if (facts.golds === 0 && facts.answerable) return 'unlabelled';
  if (!facts.answerable) {
    if (facts.answer === null) return 'null-unanswered';
    return facts.answer.abstained ? 'null-refused' : 'null-hallucinated';
  }
  if (facts.notInCorpus > 0) return 'unmapped';
  if (facts.hits === 0 && facts.golds === 1)
    return facts.documentRetrieved ? 'wrong-chunk' : 'missing-document';
  if (facts.hits === 0) return 'total-miss';
  if (facts.hits < facts.golds) return 'hop-miss';
  if (facts.answer === null || facts.answer.correct === null) return 'evidence-complete';
  return facts.answer.correct ? 'pass' : 'composition-miss';
};

/** Verdicts that say something about retrieval: they make up the denominator of evidence recall. */
const IN_DENOMINATOR: ReadonlySet<Verdict> = new Set([
  'wrong-chunk',
  'missing-document',
  'total-miss',
  'hop-miss',
  'composition-miss',
  'pass',
  'evidence-complete',
]);
export const inDenominator = (verdict: Verdict): boolean => IN_DENOMINATOR.has(verdict);

/** Some gold passage that is in the corpus was not retrieved. */
const LACKING: ReadonlySet<Verdict> = new Set(['wrong-chunk', 'missing-document', 'total-miss', 'hop-miss']);
export const lacksEvidence = (verdict: Verdict): boolean => LACKING.has(verdict);
