/** Answers one question with one system and returns its events; nothing is asked twice within the question. */
import { hopAsked } from '../domain/asked-hop';
import type { Chunk } from '../domain/corpus';
import { givenOf } from '../domain/given';
import type { ChatPort } from '../domain/llm';
import { HopscopeError } from '../domain/outcome';
import type { PairScore, Reading } from '../domain/presence';
import type { Question } from '../domain/question';
import { DEFAULT_HYBRID, type Hit, STORED_DEPTH } from '../domain/retriever';
import type { Intervention } from '../domain/seam';
import type { OpenEvent, QuestionEvent, SearchEvent } from '../domain/trace';
import { reciprocalRankFusion } from '../retrieval/fusion';
import { type CountTokens, episodeLlm } from './episode-llm';
import { goldFound } from './fill-in';
import { highest } from './highest';
import { memoByPassage } from './passage-memo';
import { queryKey } from './query-key';
import { reranked } from './rerank';
import { spansOf } from './spans';
import type {
  Ablation,
  Ask,
  Episode,
  GoldChunks,
  JudgeAsk,
  ReadAsk,
  RunJudge,
  SearchTool,
  System,
} from './system';
import { seesLabels, visibleTo } from './visible';

/** The judge and reader as one question needs them: one result a passage, in order. Throws `HopscopeError`. */
export interface EpisodeClassifier extends RunJudge {
  score(question: string, chunks: readonly string[]): Promise<PairScore[]>;
  read(question: string, chunks: readonly string[]): Promise<Reading[]>;
}

export type PassageTexts = (chunks: readonly string[]) => Promise<Chunk[]>;

export interface EpisodeOptions {
  system: System;
  question: Question;
  gold: GoldChunks;
  k: number;
  loops: number;
  intervention: Intervention | null;
  /** Ranked hits to the stored depth; `tool` absent: by the run's own retriever. */
  search: (query: string, tool?: SearchTool) => Promise<Hit[]>;
  /** What an agent may do; null: no model takes part. */
  agent: AgentOptions | null;
  /** Ends what is being asked of a model. */
  signal: AbortSignal;
  /** The texts behind chunk ids, in order. */
  passages: PassageTexts;
  /** Null: none takes part. */
  classifier: EpisodeClassifier | null;
  /** Milliseconds, monotonic. */
  now: () => number;
  /** Is what was thrown this question's own fault (recorded), or the run's (rethrown)? */
  failure: (thrown: unknown) => { code: string; message: string } | null;
}

/** The one search tool of a system that does not choose. */
const TOOL = 'search';

/** The model of a run and its budget. */
export interface AgentOptions {
  port: ChatPort;
  countTokens: CountTokens;
  contextTokens: number;
  ablation: Ablation | null;
  searchTools: readonly SearchTool[];
}

