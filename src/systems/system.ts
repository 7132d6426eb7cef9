/** What a system under test is, and what it may do while it answers one question. */
import type { Chunk } from '../domain/corpus';
import type { GoldMapping } from '../domain/mapping';
import type { Question } from '../domain/question';
import type { Hit } from '../domain/retriever';
import type { Intervention, SystemId } from '../domain/seam';
import type { JudgeEvent, ReadEvent, SearchEvent, SearchPurpose } from '../domain/trace';

export interface Ask {
  query: string;
  purpose: SearchPurpose;
  /** Hop the search is made for; null: for the whole question. */
  hop: number | null;
  /** Placeholders that could not be filled. */
  unresolved?: number[];
}

export interface JudgeAsk {
  hop: number;
  /** The sub-question as it is judged. */
  asked: string;
  /** Passages that may state the fact; each is scored, the highest counts. */
  chunks: readonly string[];
  /** What the run does when the fact is present, when it is not, and when the judge could not decide. */
  use: Record<'present' | 'absent' | 'undecided', JudgeEvent['use']>;
}

export interface ReadAsk {
  hop: number | null;
  asked: string;
  chunks: readonly string[];
}

/** The judge and reader of a run: whose scores, and from which probability on a fact counts as present. */
export interface RunJudge {
  space: string;
  threshold: number;
}

/** One question being answered. Everything it does is written to the trace. */
export interface Episode {
  /** Without what the system may not see (`System.needs`). */
  readonly question: Question;
  /** Hits beyond this rank count as not retrieved. */
  readonly k: number;
  /** Searches that a system which goes on by itself may make. */
  readonly loops: number;
  /** Null: no classifier takes part, so `judge`, `rerank` and `read` must not be called. */
  readonly judgedBy: RunJudge | null;
  /** What is done about a hop, and for which; null: nothing. */
  readonly intervention: Intervention | null;
  /**
   * Searches to the stored depth. A query with the key of an earlier one of this question is not searched again:
   * its hits come back, and the event says of which step it is a repeat.
   */
  search(ask: Ask): Promise<SearchEvent>;
  /**
   * Puts the first `depth` hits of a search in the order of their presence score for its own query (ties: as retrieved).
   * The event changes in the trace, so that what was ranked away does not count as retrieved.
   */
  rerank(search: SearchEvent, depth: number): Promise<SearchEvent>;
  /** Is the fact stated by one of these passages? Throws when a passage could not be scored and no other states it. */
  judge(ask: JudgeAsk): Promise<JudgeEvent>;
  /** The best spans over these passages. */
  read(ask: ReadAsk): Promise<ReadEvent>;
  /** The texts behind chunk ids, in order. */
  passages(chunks: readonly string[]): Promise<Chunk[]>;
  /** Null: it abstains. */
  answer(text: string | null): void;
  /** One sentence that a reader of the trace should know. */
  note(message: string): void;
}

/** What only probes see of the labels: gold passage id → where it stands in the corpus. */
export type GoldChunks = ReadonlyMap<string, GoldMapping>;

export interface System {
  id: SystemId;
  label: string;
  /** One or two sentences, shown wherever its figures are. */
  description: string;
  /**
   * What of the labels it is given: nothing, the sub-questions without their answers, or all. With all it is a probe and
   * measures reachability, not skill.
   */
  needs: 'nothing' | 'sub-questions' | 'labels';
  /** `judge`: asks one where one can be loaded, and says so where not. `reader`: cannot work without the reader. */
  classifier: 'none' | 'judge' | 'reader';
  /** Searches hop by hop, so that interventions (04) can be made. */
  interventions: boolean;
  /** Searches on its own account, up to the loop budget. */
  loops: boolean;
  /** Most searches it makes for a question, interventions left out; repeats are found out only while it runs. */
  searches(question: Question, loops: number): number;
  run(episode: Episode, gold: GoldChunks): Promise<void>;
}

export const goldChunksOf = (gold: GoldChunks, id: string): readonly string[] => gold.get(id)?.chunks ?? [];

/** Rank of the first hit on a chunk of the set; null: none within the stored depth. */
export const rankOf = (
  hits: readonly Pick<Hit, 'chunk' | 'rank'>[],
  chunks: readonly string[],
): number | null => {
  const found = hits.find((hit) => chunks.includes(hit.chunk));
  return found?.rank ?? null;
};

/** Chunks that count as retrieved by a search: those of its first k hits. */
export const topK = ({ hits }: Pick<SearchEvent, 'hits'>, k: number): string[] =>
  hits.filter(({ rank, chunk }) => rank <= k && chunk !== '').map(({ chunk }) => chunk);
