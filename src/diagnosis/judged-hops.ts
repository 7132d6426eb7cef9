import type { Cell, Criterion } from '../domain/diagnosis';
import type { HopJudgement } from '../domain/presence';
import { goldRetrieved, hopRetrieved } from './at-k';
import { cellOf } from './cells';
import type { PreparedHop } from './hops';
import type { PreparedQuestion, PreparedRun } from './prepared';
import { type HopPresence, judgementAt } from './presence';

/** A hop with the judge's word at k and at a threshold. */
export interface JudgedHop {
  prepared: PreparedQuestion;
  hop: PreparedHop;
  /** Position in the decomposition, from 0. */
  index: number;
  presence: HopPresence;
  judgement: HopJudgement;
  retrieved: Record<Criterion, boolean | null>;
  cell: Record<Criterion, Cell | null>;
  /** Share of the question's gold passages that the run retrieved within k. */
  recall: number | null;
}

const recallOf = (prepared: PreparedQuestion, k: number): number | null => {
  const n = prepared.golds.length;
  if (n === 0) return null;
  let hits = 0;
  for (let gold = 0; gold < n; gold += 1) if (goldRetrieved(prepared, gold, k)) hits += 1;
  return hits / n;
};

export const judgedHop = (
  prepared: PreparedQuestion,
  index: number,
  k: number,
  threshold: number,
  recall: number | null = null,
): JudgedHop | null => {
  const hop = prepared.hops[index];
  const presence = prepared.presence?.[index];
  if (hop === undefined || presence === undefined) return null;
  const judgement = judgementAt(presence, k, threshold);
  const retrieved = {
    accumulated: hopRetrieved(hop, 'accumulated', k),
    matched: hopRetrieved(hop, 'matched', k),
  };
  return {
    prepared,
    hop,
    index,
    presence,
    judgement,
    retrieved,
    cell: {
      accumulated: cellOf(retrieved.accumulated, judgement.present),
      matched: cellOf(retrieved.matched, judgement.present),
    },
    recall,
  };
};

/** Every hop of the answerable ones of these questions; empty while no judge has scored the run. */
export const judgedHopsOf = (
  run: PreparedRun,
  questions: readonly PreparedQuestion[],
  k: number,
  threshold: number,
): JudgedHop[] => {
  const hops: JudgedHop[] = [];
  if (run.presence === null) return hops;
  for (const prepared of questions) {
    if (!prepared.question.answerable) continue;
    const recall = recallOf(prepared, k);
    for (let index = 0; index < prepared.hops.length; index += 1) {
      const judged = judgedHop(prepared, index, k, threshold, recall);
      if (judged !== null) hops.push(judged);
    }
  }
  return hops;
};
