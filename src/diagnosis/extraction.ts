import type { GapCounts } from '../domain/diagnosis';
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

const COUNTED = {
  'corpus-gap': 'corpusGap',
  'ranking-gap': 'rankingGap',
  'not-checked': 'notChecked',
  'no-answer': 'noAnswer',
  inconclusive: 'inconclusive',
} as const satisfies Record<CorpusGap['verdict'], keyof GapCounts>;

export const gapCounts = (failures: readonly Extraction[]): GapCounts => {
  const gaps: GapCounts = { corpusGap: 0, rankingGap: 0, notChecked: 0, noAnswer: 0, inconclusive: 0 };
  for (const { gap } of failures) gaps[COUNTED[gap?.verdict ?? 'not-checked']] += 1;
  return gaps;
};
