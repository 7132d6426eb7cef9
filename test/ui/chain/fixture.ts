import type { GoldDiagnosis, HopDiagnosis, QuestionDiagnosis } from '../../../src/domain/diagnosis';
import type { SearchEvent } from '../../../src/domain/trace';

export interface HopSpec {
  question: string;
  answer: string;
  dependsOn?: number[];
  /** Best rank in the run; null: not among the stored ranks. */
  rank: number | null;
  /** Query made for the hop; null: never asked. */
  asked?: string | null;
  certified?: boolean;
  inCorpus?: boolean;
}

/** A diagnosis at k with one gold passage `gN` = chunk `dN#0` a hop, only the fields that the chain reads made up. */
export function diagnosisOf(k: number, specs: HopSpec[], hops = true): QuestionDiagnosis {
  const retrieved = (spec: HopSpec): boolean => spec.rank !== null && spec.rank <= k;
  const golds: GoldDiagnosis[] = specs.map((spec, index) => ({
    gold: { id: `g${index + 1}`, title: `Title ${index + 1}` },
    mapping: spec.inCorpus === false ? 'unmapped' : 'mapped',
    chunks: spec.inCorpus === false ? [] : [`d${index + 1}#0`],
    bestRank: spec.rank,
    firstRank: spec.rank,
    retrieved: retrieved(spec),
    certificate:
      spec.certified === true
        ? {
            level: 'C',
            run: 'r',
            system: 'probe-oracle',
            purpose: 'oracle',
            query: 'q',
            rank: 1,
            score: 1,
            chunk: `d${index + 1}#0`,
          }
        : null,
    certificates: [],
  }));
  const hopOf = (spec: HopSpec, index: number): HopDiagnosis => ({
    hop: index + 1,
    subQuestion: spec.question,
    answers: [spec.answer],
    dependsOn: spec.dependsOn ?? [],
    gold: golds[index]?.mapping ?? null,
    goldIds: [`g${index + 1}`],
    retrieved: { accumulated: retrieved(spec), matched: spec.asked == null ? null : retrieved(spec) },
    strict: { accumulated: retrieved(spec), matched: null },
    rank: { accumulated: spec.rank, matched: spec.asked == null ? null : spec.rank },
    bestQuery: spec.rank === null ? null : (spec.asked ?? 'whole'),
    ownQuery: spec.asked ?? null,
    judgement: null,
    cell: { accumulated: null, matched: null },
    corpusGap: null,
    certificate: null,
  });
  return {
    question: {
      id: 'q',
      text: 'Whole question?',
      answers: [specs.at(-1)?.answer ?? ''],
      answerable: true,
      hops: hops
        ? specs.map((spec, index) => ({
            id: index + 1,
            question: spec.question,
            answers: [spec.answer],
            dependsOn: spec.dependsOn ?? [],
            gold: [`g${index + 1}`],
          }))
        : [],
      gold: golds.map((gold) => gold.gold),
      source: 'test',
    },
    run: 'r',
    verdict: 'hop-miss',
    evidenceRecall: null,
    allEvidence: null,
    anyHit: null,
    reciprocalRank: null,
    lastGoldRank: null,
    retrieved: [],
    golds,
    hops: hops ? specs.map(hopOf) : [],
    missing: [],
    test: { bridge: null, bridgeEntity: null, rewrite: null, singlePassage: null, verdict: 'unknown' },
    answer: null,
    abstained: null,
    match: null,
    correct: null,
    category: null,
    premature: [],
    ungroundedCorrect: false,
    explanation: '',
    error: null,
  };
}

export const searchOf = (
  step: number,
  query: string,
  chunks: string[],
  more: Partial<SearchEvent> = {},
): SearchEvent => ({
  event: 'search',
  question: 'q',
  step,
  hop: null,
  purpose: 'question',
  tool: 'bm25',
  query,
  key: query,
  duplicateOf: null,
  unresolved: [],
  hits: chunks.map((chunk, index) => ({ chunk, rank: index + 1, score: 1 / (index + 1) })),
  ...more,
});
