import { countedHits } from '../../../domain/counts-from';
import type {
  Cell,
  Criterion,
  GoldDiagnosis,
  HopDiagnosis,
  LinkState,
  QuestionDiagnosis,
} from '../../../domain/diagnosis';
import type { CorpusGap, HopJudgement } from '../../../domain/presence';
import { placeholders, type Question } from '../../../domain/question';
import type { SearchEvent } from '../../../domain/trace';
import { type ChainLayout, layoutChain } from './layout';
import { type StripCell, stripCells } from './strip-cells';

/** The colour family of a card; the same everywhere (chips, bars, chain, report). */
export type HopTone = 'present' | 'drift' | 'retrieval' | 'absent' | 'neutral';

/** Why the link into a hop is cut. */
export type CutReason =
  | 'not-in-corpus'
  | 'partial'
  | 'below-cut'
  /** Within k, and an agent asked to be shown less. */
  | 'not-shown'
  | 'never-asked'
  | 'bridge-missing'
  | 'asked-not-found';

export interface SubQuestionPart {
  text: string;
  /** Hop whose gold answer this is; null: words of the sub-question itself. */
  bridge: number | null;
}

/** What the judge says of a hop. */
export interface FactView {
  /** Under the reading in view; null: gold or fact is not known. */
  cell: Cell | null;
  judgement: HopJudgement;
  /** The sub-question as it was judged. */
  asked: string;
  /** Null: not an extraction failure. */
  gap: CorpusGap | null;
}

/** What a card shows of one hop, or of one gold passage when the labels have no hops. */
export interface HopView {
  id: number;
  kind: 'hop' | 'gold';
  parts: SubQuestionPart[];
  /** Placeholders that lead to no hop before this one. */
  openLinks: string[];
  answers: string[];
  dependsOn: number[];
  state: LinkState;
  tone: HopTone;
  cut: CutReason | null;
  /** No hop that it depends on is broken: here the chain breaks. */
  firstBreak: boolean;
  /** A chunk of the gold passage was retrieved, but not the one that holds the answer. */
  withoutAnswer: boolean;
  rank: number | null;
  /** Gold passages of this card that were retrieved, under the reading in view. */
  found: number;
  /** Query under which `strip` stands; null: no search of the run to show. */
  query: string | null;
  strip: StripCell[];
  golds: GoldDiagnosis[];
  /** Ids of the gold passages of this card. */
  goldIds: string[];
  /** Null: no judge has scored this run. */
  fact: FactView | null;
}

export interface ChainView {
  hops: HopView[];
  layout: ChainLayout;
}

