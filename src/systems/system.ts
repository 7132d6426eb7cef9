/** What a system under test is, and what it may do while it answers one question. */
import type { Chunk } from '../domain/corpus';
import type { Needs } from '../domain/given';
import type { ChatMessage, ChatPort, ChatReply, ToolSpec } from '../domain/llm';
import type { GoldMapping } from '../domain/mapping';
import type { Question } from '../domain/question';
import type { Hit } from '../domain/retriever';
import type { Intervention, SystemId } from '../domain/seam';
import type {
  JudgeEvent,
  LimitEvent,
  OpenEvent,
  ReadEvent,
  RegisterEvent,
  RunHeader,
  SearchEvent,
  SearchPurpose,
} from '../domain/trace';

export interface Ask {
  query: string;
  purpose: SearchPurpose;
  /** Hop the search is made for; null: for the whole question. */
  hop: number | null;
  /** Placeholders that could not be filled. */
  unresolved?: number[];
  /** A search tool of an agent (`SEARCH_TOOLS`); absent: the retriever of the run. */
  tool?: SearchTool;
  /** Hits that the agent is shown, where it decides that itself. */
  shown?: number;
}

/** The search tools that an agent may have, each over a retriever of its own (04, "Tools of the agent systems"). */
export const SEARCH_TOOLS = ['keyword_search', 'semantic_search'] as const;
export type SearchTool = (typeof SEARCH_TOOLS)[number];

export interface LlmAsk {
  /** What the reply is for, in a word or two: shown in the timeline. */
  purpose: string;
  /** Id and version of the prompt. */
  prompt: string;
  messages: ChatMessage[];
  maxTokens: number;
  /** Only where `EpisodeLlm.tools` is `native`. */
  tools?: ToolSpec[];
  /** The messages hold calls of the tools; now none may be called. */
  toolChoice?: 'none';
}

/** The chat model of a run, as one question sees it. */
export interface EpisodeLlm {
  tools: ChatPort['tools'];
  /** Asks, and writes the `llm` event. What the port throws is thrown. */
  ask(ask: LlmAsk): Promise<ChatReply>;
  /** Counts tokens as far as can be without the endpoint: an estimate, marked as such wherever it is shown. */
  countTokens(text: string): number;
}

export interface JudgeAsk {
  /** Null: an item that no labelled hop stands behind. */
  hop: number | null;
  /** Id of the register's item that is judged. */
  item?: string;
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
  /** Cumulative tokens of context that an agent may use. */
  readonly contextTokens: number;
  /** What of the system is left out, as an experiment. */
  readonly ablation: Ablation | null;
  /** The search tools of this run: which there are depends on its retriever. */
  readonly searchTools: readonly SearchTool[];
  /** Null: no model takes part; a system whose `llm` is true is never run without. */
  readonly llm: EpisodeLlm | null;
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
  /**
   * Fuses the rankings of some searches by reciprocal rank into one, for the whole question: what counts as retrieved is
   * that one, so its legs are searched with the purpose `leg`.
   */
  fuse(legs: readonly SearchEvent[]): SearchEvent;
  /**
   * Under the policy `oracle` alone, which looks at labels: does this query ask for a hop whose gold is not among these
   * chunks? False where it asks for none that is labelled. The system is told nothing else.
   */
  lacksGold(query: string, retrieved: ReadonlySet<string>): boolean;
  /** Is the fact stated by one of these passages? Throws when a passage could not be scored and no other states it. */
  judge(ask: JudgeAsk): Promise<JudgeEvent>;
  /** The best spans over these passages. */
  read(ask: ReadAsk): Promise<ReadEvent>;
  /** The texts behind chunk ids, in order. */
  passages(chunks: readonly string[]): Promise<Chunk[]>;
  /** Chunks are read in full; `unknown`: ids that no search of this question had brought. */
  open(chunks: readonly string[], unknown: readonly string[]): OpenEvent;
  register(state: Omit<RegisterEvent, 'event' | 'question' | 'step'>): void;
  nudge(loops: number): void;
  limit(limit: LimitEvent['limit'], used: number, of: number): void;
  /** Null: it abstains. `forced`: a budget ran out. */
  answer(text: string | null, forced?: boolean): void;
  /** One sentence that a reader of the trace should know. */
  note(message: string): void;
}

export type Ablation = NonNullable<RunHeader['parameters']['ablation']>;

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
  needs: Needs;
  /**
   * `judge`: asks one where one can be loaded, and says so where not. `judge!`: cannot work without one. `reader`: cannot
   * work without the reader.
   */
  classifier: 'none' | 'judge' | 'judge!' | 'reader';
  /** Searches hop by hop, so that interventions (04) can be made. */
  interventions: boolean;
  /** Searches on its own account, up to the loop budget. */
  loops: boolean;
  /** The loop budget where none is asked for; absent: `DEFAULT_LOOPS`. */
  defaultLoops?: number;
  /** Asks a chat model, and cannot work without. */
  llm: boolean;
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
