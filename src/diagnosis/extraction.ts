import type { RunDiagnosis } from '../domain/diagnosis';
import type { CorpusGap } from '../domain/presence';
import { gapAt } from './gap';
import type { JudgedHop } from './judged-hops';

/** An extraction failure (accumulated) with what stands in the corpus; null: the corpus cannot be asked. */
export interface Extraction {
  hop: JudgedHop;
  gap: CorpusGap | null;
}

export const extractionsOf = (hops: readonly JudgedHop[], threshold: number): Extraction[] => {
  const failures: Extraction[] = [];
  for (const hop of hops) {
    if (hop.cell.accumulated !== 'extraction-failure') continue;
    const scores = hop.prepared.gap(hop.index);
    failures.push({ hop, gap: scores === null ? null : gapAt(scores, threshold) });
  }
  return failures;
};

export const gapCounts = (failures: readonly Extraction[]): NonNullable<RunDiagnosis['hops']['gaps']> => {
  const gaps = { corpusGap: 0, rankingGap: 0, notChecked: 0 };
  for (const { gap } of failures) {
    if (gap?.verdict === 'corpus-gap') gaps.corpusGap += 1;
    else if (gap?.verdict === 'ranking-gap') gaps.rankingGap += 1;
    else gaps.notChecked += 1;
  }
  return gaps;
};