/** Sub-question with the gold answers of earlier hops filled in, and where they were filled in. */
export function subQuestionParts(question: Question, hop: number): SubQuestionPart[] {
  const own = question.hops.find((candidate) => candidate.id === hop);
  if (own === undefined) return [];
  const answerOf = (id: number): string | undefined =>
    question.hops.find((candidate) => candidate.id === id)?.answers[0];
  return own.question
    .split(/(#\d+)/)
    .filter((text) => text !== '')
    .map((text) => {
      const id = /^#(\d+)$/.exec(text)?.[1];
      // A placeholder that leads to no hop before this one stands as it is written.
      const answer =
        id === undefined || !own.dependsOn.includes(Number(id)) ? undefined : answerOf(Number(id));
      return answer === undefined ? { text, bridge: null } : { text: answer, bridge: Number(id) };
    });
}

/** Placeholders of the sub-question that lead to no hop before it. */
const openLinks = (question: Question, hop: number): string[] => {
  const own = question.hops.find((candidate) => candidate.id === hop);
  if (own === undefined) return [];
  return placeholders(own.question)
    .filter((id) => !own.dependsOn.includes(id))
    .map((id) => `#${id}`);
};

const stateOf = (retrieved: boolean | null, mapping: HopDiagnosis['gold']): LinkState => {
  if (mapping === 'unmapped' || mapping === 'notInCorpus') return 'not-in-corpus';
  if (mapping === null || retrieved === null) return 'unknown';
  return retrieved ? 'retrieved' : 'missed';
};

/** Missed but certified by another query: it drifted past; missed without one: nothing is proven. */
const toneOf = (state: LinkState, certified: boolean): HopTone => {
  if (state === 'retrieved') return 'present';
  if (state === 'missed') return certified ? 'drift' : 'retrieval';
  return state === 'not-in-corpus' ? 'absent' : 'neutral';
};

/** Ranks of the chunks of these gold passages in the search that asked this query. */
function ranksIn(
  events: SearchEvent[],
  query: string | null,
  golds: GoldDiagnosis[],
  best: number | null,
): number[] {
  const chunks = new Set(golds.flatMap((gold) => gold.chunks));
  const ranks = new Set<number>(best === null ? [] : [best]);
  for (const hit of events.find((event) => event.query === query)?.hits ?? []) {
    if (chunks.has(hit.chunk)) ranks.add(hit.rank);
  }
  return [...ranks].sort((a, b) => a - b);
}

/** Gold passages retrieved: by any search of the run, or (matched) by the one made for the hop. */
function foundOf(
  golds: GoldDiagnosis[],
  criterion: Criterion,
  own: SearchEvent | undefined,
  k: number,
): number {
  if (criterion === 'accumulated') return golds.filter((gold) => gold.retrieved).length;
  const within = new Set(own === undefined ? [] : countedHits(own, k).map((hit) => hit.chunk));
  return golds.filter((gold) => gold.chunks.some((chunk) => within.has(chunk))).length;
}

interface Context {
  diagnosis: QuestionDiagnosis;
  events: SearchEvent[];
  criterion: Criterion;
  k: number;
}

function cutReason(
  state: LinkState,
  at: { rank: number | null; k: number; found: number; asked: boolean; unresolved: boolean },
): CutReason | null {
  if (state === 'not-in-corpus') return 'not-in-corpus';
  if (state !== 'missed') return null;
  if (at.found > 0) return 'partial';
  if (at.rank !== null) return at.rank <= at.k ? 'not-shown' : 'below-cut';
  if (!at.asked) return 'never-asked';
  return at.unresolved ? 'bridge-missing' : 'asked-not-found';
}

function hopView(hop: HopDiagnosis, context: Context): HopView {
  const { diagnosis, events, criterion, k } = context;
  const golds = diagnosis.golds.filter((gold) => hop.goldIds.includes(gold.gold.id));
  const state = stateOf(hop.retrieved[criterion], hop.gold);
  const rank = hop.rank[criterion];
  const whole = (events.find((event) => event.hop === null) ?? events[0])?.query ?? null;
  const query = criterion === 'matched' ? hop.ownQuery : (hop.bestQuery ?? hop.ownQuery ?? whole);
  // A system that knows no hops says of none for which it searched; the diagnosis has found it by its words.
  const own = events.find(
    (event) => (event.hop === hop.hop || event.hop === null) && event.query === hop.ownQuery,
  );
  const found = foundOf(golds, criterion, own, k);
  const missing = golds.filter((gold) => !gold.retrieved);
  const certified = missing.length > 0 && missing.every((gold) => gold.certificate !== null);
  const parts = subQuestionParts(diagnosis.question, hop.hop);
  return {
    id: hop.hop,
    kind: 'hop',
    parts: parts.length > 0 ? parts : [{ text: hop.subQuestion, bridge: null }],
    openLinks: openLinks(diagnosis.question, hop.hop),
    answers: hop.answers,
    dependsOn: hop.dependsOn,
    state,
    tone: toneOf(state, certified),
    cut: cutReason(state, {
      rank,
      k,
      found,
      asked: hop.ownQuery !== null,
      unresolved: (own?.unresolved.length ?? 0) > 0,
    }),
    found,
    firstBreak: false,
    withoutAnswer: state === 'retrieved' && hop.strict[criterion] === false,
    rank,
    query,
    strip: stripCells(k, ranksIn(events, query, golds, rank)),
    golds,
    goldIds: hop.goldIds,
    fact:
      hop.judgement === null
        ? null
        : {
            cell: hop.cell[criterion],
            judgement: hop.judgement,
            asked: hop.subQuestion,
            gap: hop.corpusGap,
          },
  };
}

function goldView(gold: GoldDiagnosis, index: number, context: Context): HopView {
  const { diagnosis, events, k } = context;
  const state = stateOf(gold.retrieved, gold.mapping);
  const chunks = new Set(gold.chunks);
  const best = events.find((event) =>
    event.hits.some((hit) => hit.rank === gold.bestRank && chunks.has(hit.chunk)),
  );
  const query = (best ?? events[0])?.query ?? null;
  return {
    id: index + 1,
    kind: 'gold',
    parts: [{ text: gold.gold.title ?? gold.gold.document ?? gold.gold.id, bridge: null }],
    openLinks: [],
    answers: diagnosis.question.answers,
    dependsOn: [],
    state,
    tone: toneOf(state, gold.certificate !== null),
    cut: cutReason(state, { rank: gold.bestRank, k, found: 0, asked: true, unresolved: false }),
    found: gold.retrieved ? 1 : 0,
    firstBreak: false,
    withoutAnswer: false,
    rank: gold.bestRank,
    query,
    strip: stripCells(k, ranksIn(events, query, [gold], gold.bestRank)),
    golds: [gold],
    goldIds: [gold.gold.id],
    fact: null,
  };
}

const broken = (view: HopView): boolean => view.state === 'missed' || view.state === 'not-in-corpus';

/** Everything that the chain draws, from a diagnosis and the searches of the run. */
export function chainView(
  diagnosis: QuestionDiagnosis,
  events: SearchEvent[],
  criterion: Criterion,
  k: number,
): ChainView {
  const context: Context = { diagnosis, events, criterion, k };
  const hops =
    diagnosis.hops.length > 0
      ? diagnosis.hops.map((hop) => hopView(hop, context))
      : diagnosis.golds.map((gold, index) => goldView(gold, index, context));
  const byId = new Map(hops.map((view) => [view.id, view]));
  const brokenBefore = (view: HopView, seen: Set<number>): boolean =>
    view.dependsOn.some((id) => {
      const parent = byId.get(id);
      if (parent === undefined || seen.has(id)) return false;
      seen.add(id);
      return broken(parent) || brokenBefore(parent, seen);
    });
  for (const view of hops) view.firstBreak = broken(view) && !brokenBefore(view, new Set());
  return { hops, layout: layoutChain(hops.map(({ id, dependsOn }) => ({ id, dependsOn }))) };
}
