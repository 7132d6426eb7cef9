import type { Certificate } from '../domain/diagnosis';
import type { RunAge, Since } from '../domain/given';
import type { Question } from '../domain/question';
import type { RunHeader, SearchEvent } from '../domain/trace';
import type { Usage } from '../domain/usage';
import type { PreparedAnswer } from './answers/answer';
import type { GapScores } from './gap';
import type { MappedGold } from './golds';
import type { PreparedHop } from './hops';
import type { Join } from './join';
import type { HopPresence } from './presence';
import type { Unsupported } from './register';
import type { RewriteRank } from './rewrite';

/** A question of a run with everything that does not depend on k. */
export interface PreparedQuestion {
  question: Question;
  run: string;
  system: string;
  golds: MappedGold[];
  /** How many of them the corpus lacks. */
  notInCorpus: number;
  hops: PreparedHop[];
  /** Searches that make up R, in trace order. */
  searches: SearchEvent[];
  /** Per gold passage: best rank over these searches, and in the first of them. */
  bestRanks: (number | null)[];
  firstRanks: (number | null)[];
  /** Best rank of any chunk of the gold document (single-passage questions). */
  documentRank: number | null;
  /** Rank of the first gold passage to arrive, and of the last. */
  firstGoldRank: number | null;
  lastGoldRank: number | null;
  /**
   * The smallest k at which each gold passage counts as retrieved, the first of them, all of them, and any chunk of the gold
   * document; null: at none. The ranks above, but for searches of which an agent was shown what it asked for.
   */
  from: {
    golds: (number | null)[];
    first: number | null;
    all: number | null;
    document: number | null;
  };
  /** Per gold passage: the best certificate of each level at any k. */
  certificates: Certificate[][];
  /** Only the questions that are looked at need it. */
  rewrite: () => RewriteRank[];
  /** Per search, or per step of a run that names those apart: the k from which on it finds each gold passage. */
  stepRanks: () => (number | null)[][];
  /** Searches on this retriever besides those that make up R: what "no query tried so far" rests on. */
  otherQueries: number;
  answer: PreparedAnswer | null;
  /** Register items that stand resolved without gold evidence; null: the system has no register. */
  unsupported: Unsupported[] | null;
  /** The highest recorded score of these passages for a text; null: no judge is chosen, or it has scored none of them. */
  scoreOf: (asked: string, chunks: readonly string[]) => RecordedWord | null;
  /** One entry a hop; null: no judge has scored this run. */
  presence: HopPresence[] | null;
  /** Per hop: k at which a retrieved passage contains its answer; null: not looked for. */
  answerRanks: (number | null)[] | null;
  /** Scores of every chunk that contains the hop's answer; null: not known. Worked out when first asked for. */
  gap: (hop: number) => GapScores | null;
  usage: Usage;
  /** Hops that an intervention was made for (04). */
  treated: ReadonlySet<number>;
  /** Searches of the system's own for a hop, or for what it takes for one, and those intervened on. */
  steps: { own: number; treated: number };
  /** Why this question has no verdict: the run failed on it, or recorded no retrieval. Null: it has one. */
  error: string | null;
  errorKind: 'error' | 'no-data' | null;
  /** Code of the recorded error. */
  errorCode: string | null;
  /** What has changed since the run was given the question; null: nothing, as far as is known. */
  since: Since;
  passageTitle: (gold: number) => string;
  chunkTitle: (chunk: string) => string;
  /** Reads texts, so only the questions that are looked at pay for it. */
  join: () => Join;
}

/** The best recorded word of a judge on some passages. */
export interface RecordedWord {
  probability: number;
  chunk: string;
  judge: string;
}

/** Another run, reduced to what a comparison at any k needs. */
export interface OtherRun {
  header: RunHeader;
  /** Question id → k at which its evidence is complete there (null: never within the stored ranks). */
  completeRank: Map<string, number | null>;
}

export interface PreparedRun {
  header: RunHeader;
  questions: PreparedQuestion[];
  /** Runs of the same system on another retriever. */
  others: OtherRun[];
  /** Ids in the trace that the question set no longer has. */
  gone: string[];
  /** The judge whose scores are in `questions[].presence`; null: none has scored this run. */
  presence: { space: string; threshold: number } | null;
  /** Over all questions of the trace, also those that the question set no longer has. */
  usage: Usage;
  /** Chunks of the corpus that was searched; null: not known, or it has changed since. */
  chunks: number | null;
  /** All searches of the run came back empty, and there were some. */
  silent: boolean;
  stale: {
    corpus: boolean;
    /** The set is not the one that was asked. */
    questions: boolean;
    /** What that comes to; null: the set is the same. */
    age: RunAge | null;
  };
  /** One sentence when the stored run could only be read in part. */
  notice: string | null;
  /** Gold passages of the answerable questions that did not fail. */
  golds: { total: number; notInCorpus: number; ambiguous: number };
}
