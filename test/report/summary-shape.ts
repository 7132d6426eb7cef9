import * as v from 'valibot';
import { VERDICTS } from '../../src/domain/diagnosis';

/** The documented shape of `hopscope.summary/1` (docs/formats.md), written from the document and strict on every key. */
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const share = v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(1)));
const rate = v.strictObject({ rate: share, n: count });
const categories = v.pipe(
  v.strictObject({
    judgeError: count,
    gaveUp: count,
    reasoningError: count,
    falseResolution: count,
    missingEvidence: count,
    searchDrift: count,
    unreached: count,
    notInCorpus: count,
    unlabelled: count,
  }),
  v.check((of) => of.falseResolution <= of.reasoningError, 'a false resolution is a reasoning error'),
  v.check((of) => of.searchDrift + of.unreached === of.missingEvidence, 'missing evidence has two kinds'),
);
const cells = v.strictObject({
  factPresent: count,
  extractionFailure: count,
  alternateEvidence: count,
  retrievalFailure: count,
});

const run = v.pipe(
  v.strictObject({
    id: v.string(),
    system: v.string(),
    retriever: v.strictObject({
      id: v.string(),
      kind: v.string(),
      model: v.nullable(v.string()),
      k: v.pipe(count, v.minValue(1)),
    }),
    imported: v.boolean(),
    intervention: v.nullable(v.string()),
    ablation: v.nullable(v.picklist(['no-seed', 'no-updates', 'full-replay'])),
    n: count,
    errors: count,
    unjudged: count,
    evidenceRecall: v.strictObject({ mean: share, n: count }),
    allEvidence: rate,
    anyHit: rate,
    curve: v.strictObject({
      k: v.tuple([1, 2, 3, 5, 10, 20, 50].map((k) => v.literal(k))),
      evidenceRecall: v.pipe(v.array(share), v.length(7)),
      allEvidence: v.pipe(v.array(share), v.length(7)),
      anyHit: v.pipe(v.array(share), v.length(7)),
    }),
    triage: v.record(v.picklist(VERDICTS), count),
    hops: v.strictObject({
      n: count,
      retrieved: v.strictObject({ accumulated: rate, matched: rate }),
      byDepth: v.array(v.strictObject({ hop: count, n: count, goldRetrieved: share, factPresent: share })),
      cells: v.nullable(v.strictObject({ accumulated: cells, matched: cells })),
      corpusGap: v.nullable(
        v.strictObject({
          corpusGap: count,
          rankingGap: count,
          notChecked: count,
          noAnswer: count,
          inconclusive: count,
        }),
      ),
      presence: v.nullable(
        v.strictObject({
          space: v.string(),
          threshold: v.number(),
          hops: count,
          scored: count,
          inconclusive: count,
          notJudged: count,
          present: rate,
          ece: share,
          auc: share,
        }),
      ),
    }),
    certificates: v.strictObject({
      A: count,
      B: count,
      C: count,
      D: count,
      none: count,
      notInCorpus: count,
      n: count,
    }),
    answers: v.nullable(
      v.strictObject({
        accuracy: share,
        low: share,
        high: share,
        n: count,
        containMatch: share,
        exactMatch: share,
        f1: share,
        ungroundedCorrect: count,
        gaveUp: count,
      }),
    ),
    categories: v.nullable(categories),
    categoriesRegisterBlind: v.nullable(categories),
    usage: v.strictObject({
      searches: count,
      duplicateSearches: count,
      llmCalls: count,
      promptTokens: count,
      completionTokens: count,
      costUSD: v.nullable(v.number()),
      seconds: v.number(),
    }),
  }),
  v.check(({ triage, n }) => Object.values(triage).reduce((a, b) => a + b, 0) === n, 'triage sums to n'),
  v.check(
    ({ certificates: { n, ...levels } }) => Object.values(levels).reduce((a, b) => a + b, 0) === n,
    'certificates sum to n',
  ),
);

const difference = v.nullable(v.pipe(v.number(), v.minValue(-1), v.maxValue(1)));
const left = v.strictObject({ errors: count, unjudged: count, noAnswer: count, onlyHere: count });
const transitions = v.array(v.strictObject({ from: v.string(), to: v.string(), n: count }));
const sumOf = (of: { n: number }[]): number => of.reduce((sum, { n }) => sum + n, 0);
const comparison = v.pipe(
  v.strictObject({
    a: v.string(),
    b: v.string(),
    asked: count,
    n: count,
    onlyA: count,
    onlyB: count,
    both: count,
    neither: count,
    mcnemarExactP: share,
    mcnemarMidP: share,
    difference,
    low: difference,
    high: difference,
    fixed: v.strictObject({ n: count, difference, low: difference, high: difference }),
    left: v.strictObject({ a: left, b: left }),
    sameRetriever: v.boolean(),
    transitions,
    transitionsRegisterBlind: transitions,
  }),
  v.check(({ n, onlyA, onlyB, both, neither }) => onlyA + onlyB + both + neither === n, 'pairs sum to n'),
  v.check(
    (of) => of.asked === sumOf(of.transitions) && of.asked === sumOf(of.transitionsRegisterBlind),
    'transitions sum to the questions asked',
  ),
);

export const SummaryShape = v.strictObject({
  schema: v.literal('hopscope.summary/1'),
  app: v.strictObject({ name: v.string(), version: v.string() }),
  corpus: v.strictObject({
    files: count,
    read: count,
    kept: count,
    rejected: count,
    documents: count,
    chunks: count,
    hash: v.string(),
  }),
  questions: v.strictObject({
    read: count,
    kept: count,
    rejected: count,
    labelled: count,
    unlabelled: count,
    unanswerable: count,
    byHops: v.record(v.string(), count),
  }),
  goldMapping: v.strictObject({
    passages: count,
    mapped: count,
    ambiguous: count,
    unmapped: count,
    coverage: share,
  }),
  runs: v.array(run),
  comparisons: v.array(comparison),
  warnings: v.array(v.strictObject({ code: v.string(), message: v.string(), count })),
});
