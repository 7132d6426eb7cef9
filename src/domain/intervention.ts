/** What an intervention changed (04, "Interventions"): the same probe with and without it, hop by hop. */
import type { Criterion, Rate } from './diagnosis';

/** A yes/no fact of the same hops in both runs. */
export interface PairedEffect {
  n: number;
  base: Rate;
  other: Rate;
  /** Hops for which it became true, and false. */
  gained: number;
  lost: number;
  /** `other − base`; null for n = 0. */
  difference: number | null;
  /** McNemar on gained and lost, two-sided; null without any of either. */
  exactP: number | null;
  midP: number | null;
}

export interface InterventionEffect {
  /** Hops in both runs. */
  hops: number;
  goldRetrieved: Record<Criterion, PairedEffect>;
  /** Null: no judge has scored both runs. */
  factPresent: PairedEffect | null;
  /**
   * Hops of which a passage of either run has no score yet. They are in neither side of `factPresent`, and what was
   * gained is just what is new and unscored: while there are any, the effect is no result.
   */
  notJudged: number;
  /**
   * Right answers of the questions that these hops belong to, each question once; null: neither run answers. `unjudged`:
   * questions whose answer has no verdict in one of the runs, so that they are in none of the figures.
   */
  answers: (PairedEffect & { unjudged: number }) | null;
  /** Hops that were intervened on, in the run with the intervention. */
  treated: Rate;
  extraSearches: number;
}

export interface InterventionComparison {
  base: string;
  other: string;
  system: string;
  /** `bm25`, `vector`, `hybrid` */
  retriever: string;
  intervention: { kind: 'augment' | 'rerank'; policy: 'none' | 'always' | 'predicted' | 'oracle' };
  /** The policy looks at labels, as no system that is used can: a bound and not a result. */
  usesLabels: boolean;
  k: number;
  /** Questions that both runs finished. */
  questions: number;
  extraSearchesPerQuestion: number | null;
  /** Steps of the run with it that were intervened on: the searches of its own that it made for a hop, labelled or not. */
  flagged: Rate;
  all: InterventionEffect;
  /** By the hop's cell in the base run (accumulated); null: no judge has scored it. `unknown`: no cell. */
  byCell: { cell: string; effect: InterventionEffect }[] | null;
  byHops: { hops: number; effect: InterventionEffect }[];
  /** By how many hops of the question lack their fact in the base run; null: no judge has scored it. */
  byFlags: { flags: number; effect: InterventionEffect }[] | null;
}

export interface InterventionReport {
  comparisons: InterventionComparison[];
  /** Runs with an intervention that stand alone, with one sentence why. */
  unpaired: { run: string; reason: string }[];
}
