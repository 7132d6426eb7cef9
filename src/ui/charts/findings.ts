/** Titles that state what a chart shows, from its numbers and no further than its intervals. Pure. */
import type { Curve, HopDepthRow, Rate, RunDiagnosis } from '../../domain/diagnosis';
import { trendTest } from '../../statistics/trend';
import { percent, plural } from '../format';

const round = (share: number | null): string => percent(share, 0);

const ORDINAL = ['', 'first', 'second', 'third', 'fourth', 'fifth', 'sixth'];
const ordinal = (n: number): string => ORDINAL[n] ?? `${n}th`;

/** True when two 95% intervals do not overlap and `a` lies above. */
const clearlyAbove = (a: Rate, b: Rate): boolean => a.low !== null && b.high !== null && a.low > b.high;

interface DepthRate {
  hop: number;
  rate: Rate;
}

/** Below it a trend counts as shown. */
const CLEAR = 0.05;
/** Depths that a title can name; of more, the first ones and the last. */
const NAMED = 4;

/** A trend over all depths, each with its n: the first and the last alone hide a fall between them. */
function depthFinding(rows: DepthRate[], words: { none: string; state: string; act: string }): string {
  const shown = rows.filter((row) => row.rate.n > 0);
  const first = shown[0];
  if (first === undefined) return words.none;
  const share = (row: DepthRate, what: string): string =>
    `${round(row.rate.rate)} of ${ordinal(row.hop)}${what} (n ${row.rate.n})`;
  if (shown.length === 1) return `${share(first, ' hops')} ${words.state}`;
  const named = shown.length <= NAMED ? shown : [...shown.slice(0, NAMED - 1), ...shown.slice(-1)];
  const gap = shown.length <= NAMED ? -1 : NAMED - 1;
  const shares = named
    .map((row, at) => `${at === gap ? '… ' : ''}${share(row, at === 0 ? ' hops' : '')}`)
    .join(', ');
  const trend = trendTest(shown.map(({ hop, rate }) => ({ score: hop, count: rate.count, n: rate.n })));
  if (trend === null || trend.p >= CLEAR) return `No clear trend with depth: ${shares}`;
  return `Later hops ${words.act} ${trend.z < 0 ? 'less' : 'more'} often: ${shares}`;
}

export const hopFinding = (rows: HopDepthRow[]): string =>
  depthFinding(
    rows.map(({ hop, goldRetrieved }) => ({ hop, rate: goldRetrieved })),
    { none: 'No hop can be measured', state: 'are retrieved', act: 'are found' },
  );

export const factFinding = (rows: HopDepthRow[]): string =>
  depthFinding(
    rows.flatMap(({ hop, factPresent }) => (factPresent === null ? [] : [{ hop, rate: factPresent }])),
    { none: 'No hop is judged', state: 'have their fact', act: 'have their fact' },
  );

/** `chunks`: of the corpus that was searched; null: not known. A k that reaches it retrieves all there is. */
export function curveFinding(curve: Curve, k: number, chunks: number | null = null): string {
  const at = (depth: number): number | null => curve.allEvidence[curve.k.indexOf(depth)] ?? null;
  // The lists of a run made elsewhere may end before the depth that is stored.
  const stored = curve.k.findLast((_, index) => curve.allEvidence[index] != null) ?? k;
  const whole = chunks !== null && chunks > 0 && chunks <= stored;
  const deepest = whole ? chunks : stored;
  const now = at(Math.min(k, stored));
  // A corpus may be as small as one chunk, whatever depths the curve was sampled at.
  const end = at(deepest) ?? at(stored);
  if (curve.n === 0 || now === null || end === null) return 'No question can be measured at any k';
  const corpus = whole ? `, the whole corpus of ${plural(chunks, 'chunk')}` : '';
  if (k >= deepest) return `${round(now)} of questions have all their evidence within ${k}${corpus}`;
  if (end - now < 0.01)
    return `A larger k would not complete more evidence: ${round(now)} at ${k} and at ${deepest}${corpus}`;
  return `${round(now)} of questions have all their evidence at k = ${k}, ${round(end)} at ${deepest}${corpus}`;
}

export function retrieverFinding(rows: { label: string; rate: Rate }[]): string {
  const ranked = rows
    .filter((row) => row.rate.rate !== null)
    .sort((a, b) => (b.rate.rate ?? 0) - (a.rate.rate ?? 0));
  const best = ranked[0];
  const next = ranked[1];
  if (best === undefined) return 'No run with a question that can be measured';
  const share = round(best.rate.rate);
  if (next === undefined) return `${best.label} completes the evidence of ${share}`;
  if (clearlyAbove(best.rate, next.rate)) return `${best.label} completes the evidence most often: ${share}`;
  return `${best.label} is ahead with ${share}, but its interval overlaps that of ${next.label}`;
}

export function certificateFinding(certificates: RunDiagnosis['certificates']): string {
  const { A, B, C, D, none, notInCorpus, n } = certificates;
  const missed = n - A - notInCorpus;
  if (n === 0) return 'No gold passage to be reached';
  if (A + missed === 0)
    return n === 1
      ? 'The one gold passage is not in the corpus, so there is nothing to reach'
      : `None of ${n} gold passages is in the corpus, so there is nothing to reach`;
  if (missed <= 0)
    return notInCorpus === 0
      ? `Every gold passage was recovered (${plural(A, 'passage')})`
      : `Every gold passage in the corpus was recovered (${A} of ${n}; ${notInCorpus} not in it)`;
  const reachable = B + C + D;
  if (reachable === 0)
    return `No query tried so far reaches ${missed === 1 ? 'the one missed passage' : `any of the ${plural(missed, 'missed passage')}`}`;
  if (none === 0)
    return missed === 1
      ? 'The one missed passage can be reached by some other query'
      : `${missed === 2 ? 'Both' : `All ${missed}`} missed passages can be reached by some other query`;
  return `${reachable} of ${plural(missed, 'missed passage')} can be reached by some other query`;
}
