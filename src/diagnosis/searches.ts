import { hopAsked } from '../domain/asked-hop';
import { countedHits, countsFrom } from '../domain/counts-from';
import type { Question } from '../domain/question';
import type { QuestionEvent, SearchEvent, SearchPurpose } from '../domain/trace';
import { documentOf, type MappedGold } from './golds';

/** What was asked, without what came back. */
export type AskedSearch = Pick<SearchEvent, 'query' | 'purpose' | 'hop' | 'unresolved' | 'tool' | 'shown'>;

/** The ideal query: a sub-question with every bridge answer filled in from the labels (level C, rewrite test). */
export const isIdeal = (search: AskedSearch): boolean =>
  search.purpose === 'oracle' && search.unresolved.length === 0;

/**
 * Reformulations serve certificates only (level D): what they find was not retrieved by the system. So it is with the
 * legs of a fusion, of which the fused ranking counts, and with the steps of a run that names the list it ended with.
 */
const REFORMULATIONS: ReadonlySet<SearchPurpose> = new Set(['keywords', 'relation', 'title', 'leg', 'step']);
export const isReformulation = (search: Pick<SearchEvent, 'purpose'>): boolean =>
  REFORMULATIONS.has(search.purpose);

export const searchesOf = (events: readonly QuestionEvent[]): SearchEvent[] =>
  events.filter((event): event is SearchEvent => event.event === 'search');

/**
 * Whether a search counts for the hop at this position under "accumulated" (05.3): it was made for the whole question, for
 * that hop, or for a hop before it.
 */
export const accumulationOf = (
  question: Question,
): ((search: Pick<SearchEvent, 'hop'>, index: number) => boolean) => {
  const order = new Map(question.hops.map((hop, index) => [hop.id, index]));
  return ({ hop }, index) => hop === null || (order.get(hop) ?? 0) <= index;
};

/** A query of a system that knows no hops, or of an intervention on one; an imported step may not tell its query. */
export const isUnplaced = ({ hop, purpose, query }: AskedSearch): boolean =>
  hop === null && query !== '' && (purpose === 'agent' || purpose === 'augment' || purpose === 'step');

/** Does the run search hop by hop, whether it knows the hops or not? */
export const asksHops = (searches: readonly AskedSearch[]): boolean =>
  searches.some((search) => search.hop !== null || isUnplaced(search));

/**
 * The hop that each search was made for ("matched", 05.3), of searches in the order of the trace; null: for the whole
 * question, or for nothing that is labelled. A system that knows no hops asks in words of its own, which tell the hop;
 * a rephrasing belongs to the search that it repairs. Under "accumulated" such a search counts for every hop, because
 * the order in which the system went is not that of the labels.
 */
export const hopsAskedFor = (question: Question, searches: readonly AskedSearch[]): (number | null)[] => {
  if (!searches.some(isUnplaced)) return searches.map(({ hop }) => hop);
  const asksFor = hopAsked(question);
  let repaired: number | null = null;
  return searches.map((search) => {
    if (!isUnplaced(search)) return search.hop;
    if (search.purpose !== 'augment') repaired = asksFor(search.query);
    return repaired;
  });
};

/**
 * Chunk id → the smallest k, within `depth`, at which it counts as retrieved, search by search: a chunk keeps the place
 * where it was first retrieved.
 */
export const bestRanksOf = (
  searches: readonly SearchEvent[],
  depth = Number.POSITIVE_INFINITY,
): Map<string, number> => {
  const ranks = new Map<string, number>();
  for (const search of searches)
    for (const { chunk, rank } of search.hits) {
      const from = countsFrom(rank, search);
      if (from === null || from > depth || chunk === '') continue;
      const known = ranks.get(chunk);
      if (known === undefined || from < known) ranks.set(chunk, from);
    }
  return ranks;
};

type Hit = SearchEvent['hits'][number];

/** Where one search found what is asked about: the best hit per gold passage, strictly and by document. */
export interface SearchRanks {
  search: AskedSearch;
  /** Per gold passage: its best hit, or null. */
  gold: (Hit | null)[];
  /** Per gold passage: best rank of a chunk that contains the answer (strict hit), or null. */
  answer: (number | null)[];
  /** Best rank of any chunk of the gold document, for a single gold passage. */
  document: number | null;
}

interface ChunkRole {
  /** Gold passages that the chunk belongs to, and those whose answer it contains. */
  gold: number[];
  answer: number[];
}

/** Chunk and document ids that matter for a question, so that each hit list is walked only once. */
export interface GoldLookup {
  size: number;
  chunks: Map<string, ChunkRole>;
  /** Documents of the one gold passage; null for several: only single-passage questions ask for them (05.2). */
  documents: ReadonlySet<string> | null;
}

