/** The failure category of a wrong answer (05.4): the first that holds, in both readings. */
import type { Category, CategoryOf } from '../domain/category';
import { goldRetrieved, hasReachableMiss } from './at-k';
import type { PreparedQuestion } from './prepared';

/** What the categories look at, for one answer at one k. */
export interface CategoryFacts {
  /** The judge's verdict, or that of comparing where no judge was asked; null: there is none. */
  judged: boolean | null;
  /** What a person said of the answer; null: nobody has. */
  person: boolean | null;
  /** A gold answer or alias stands in the answer (normalised). */
  contains: boolean;
  abstained: boolean;
  /** A budget ran out and forced the answer. */
  forced: boolean;
  /** Size of G, how many of it the corpus lacks, and how many were retrieved within k. */
  golds: number;
  notInCorpus: number;
  hits: number;
  /** A requirement stands resolved without gold evidence. Never true for a system without a register. */
  falseResolution: boolean;
  /** Some passage that was not retrieved is certified reachable (05.5). */
  certified: boolean;
}

const missingEvidence = ({ golds, notInCorpus, certified }: CategoryFacts): Category => {
  if (golds === 0) return 'unlabelled';
  if (notInCorpus > 0) return 'not-in-corpus';
  return certified ? 'search-drift' : 'unreached';
};

const first = (facts: CategoryFacts, register: boolean): Category => {
  // A person's word stands above comparing: where one has called the answer wrong, the judge was right.
  if (facts.person ?? facts.contains) return 'judge-error';
  if (facts.abstained || facts.forced) return 'gave-up';
  if (facts.golds > 0 && facts.hits === facts.golds) return 'reasoning-error';
  if (register && facts.falseResolution) return 'false-resolution';
  return missingEvidence(facts);
};

/** Null: neither judge nor person calls the answer wrong; it may be right, or unjudged. */
export const categoryOf = (facts: CategoryFacts): CategoryOf | null =>
  facts.judged === false || facts.person === false
    ? { paper: first(facts, true), 'register-blind': first(facts, false) }
    : null;

/** Of an answerable question with an answer, at k. */
export const categoryAt = (prepared: PreparedQuestion, k: number): CategoryOf | null => {
  const { answer, question, golds, error } = prepared;
  if (answer === null || !question.answerable || error !== null) return null;
  let hits = 0;
  for (let gold = 0; gold < golds.length; gold += 1) if (goldRetrieved(prepared, gold, k)) hits += 1;
  return categoryOf({
    judged: answer.judged,
    person: answer.person,
    contains: answer.match?.contain === true,
    abstained: answer.abstained,
    forced: answer.forced,
    golds: golds.length,
    notInCorpus: prepared.notInCorpus,
    hits,
    falseResolution: prepared.unsupported !== null && prepared.unsupported.length > 0,
    certified: hasReachableMiss(prepared, k),
  });
};