/** Events of the question, ending in `done` or `error`. */
export const playEpisode = async (options: EpisodeOptions): Promise<QuestionEvent[]> => {
  const { system, gold, k, loops, intervention, classifier, agent, now } = options;
  const id = options.question.id;
  const given = givenOf(
    options.question,
    seesLabels(system, { parameters: { intervention } }) ? 'labels' : system.needs,
  );
  const started = now();
  const events: QuestionEvent[] = [];
  /** By tool and query key: the search and its hits before any reranking. */
  const asked = new Map<string, { step: number; hits: SearchEvent['hits'] }>();
  let step = 0;

  const scores = memoByPassage<PairScore>((question, chunks) => taking().score(question, chunks));
  const readings = memoByPassage<Reading>((question, chunks) => taking().read(question, chunks));
  const taking = (): EpisodeClassifier => {
    if (classifier !== null) return classifier;
    throw new HopscopeError('internal', 'A judgement was asked for in a run without a classifier.');
  };

  const episode: Episode = {
    question: visibleTo(system.needs, options.question),
    k,
    loops,
    contextTokens: agent?.contextTokens ?? 0,
    ablation: agent?.ablation ?? null,
    searchTools: agent?.searchTools ?? [],
    llm:
      agent === null
        ? null
        : episodeLlm({ agent, question: id, nextStep: () => ++step, events, signal: options.signal }),
    judgedBy: classifier,
    intervention,
    async search({ query, purpose, hop, unresolved = [], tool, shown }: Ask) {
      const key = queryKey(query);
      // The same words on another tool are another search.
      const slot = `${tool ?? TOOL} ${key}`;
      const earlier = asked.get(slot);
      const hits = earlier?.hits ?? (await options.search(query, tool));
      const event: SearchEvent = {
        event: 'search',
        question: id,
        step: ++step,
        hop,
        purpose,
        tool: tool ?? TOOL,
        query,
        key,
        ...(shown === undefined ? {} : { shown }),
        duplicateOf: earlier?.step ?? null,
        unresolved,
        hits,
      };
      if (earlier === undefined) asked.set(slot, { step, hits });
      events.push(event);
      return event;
    },
    async rerank(search, depth) {
      const hits = asked.get(`${search.tool} ${search.key}`)?.hits ?? search.hits;
      const first = hits.slice(0, depth);
      const given = await scores(
        search.query,
        first.map(({ chunk }) => chunk),
      );
      const failed = given.find(({ state }) => state === 'errored');
      if (failed !== undefined) throw notScored(failed);
      const event: SearchEvent = {
        ...search,
        hits: [...reranked(first, given), ...hits.slice(depth)],
        rerank: { judge: taking().space, depth },
      };
      events[events.indexOf(search)] = event;
      return event;
    },
    fuse(legs) {
      const fused = reciprocalRankFusion(
        legs.map(({ hits }) => hits.map(({ chunk, score }) => ({ chunk, score: score ?? 0 }))),
        DEFAULT_HYBRID.rrfK,
      );
      const { text } = options.question;
      const event: SearchEvent = {
        event: 'search',
        question: id,
        step: ++step,
        hop: null,
        purpose: 'question',
        tool: 'fusion',
        query: text,
        key: queryKey(text),
        duplicateOf: null,
        unresolved: [],
        hits: fused.slice(0, STORED_DEPTH).map(({ chunk, score }, at) => ({ chunk, rank: at + 1, score })),
        fused: legs.map((leg) => leg.step),
      };
      events.push(event);
      return event;
    },
    lacksGold(query, retrieved) {
      if (intervention?.policy !== 'oracle')
        throw new HopscopeError('internal', 'Labels were asked for in a run that must not see them.');
      const asksFor = hopAsked(options.question)(query);
      const hop = options.question.hops.find((one) => one.id === asksFor);
      return hop !== undefined && hop.gold.length > 0 && !goldFound(hop, gold, retrieved);
    },
    async judge({ hop, item, asked: subQuestion, chunks, use }: JudgeAsk) {
      const { space, threshold } = taking();
      const given = await scores(subQuestion, chunks);
      const best = highest(chunks, given);
      const present = best.probability !== null && best.probability >= threshold;
      // One passage that states the fact is enough; without one, a passage that failed may have been the one.
      const failed = present ? undefined : given.find(({ state }) => state === 'errored');
      const event = {
        event: 'judge' as const,
        question: id,
        step: ++step,
        hop,
        ...(item === undefined ? {} : { item }),
        judge: space,
        threshold,
        asked: subQuestion,
        state: failed === undefined ? best.state : failed.state,
        probability: failed === undefined ? best.probability : null,
        chunk: failed === undefined ? best.chunk : null,
        use: use[
          present ? 'present' : best.probability === null || failed !== undefined ? 'undecided' : 'absent'
        ],
      };
      events.push(event);
      if (failed !== undefined) throw notScored(failed);
      return event;
    },
    async read({ hop, asked: question, chunks }: ReadAsk) {
      const { space, threshold } = taking();
      const event = {
        event: 'read' as const,
        question: id,
        step: ++step,
        hop,
        asked: question,
        reader: space,
        chunks: [...chunks],
        spans: spansOf(chunks, await readings(question, chunks), threshold),
      };
      events.push(event);
      return event;
    },
    passages: (chunks) => options.passages(chunks),
    open(chunks, unknown) {
      const event: OpenEvent = {
        event: 'open',
        question: id,
        step: ++step,
        chunks: [...chunks],
        unknown: [...unknown],
      };
      events.push(event);
      return event;
    },
    register(state) {
      events.push({ event: 'register', question: id, step: ++step, ...state });
    },
    nudge(used) {
      events.push({ event: 'nudge', question: id, step: ++step, loops: used });
    },
    limit(limit, used, of) {
      events.push({ event: 'limit', question: id, step: ++step, limit, used, of });
    },
    answer(text, forced = false) {
      events.push({
        event: 'answer',
        question: id,
        step: ++step,
        text: text ?? '',
        abstained: text === null,
        forced,
      });
    },
    note(message) {
      events.push({ event: 'note', question: id, step: ++step, message });
    },
  };

  try {
    await system.run(episode, gold);
    events.push({ event: 'done', question: id, given, ms: now() - started });
  } catch (thrown) {
    const failure = options.failure(thrown);
    if (failure === null) throw thrown;
    events.push({ event: 'error', question: id, step: ++step, ...failure, given });
  }
  return events;
};

const notScored = ({ message }: PairScore): HopscopeError =>
  new HopscopeError('internal', `The judge could not score a passage: ${message ?? 'it gave no reason'}.`);
