/** Two runs over the same questions (05.6): pure, at any k. */
import { COLUMNS, type Column } from '../domain/category';
import type { AnswerState, ChangedQuestion, PairedAccuracy, PerRun, RunComparison } from '../domain/compare';
import { hopCount } from '../domain/question';
import { bootstrapMean } from '../statistics/bootstrap';
import { mean } from '../statistics/mean';
import { seededRandom } from '../statistics/random';
import { hopRetrieved } from './at-k';
import { driftOf, retrieverOf, warningsBetween } from './compare-retrievers';
import { isUnanswered, leftOf, type Pair, stateOf, transitionsOf } from './compare-states';
import { countPairs, effectOfPairs } from './paired';
import type { PreparedQuestion, PreparedRun } from './prepared';
import { questionAt } from './question';
import { addUsage, noUsage } from './usage';

/** Draws of the bootstrap; fewer where so many questions make chance small and draws dear. */
const RESAMPLES = 10_000;
const FEWEST = 1_000;
const DRAWS = 30_000_000;

export const resamplesFor = (n: number): number =>
  Math.max(FEWEST, Math.min(RESAMPLES, Math.floor(DRAWS / Math.max(1, n))));

interface Bootstrap {
  resamples: number;
  seed: number;
}

const accuracyOf = (
  pairs: readonly (readonly [boolean, boolean])[],
  { resamples, seed }: Bootstrap,
): PairedAccuracy => {
  const counts = countPairs(pairs);
  const differences = pairs.map(([a, b]) => Number(b) - Number(a));
  // Each figure has its own stream, so that one table more or less never moves another's interval.
  const interval = bootstrapMean(differences, seededRandom(seed), resamples);
  return {
    ...effectOfPairs(counts),
    both: counts.both,
    neither: counts.neither,
    low: interval?.low ?? null,
    high: interval?.high ?? null,
  };
};

const rightIn = (pairs: readonly Pair[]): (readonly [boolean, boolean])[] =>
  pairs.map(({ state }) => [state.paper.a === 'right', state.paper.b === 'right']);

const answered = (pairs: readonly Pair[]): Pair[] =>
  pairs.filter(({ state }) => !isUnanswered(state.paper.a) && !isUnanswered(state.paper.b));

const recallOf = (pairs: readonly Pair[]): RunComparison['recall'] => {
  const known = pairs.flatMap(({ recall: { a, b } }) => (a === null || b === null ? [] : [{ a, b }]));
  return { a: mean(known.map(({ a }) => a)), b: mean(known.map(({ b }) => b)), n: known.length };
};

const byDepthOf = (pairs: readonly Pair[], k: number): RunComparison['byDepth'] => {
  const depths: [boolean | null, boolean | null][][] = [];
  for (const { a, b } of pairs) {
    if (a.error !== null || b.error !== null) continue;
    a.hops.forEach((hop, index) => {
      const theirs = b.hops[index];
      if (theirs === undefined) return;
      depths[index] ??= [];
      depths[index].push([hopRetrieved(hop, 'accumulated', k), hopRetrieved(theirs, 'accumulated', k)]);
    });
  }
  return depths.map((known, index) => ({ hop: index + 1, goldRetrieved: effectOfPairs(countPairs(known)) }));
};

const byHopsOf = (pairs: readonly Pair[], bootstrap: Bootstrap): RunComparison['byHops'] => {
  const groups = new Map<number, Pair[]>();
  for (const pair of pairs) {
    const hops = hopCount(pair.a.question);
    groups.set(hops, [...(groups.get(hops) ?? []), pair]);
  }
  return [...groups]
    .sort(([a], [b]) => a - b)
    .map(([hops, group]) => ({
      hops,
      accuracy: accuracyOf(rightIn(answered(group)), bootstrap),
      recall: recallOf(group),
    }));
};

const changedOf = (pairs: readonly Pair[]): ChangedQuestion[] =>
  pairs
    .filter(({ state }) => COLUMNS.some((column) => state[column].a !== state[column].b))
    .map(({ a, b, state }) => ({
      question: a.question.id,
      text: a.question.text,
      hops: hopCount(a.question),
      state,
      answer: { a: a.answer?.text ?? null, b: b.answer?.text ?? null },
    }));

const pairOf = (a: PreparedQuestion, b: PreparedQuestion, k: number): Pair => {
  const cores = { a: questionAt(a, k), b: questionAt(b, k) };
  const states = (column: Column): PerRun<AnswerState> => ({
    a: stateOf(cores.a, column),
    b: stateOf(cores.b, column),
  });
  return {
    a,
    b,
    state: { paper: states('paper'), 'register-blind': states('register-blind') },
    recall: { a: cores.a.evidenceRecall, b: cores.b.evidenceRecall },
  };
};

const idsOnlyIn = (one: PreparedRun, ids: ReadonlyMap<string, PreparedQuestion>): string[] =>
  one.questions.flatMap(({ question }) => (ids.has(question.id) ? [] : [question.id]));

/** Run b against run a at k, 1…50. `seed`: of the bootstrap; equal input gives equal figures. */
export const compareRuns = (a: PreparedRun, b: PreparedRun, k: number, seed: number): RunComparison => {
  const ours = new Map(a.questions.map((prepared) => [prepared.question.id, prepared]));
  const theirs = new Map(b.questions.map((prepared) => [prepared.question.id, prepared]));
  const shared = a.questions.flatMap((prepared) => {
    const other = theirs.get(prepared.question.id);
    return other === undefined ? [] : [[prepared, other] as const];
  });
  const pairs = shared.flatMap(([one, other]) => (one.question.answerable ? [pairOf(one, other, k)] : []));
  const bootstrap = { resamples: resamplesFor(pairs.length), seed };
  const retriever = retrieverOf(a.header, b.header);
  const usageOf = (side: 'a' | 'b') =>
    pairs.reduce((sum, pair) => addUsage(sum, pair[side].usage), noUsage());
  return {
    a: a.header.run,
    b: b.header.run,
    k,
    asked: pairs.length,
    accuracy: accuracyOf(rightIn(answered(pairs)), bootstrap),
    fixed: accuracyOf(rightIn(pairs), bootstrap),
    bootstrap,
    left: { a: leftOf(pairs, 'a'), b: leftOf(pairs, 'b') },
    onlyIn: { a: idsOnlyIn(a, theirs), b: idsOnlyIn(b, ours) },
    unanswerable: shared.length - pairs.length,
    retriever,
    drift: retriever.same ? driftOf(pairs, k) : null,
    transitions: {
      paper: transitionsOf(pairs, 'paper'),
      'register-blind': transitionsOf(pairs, 'register-blind'),
    },
    columnsDiffer: pairs.some(({ state }) =>
      (['a', 'b'] as const).some((side) => state.paper[side] !== state['register-blind'][side]),
    ),
    recall: recallOf(pairs),
    byDepth: byDepthOf(pairs, k),
    byHops: byHopsOf(pairs, bootstrap),
    usage: { a: usageOf('a'), b: usageOf('b') },
    changed: changedOf(pairs),
    warnings: warningsBetween(a, b),
  };
};
