/**
 * Fact presence (06): does a passage *state* the fact that a hop's sub-question asks for? A judge answers it for
 * (sub-question, passage); the hop's own gold answer is never an input. Scores are recorded by content, so a diagnosis
 * only reads them.
 */
import { contentHash } from './hash';
import type { Hop, Question } from './question';
import { fillPlaceholders } from './question';

/** `inconclusive`: the judge ran and could not decide (an open `#1`, an empty passage). Never a zero. */
export const JUDGE_STATES = ['scored', 'inconclusive', 'errored'] as const;
export type JudgeState = (typeof JUDGE_STATES)[number];

/** How passages reach the model: one by one (06), or joined and cut as in arXiv 2609.17043. */
export type JudgeMode = 'passage' | 'paper';

export interface JudgeIdentity {
  /** Names model, revision, dtype, mode and label: the key of recorded scores. */
  space: string;
  model: string;
  label: string;
  mode: JudgeMode;
  /** At and above it a fact counts as present; from the validation split of the model's card. */
  threshold: number;
}

export interface Pair {
  /** With gold bridge answers filled in where they are known. */
  question: string;
  /** `indexText(chunk)`: heading and text, the words that retrievers see as well. */
  passage: string;
}

/** A span of a passage, in UTF-16 units of the passage given. */
export interface Span {
  text: string;
  start: number;
  end: number;
  /** Log-odds against "no answer": above 0 the reader prefers the span. */
  score: number;
}

/** What the reader found in one passage, best span first; several are kept (06). */
export interface Reading {
  /** Index into the passages given. */
  passage: number;
  spans: Span[];
  /** Presence probability of the same pair. */
  presence: number;
}

/**
 * Key of a recorded score, 32 hex digits. `passageHash` is `Chunk.hash` (of `indexText`, which is what judges read), so
 * a passage is hashed once for many questions.
 */
export const pairKey = (subQuestion: string, passageHash: string): string =>
  contentHash(`${passageHash} ${subQuestion}`).slice(0, 32);

/** A recorded or fresh score of one pair. `probability` in [0, 1] exactly when `state` is `scored`. */
export interface PairScore {
  state: JudgeState;
  probability: number | null;
  /** Why there is none, in one sentence. */
  message?: string;
}

/** A judge's word on one hop of a run at k: the highest score over the passages accumulated up to it. */
export interface HopJudgement {
  state: JudgeState | 'not-judged';
  present: boolean | null;
  probability: number | null;
  /** The passage with that score: where the fact stands. */
  chunk: string | null;
  /** Passages scored, of how many. A hop counts as scored when all are, or when one already says present. */
  judged: number;
  of: number;
}

/** What stands in the corpus when the gold passage was found and the fact was not (05.3). */
export interface CorpusGap {
  /**
   * `not-checked`: some candidate has not been put to the judge yet. Judging settles neither of the other two:
   * `no-answer`: the hop has no gold answer to look for; `inconclusive`: every candidate was put to the judge, it could
   * not decide on some, and finds the fact in no other.
   */
  verdict: 'corpus-gap' | 'ranking-gap' | 'not-checked' | 'no-answer' | 'inconclusive';
  /** Chunks of the whole corpus that contain the answer or an alias, and how many of them have a score. */
  candidates: number;
  judged: number;
  /** The chunk that states it best, for a ranking gap. */
  chunk: string | null;
  probability: number | null;
  /**
   * Evidence against the judge, beside the verdict and never in it: a chunk of the labelled passage in which an answer
   * of the hop stands as whole words; null: none, or the answers are yes or no.
   */
  answerChunk: string | null;
}

/** How far the labels of a person bear a judge out on these documents; `n` 0 or no record: nobody has checked it. */
export interface JudgeCheck {
  n: number;
  /** Null where κ is not defined: both have said one and the same word throughout. */
  kappa: { value: number; low: number; high: number } | null;
}

/**
 * The sub-question as it is judged: gold bridge answers of the other hops filled in; a placeholder without one stays. The
 * hop's own answer is never an input, not even where its sub-question names itself.
 */
export const judgedSubQuestion = (question: Question, hop: Hop): string =>
  fillPlaceholders(
    hop.question,
    (id) => question.hops.find((other) => other.id === id && id !== hop.id)?.answers[0],
  );
