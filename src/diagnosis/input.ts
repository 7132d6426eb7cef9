import type { Question } from '../domain/question';
import type { RunTrace } from '../domain/trace';
import type { GoldIndex, RunEvidence } from './evidence';
import type { Candidates, PresenceInput } from './presence';

/** Title and text of a chunk, as a reader sees it. */
export interface PassageText {
  title: string;
  text: string;
}

/** What was recorded about an answer (05.8). */
export interface AnswerJudgement {
  /** The judge's verdict; null: asked, but no verdict could be parsed. Absent: no judge was asked. */
  correct?: boolean | null;
  /** A person or the judge says that the answer abstains, or does not; absent: the list of refusals decides. */
  abstained?: boolean;
  /** What a person says of the answer, which stands above the judge; absent: nobody has. */
  person?: boolean;
}

/**
 * All that a diagnosis depends on (05): it is a pure function of this and of k. Model outputs come in as recorded
 * judgements, so that a diagnosis can be recomputed and replayed.
 */
export interface DiagnosisInput {
  /** The run under view. */
  run: RunTrace;
  /** Other runs of the workspace: certificates come from those with the same retriever identity. */
  others: readonly RunEvidence[];
  questions: readonly Question[];
  golds: GoldIndex;
  /** Title and text of a chunk of the corpus; null when it is not there. */
  passage: (chunk: string) => PassageText | null;
  /** Title of any chunk of the corpus, for passages that are named and not shown; null when it has none. */
  title: (chunk: string) => string | null;
  /** Recorded scores of the judge in view; null: no judge. */
  presence: PresenceInput | null;
  /** Null: the corpus cannot be asked, and no gap is checked. */
  candidates: Candidates | null;
  /** By question id; a question that is missing here has not been judged. */
  judgements: ReadonlyMap<string, AnswerJudgement>;
  /** What the workspace holds now, to notice a run that is older than its corpus or questions; null: not known. */
  current: { corpus: string | null; questionSet: string | null; chunks?: number | null };
}