export const goldLookup = (golds: readonly MappedGold[]): GoldLookup => {
  const chunks = new Map<string, ChunkRole>();
  const roleOf = (chunk: string): ChunkRole => {
    const known = chunks.get(chunk);
    if (known !== undefined) return known;
    const role: ChunkRole = { gold: [], answer: [] };
    chunks.set(chunk, role);
    return role;
  };
  golds.forEach((gold, index) => {
    for (const chunk of gold.chunks) roleOf(chunk).gold.push(index);
    for (const chunk of gold.answerChunks) roleOf(chunk).answer.push(index);
  });
  const only = golds.length === 1 ? golds[0] : undefined;
  return { size: golds.length, chunks, documents: only === undefined ? null : new Set(only.documents) };
};

/** What was asked, free of the hit list it came with. */
export const askedOf = ({ query, purpose, hop, unresolved, tool, shown }: SearchEvent): AskedSearch => ({
  query,
  purpose,
  hop,
  unresolved,
  tool,
  ...(shown === undefined ? {} : { shown }),
});

/** Ranks are the stored ones: a chunk that a list names twice keeps its best rank, and moves nothing else up. */
export const rankGolds = (search: AskedSearch, hits: readonly Hit[], lookup: GoldLookup): SearchRanks => {
  const ranks: SearchRanks = {
    search,
    gold: new Array<Hit | null>(lookup.size).fill(null),
    answer: new Array<number | null>(lookup.size).fill(null),
    document: null,
  };
  for (const hit of hits) {
    const role = lookup.chunks.get(hit.chunk);
    if (role !== undefined) {
      for (const index of role.gold) {
        const best = ranks.gold[index];
        if (best == null || hit.rank < best.rank) ranks.gold[index] = hit;
      }
      for (const index of role.answer)
        ranks.answer[index] = Math.min(ranks.answer[index] ?? hit.rank, hit.rank);
    }
    if (lookup.documents?.has(documentOf(hit.chunk)))
      ranks.document = Math.min(ranks.document ?? hit.rank, hit.rank);
  }
  return ranks;
};

const placedFrom = (rank: number | null, search: AskedSearch): number | null =>
  rank === null ? null : countsFrom(rank, search);

/**
 * The same with the k from which on each hit counts as retrieved in place of its rank. The best hit of a passage decides:
 * where it was not shown, no later one was. Searches that only k decides about are handed on as they are.
 */
export const asCounted = (all: readonly SearchRanks[]): readonly SearchRanks[] =>
  all.every(({ search }) => search.shown === undefined)
    ? all
    : all.map(({ search, gold, answer, document }) => ({
        search,
        gold: gold.map((hit) => {
          const from = placedFrom(hit?.rank ?? null, search);
          return hit === null || from === null ? null : { ...hit, rank: from };
        }),
        answer: answer.map((rank) => placedFrom(rank, search)),
        document: placedFrom(document, search),
      }));

/** Smallest of some ranks; null when none is there. */
export const bestOf = (ranks: Iterable<number | null | undefined>): number | null => {
  let best: number | null = null;
  for (const rank of ranks) if (rank != null && (best === null || rank < best)) best = rank;
  return best;
};

/** Largest of some ranks: the k at which all are there; null when one is missing, or there are none. */
export const worstOf = (ranks: Iterable<number | null | undefined>): number | null => {
  let worst: number | null = null;
  for (const rank of ranks) {
    if (rank == null) return null;
    if (worst === null || rank > worst) worst = rank;
  }
  return worst;
};

/** Best rank of one gold passage over some searches. */
export const bestRankOf = (searches: readonly SearchRanks[], gold: number): number | null => {
  let best: number | null = null;
  for (const search of searches) {
    const rank = search.gold[gold]?.rank;
    if (rank !== undefined && (best === null || rank < best)) best = rank;
  }
  return best;
};

/** k at which some searches, together, have found every one of these gold passages. */
export const rankOfAll = (searches: readonly SearchRanks[], golds: readonly number[]): number | null => {
  let worst: number | null = null;
  for (const gold of golds) {
    const rank = bestRankOf(searches, gold);
    if (rank === null) return null;
    if (worst === null || rank > worst) worst = rank;
  }
  return worst;
};

/** `rank ≤ k`; a rank that is not stored is not within k. */
export const within = (rank: number | null, k: number): boolean => rank !== null && rank <= k;

/** An empty id, as `[""]` in an imported list, is no passage. */
export const foundNothing = (search: SearchEvent): boolean => search.hits.every((hit) => hit.chunk === '');

/**
 * R at k (05.1): each search's top k in the order of the trace, or what of it an agent was shown, deduplicated. For a system
 * with one search this is its first pass; for others everything they accumulated.
 */
export const retrievedAt = (searches: readonly SearchEvent[], k: number): string[] => {
  const seen = new Set<string>();
  for (const search of searches)
    for (const { chunk } of countedHits(search, k)) if (chunk !== '') seen.add(chunk);
  return [...seen];
};
