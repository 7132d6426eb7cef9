import type { RunDiagnosis } from '../domain/diagnosis';
import { cohenKappa } from '../statistics/kappa';
import { rateOf } from '../statistics/wilson';
import type { JudgedHop } from './judged-hops';
import { within } from './searches';

type Baseline = NonNullable<RunDiagnosis['hops']['baselines']>[number];

/** Hops on which the judge has a word; all baselines are asked about the same ones. */
type Judged = JudgedHop & { judgement: { present: boolean } };

const baseline = (
  id: string,
  label: string,
  hops: readonly Judged[],
  says: (hop: Judged) => boolean | null,
): Baseline => {
  const table = { bothPresent: 0, onlyA: 0, onlyB: 0, bothAbsent: 0 };
  for (const hop of hops) {
    const said = says(hop);
    if (said === null) continue;
    if (said) table[hop.judgement.present ? 'bothPresent' : 'onlyA'] += 1;
    else table[hop.judgement.present ? 'onlyB' : 'bothAbsent'] += 1;
  }
  const n = table.bothPresent + table.onlyA + table.onlyB + table.bothAbsent;
  return {
    id,
    label,
    present: rateOf(table.bothPresent + table.onlyA, n),
    kappa: cohenKappa(table)?.value ?? null,
    n,
  };
};

interface Words {
  present: number;
  absent: number;
}

/** How often the judge says which word, by a property of the hop. */
const wordsBy = <K>(hops: readonly Judged[], keyOf: (hop: Judged) => K): Map<K, Words> => {
  const words = new Map<K, Words>();
  for (const hop of hops) {
    const key = keyOf(hop);
    let of = words.get(key);
    if (of === undefined) {
      of = { present: 0, absent: 0 };
      words.set(key, of);
    }
    of[hop.judgement.present ? 'present' : 'absent'] += 1;
  }
  return words;
};

const isPresent = ({ present, absent }: Words): boolean => present >= absent;

/** The cut of a question's recall that agrees with the judge most often; the lowest of equals. */
const bestCut = (hops: readonly Judged[]): number => {
  const byRecall = [...wordsBy(hops, ({ recall }) => recall)].filter(
    (entry): entry is [number, Words] => entry[0] !== null,
  );
  const cuts = [...byRecall.map(([recall]) => recall).sort((a, b) => a - b), Number.POSITIVE_INFINITY];
  const hitsAt = (cut: number): number =>
    byRecall.reduce((sum, [recall, words]) => sum + (recall >= cut ? words.present : words.absent), 0);
  let best = { cut: 0, hits: -1 };
  for (const cut of cuts) {
    const hits = hitsAt(cut);
    if (hits > best.hits) best = { cut, hits };
  }
  return best.cut;
};

const isJudged = (hop: JudgedHop): hop is Judged =>
  hop.judgement.present !== null && hop.retrieved.accumulated !== null;

/**
 * Judges that cost nothing (06), each on the hops that the judge has a word on: share called present and κ against the
 * judge. Majority, hop number and the cut of recall are fitted on these same hops, which flatters them.
 */
export const baselinesOf = (all: readonly JudgedHop[], k: number): Baseline[] => {
  const hops = all.filter(isJudged);
  const byDepth = wordsBy(hops, ({ index }) => index);
  const total = [...byDepth.values()].reduce<Words>(
    (sum, { present, absent }) => ({ present: sum.present + present, absent: sum.absent + absent }),
    { present: 0, absent: 0 },
  );
  const commoner = isPresent(total);
  const commonerAt = new Map([...byDepth].map(([index, words]) => [index, isPresent(words)]));
  const cut = bestCut(hops);
  return [
    baseline('majority', 'the commoner word, always', hops, () => commoner),
    baseline(
      'hop-number',
      'the commoner word at this position in the chain',
      hops,
      ({ index }) => commonerAt.get(index) ?? commoner,
    ),
    baseline(
      'retrieval-recall',
      Number.isFinite(cut)
        ? `share of the question’s gold passages retrieved ≥ ${cut.toFixed(2)}`
        : 'share of the question’s gold passages retrieved (no cut agrees with the judge)',
      hops,
      ({ recall }) => (recall === null ? null : recall >= cut),
    ),
    baseline('answer-string', 'the answer or an alias stands in a retrieved passage', hops, (hop) =>
      hop.hop.hop.answers.length === 0 || hop.prepared.answerRanks === null
        ? null
        : within(hop.prepared.answerRanks[hop.index] ?? null, k),
    ),
    baseline(
      'gold-present',
      'the gold passage was retrieved',
      hops,
      ({ retrieved }) => retrieved.accumulated,
    ),
  ];
};
