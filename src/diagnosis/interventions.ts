import type { Cell } from '../domain/diagnosis';
import type { InterventionComparison, InterventionEffect, PairedEffect } from '../domain/intervention';
import { hopCount } from '../domain/question';
import { rateOf } from '../statistics/wilson';
import { hopRetrieved } from './at-k';
import { type JudgedHop, judgedHop } from './judged-hops';
import { countPairs, effectOfPairs } from './paired';
import type { PreparedQuestion, PreparedRun } from './prepared';
import { hopsAskedFor } from './searches';

/** One question in both runs. */
interface Sides {
  base: PreparedQuestion;
  other: PreparedQuestion;
}

/** One hop in both runs. */
interface Pair extends Sides {
  sides: Sides;
  index: number;
  id: number;
  judged: { base: JudgedHop | null; other: JudgedHop | null };
}

const paired = <T extends Sides>(
  pairs: readonly T[],
  read: (pair: T, side: 'base' | 'other') => boolean | null,
): PairedEffect =>
  effectOfPairs(countPairs(pairs.map((pair) => [read(pair, 'base'), read(pair, 'other')] as const)));

/** Searches that asked the retriever; a repeat is answered from what is known. */
const searchesFor = ({ question, searches }: PreparedQuestion, hop: number): number => {
  const madeFor = hopsAskedFor(question, searches);
  return searches.filter((search, at) => madeFor[at] === hop && search.duplicateOf === null).length;
};

const searchesIn = ({ searches }: PreparedQuestion): number =>
  searches.filter((search) => search.duplicateOf === null).length;

const answersOf = (questions: readonly Sides[]): InterventionEffect['answers'] => {
  if (questions.every(({ base, other }) => base.answer === null && other.answer === null)) return null;
  const effect = paired(questions, (sides, side) => sides[side].answer?.correct ?? null);
  return { ...effect, unjudged: questions.length - effect.n };
};

/** A passage of it has no score yet; a hop that no judge can score is not waited for. */
const waits = (hop: JudgedHop | null): boolean => hop === null || hop.judgement.state === 'not-judged';

const effectOf = (
  pairs: readonly Pair[],
  questions: readonly Sides[],
  k: number,
  judged: boolean,
): InterventionEffect => {
  const retrieved = (criterion: 'accumulated' | 'matched') =>
    paired(pairs, (pair, side) => {
      const hop = pair[side].hops[pair.index];
      return hop === undefined ? null : hopRetrieved(hop, criterion, k);
    });
  return {
    hops: pairs.length,
    goldRetrieved: { accumulated: retrieved('accumulated'), matched: retrieved('matched') },
    factPresent: judged ? paired(pairs, (pair, side) => pair.judged[side]?.judgement.present ?? null) : null,
    notJudged: pairs.filter(({ judged: { base, other } }) => waits(base) || waits(other)).length,
    answers: answersOf(questions),
    treated: rateOf(pairs.filter(({ other, id }) => other.treated.has(id)).length, pairs.length),
    extraSearches: pairs.reduce(
      (sum, { base, other, id }) => sum + searchesFor(other, id) - searchesFor(base, id),
      0,
    ),
  };
};

const groups = <K>(pairs: readonly Pair[], keyOf: (pair: Pair) => K | null): [K, Pair[]][] => {
  const map = new Map<K, Pair[]>();
  for (const pair of pairs) {
    const key = keyOf(pair);
    if (key === null) continue;
    const group = map.get(key);
    if (group === undefined) map.set(key, [pair]);
    else group.push(pair);
  }
  return [...map];
};

/** Hops of the question that lack their fact in the base run; null: some hop has no word of the judge. */
const flagsOf = (base: PreparedQuestion, k: number, threshold: number): number | null => {
  let flags = 0;
  for (let index = 0; index < base.hops.length; index += 1) {
    const present = judgedHop(base, index, k, threshold)?.judgement.present ?? null;
    if (present === null) return null;
    if (!present) flags += 1;
  }
  return flags;
};

const ORDER: readonly (Cell | 'unknown')[] = [
  'fact-present',
  'extraction-failure',
  'alternate-evidence',
  'retrieval-failure',
  'unknown',
];

/**
 * What an intervention changed: hops and answers of the answerable questions that both runs finished, at one k. `threshold`: from
 * which probability on a fact counts as present; absent: the judge's own.
 */
export const compareInterventions = (
  base: PreparedRun,
  other: PreparedRun,
  k: number,
  threshold = base.presence?.threshold ?? other.presence?.threshold ?? 1,
): InterventionComparison => {
  const others = new Map(other.questions.map((prepared) => [prepared.question.id, prepared]));
  const both = base.questions.flatMap((prepared) => {
    const theirs = others.get(prepared.question.id);
    const usable =
      theirs !== undefined &&
      prepared.question.answerable &&
      prepared.error === null &&
      theirs.error === null;
    return usable ? [{ base: prepared, other: theirs }] : [];
  });
  const pairs: Pair[] = both.flatMap((sides) =>
    sides.base.hops.map(({ hop }, index) => ({
      ...sides,
      sides,
      index,
      id: hop.id,
      judged: {
        base: judgedHop(sides.base, index, k, threshold),
        other: judgedHop(sides.other, index, k, threshold),
      },
    })),
  );
  const judged = base.presence !== null && other.presence !== null;
  const flags = new Map(both.map((sides) => [sides.base, flagsOf(sides.base, k, threshold)]));
  const extra = both.reduce((sum, sides) => sum + searchesIn(sides.other) - searchesIn(sides.base), 0);
  const effect = (of: readonly Pair[], questions = [...new Set(of.map(({ sides }) => sides))]) =>
    effectOf(of, questions, k, judged);
  const steps = (of: 'own' | 'treated'): number =>
    both.reduce((sum, sides) => sum + sides.other.steps[of], 0);
  const intervention = other.header.parameters.intervention ?? { kind: 'augment', policy: 'none' };
  return {
    base: base.header.run,
    other: other.header.run,
    system: other.header.system,
    retriever: other.header.retriever.kind,
    intervention,
    usesLabels: intervention.policy === 'oracle',
    k,
    questions: both.length,
    extraSearchesPerQuestion: both.length === 0 ? null : extra / both.length,
    flagged: rateOf(steps('treated'), steps('own')),
    // Questions without labelled hops have an answer all the same.
    all: effect(pairs, both),
    byCell:
      base.presence === null
        ? null
        : groups(pairs, (pair) => pair.judged.base?.cell.accumulated ?? 'unknown')
            .sort(([a], [b]) => ORDER.indexOf(a) - ORDER.indexOf(b))
            .map(([cell, of]) => ({ cell, effect: effect(of) })),
    byHops: groups(pairs, (pair) => hopCount(pair.base.question))
      .sort(([a], [b]) => a - b)
      .map(([hops, of]) => ({ hops, effect: effect(of) })),
    byFlags:
      base.presence === null
        ? null
        : groups(pairs, (pair) => flags.get(pair.base) ?? null)
            .sort(([a], [b]) => a - b)
            .map(([count, of]) => ({ flags: count, effect: effect(of) })),
  };
};
