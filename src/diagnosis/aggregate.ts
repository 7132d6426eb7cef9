import type { CertificateLevel, Curve, RunDiagnosis, Verdict } from '../domain/diagnosis';
import { VERDICTS } from '../domain/diagnosis';
import { hopCount } from '../domain/question';
import { STORED_DEPTH } from '../domain/retriever';
import { mean } from '../statistics/mean';
import { rateOf } from '../statistics/wilson';
import { certificateAt } from './at-k';
import type { Case, QuestionCore } from './context';
import { isInCorpus } from './golds';
import type { PreparedQuestion } from './prepared';

const isNumber = (value: number | null): value is number => value !== null;

/** Questions that evidence recall and its kin are rates of. */
const measured = (cores: readonly QuestionCore[]): QuestionCore[] =>
  cores.filter((core) => core.evidenceRecall !== null);

export const triageCounts = (cores: readonly QuestionCore[]): Record<Verdict, number> => {
  const counts = Object.fromEntries(VERDICTS.map((verdict) => [verdict, 0])) as Record<Verdict, number>;
  for (const core of cores) counts[core.verdict] += 1;
  return counts;
};

/** Evidence recall: mean, n and the distribution over its distinct values, ascending. */
export const recallOf = (cores: readonly QuestionCore[]): RunDiagnosis['evidenceRecall'] => {
  const values = cores.map((core) => core.evidenceRecall).filter(isNumber);
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return {
    mean: mean(values),
    n: values.length,
    histogram: [...counts].sort(([a], [b]) => a - b).map(([recall, count]) => ({ recall, count })),
  };
};

/**
 * recall@k, all-evidence@k and any-hit@k for every k to the stored depth. A gold passage at rank r counts from k = r on
 * (what an agent was shown, at every k), so each curve is a running sum over ranks. Behind `known` nothing is: the lists of
 * a run made elsewhere end there, and what would have come next nobody can say.
 */
export const curveOf = (
  questions: readonly PreparedQuestion[],
  cores: readonly QuestionCore[],
  known = STORED_DEPTH,
): Curve => {
  const recallGain = new Float64Array(STORED_DEPTH + 2);
  const allGain = new Float64Array(STORED_DEPTH + 2);
  const anyGain = new Float64Array(STORED_DEPTH + 2);
  const put = (gain: Float64Array, rank: number | null, by: number): void => {
    if (rank !== null && rank <= STORED_DEPTH) gain[rank] = (gain[rank] ?? 0) + by;
  };
  let n = 0;
  questions.forEach((prepared, at) => {
    if (cores[at]?.evidenceRecall == null) return;
    n += 1;
    for (const rank of prepared.from.golds) put(recallGain, rank, 1 / prepared.golds.length);
    put(allGain, prepared.from.all, 1);
    put(anyGain, prepared.from.first, 1);
  });
  const k = Array.from({ length: STORED_DEPTH }, (_, index) => index + 1);
  const running = (gain: Float64Array): (number | null)[] => {
    let sum = 0;
    return k.map((rank) => {
      sum += gain[rank] ?? 0;
      // Thirds do not add up exactly; a share never exceeds 1.
      return n === 0 || rank > known ? null : Math.min(1, sum / n);
    });
  };
  return {
    k,
    evidenceRecall: running(recallGain),
    allEvidence: running(allGain),
    anyHit: running(anyGain),
    n,
  };
};

const groups = <K>(
  cores: readonly QuestionCore[],
  keyOf: (core: QuestionCore) => K,
): [K, QuestionCore[]][] => {
  const map = new Map<K, QuestionCore[]>();
  for (const core of measured(cores)) {
    const key = keyOf(core);
    const group = map.get(key);
    if (group === undefined) map.set(key, [core]);
    else group.push(core);
  }
  return [...map];
};

export const allEvidenceOf = (cores: readonly QuestionCore[]) => {
  const of = measured(cores);
  return rateOf(of.filter((core) => core.allEvidence === true).length, of.length);
};

export const anyHitOf = (cores: readonly QuestionCore[]) => {
  const of = measured(cores);
  return rateOf(of.filter((core) => core.anyHit === true).length, of.length);
};

export const byHopsOf = (cores: readonly QuestionCore[]): RunDiagnosis['byHops'] =>
  groups(cores, (core) => hopCount(core.question))
    .sort(([a], [b]) => a - b)
    .map(([hops, group]) => ({
      hops,
      n: group.length,
      allEvidence: allEvidenceOf(group),
      recall: recallOf(group).mean,
    }));

export const byTypeOf = (cores: readonly QuestionCore[]): RunDiagnosis['byType'] =>
  groups(cores, (core) => core.question.type ?? '')
    .filter(([type]) => type !== '')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([type, group]) => ({
      type,
      n: group.length,
      allEvidence: allEvidenceOf(group),
      recall: recallOf(group).mean,
    }));

/** Each gold passage of an answerable question once, at its best level; sums to n. */
export const certificatesOf = (cases: readonly Case[], k: number): RunDiagnosis['certificates'] => {
  const counts: Record<CertificateLevel | 'none' | 'notInCorpus' | 'n', number> = {
    A: 0,
    B: 0,
    C: 0,
    D: 0,
    none: 0,
    notInCorpus: 0,
    n: 0,
  };
  for (const { prepared } of cases) {
    if (!prepared.question.answerable) continue;
    for (let gold = 0; gold < prepared.golds.length; gold += 1) {
      counts.n += 1;
      if (!isInCorpus(prepared.golds[gold]?.status ?? 'unmapped')) counts.notInCorpus += 1;
      else counts[certificateAt(prepared, gold, k)?.level ?? 'none'] += 1;
    }
  }
  return counts;
};

/** MRR of the first gold passage, over the stored depth. */
export const mrrOf = (cores: readonly QuestionCore[]): RunDiagnosis['mrr'] => {
  const values = cores.map((core) => core.reciprocalRank).filter(isNumber);
  return { mean: mean(values), n: values.length };
};

/** Answers of the run (05.8); null when it gives none at all. */
export const answersOf = (cores: readonly QuestionCore[]): RunDiagnosis['answers'] => {
  if (cores.every((core) => core.answer === null)) return null;
  const asked = cores.filter((core) => core.question.answerable && core.answer !== null);
  const judged = asked.filter((core) => core.correct !== null);
  const matches = asked.map((core) => core.match).filter((match) => match !== null);
  const decided = matches.filter((match) => match.contain !== null);
  return {
    accuracy: rateOf(judged.filter((core) => core.correct === true).length, judged.length),
    ungroundedCorrect: cores.filter((core) => core.ungroundedCorrect === true).length,
    containMatch: rateOf(decided.filter((match) => match.contain === true).length, decided.length),
    exactMatch: rateOf(matches.filter((match) => match.exact).length, matches.length),
    f1: { mean: mean(matches.map((match) => match.f1)), n: matches.length },
    gaveUp: rateOf(asked.filter((core) => core.abstained === true).length, asked.length),
  };
};
