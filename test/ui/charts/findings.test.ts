import { describe, expect, it } from 'vitest';
import type { HopDepthRow, Rate } from '../../../src/domain/diagnosis';
import { rateOf } from '../../../src/statistics/wilson';
import {
  certificateFinding,
  curveFinding,
  factFinding,
  hopFinding,
  retrieverFinding,
} from '../../../src/ui/charts/findings';

const rate = (share: number | null, low: number | null, high: number | null, n = 100): Rate => ({
  rate: share,
  low,
  high,
  n,
  count: share === null ? 0 : Math.round(share * n),
});
const row = (hop: number, goldRetrieved: Rate): HopDepthRow => ({
  hop,
  n: goldRetrieved.n,
  goldRetrieved,
  factPresent: null,
});

describe('factFinding', () => {
  it('speaks of facts, over the judged depths only', () => {
    const judged = (hop: number, fact: Rate | null): HopDepthRow => ({
      ...row(hop, rate(0.9, 0.8, 0.95)),
      factPresent: fact,
    });
    expect(
      factFinding([judged(1, rate(0.7, 0.6, 0.8)), judged(2, rate(0.2, 0.1, 0.3)), judged(3, null)]),
    ).toBe('Later hops have their fact less often: 70% of first hops (n 100), 20% of second (n 100)');
    expect(factFinding([judged(1, null)])).toBe('No hop is judged');
  });
});

describe('hopFinding', () => {
  it('claims a fall only when the trend over all hops is clear', () => {
    expect(hopFinding([row(1, rate(0.71, 0.62, 0.79)), row(2, rate(0.22, 0.15, 0.31))])).toBe(
      'Later hops are found less often: 71% of first hops (n 100), 22% of second (n 100)',
    );
    expect(hopFinding([row(1, rate(0.6, 0.5, 0.7)), row(2, rate(0.5, 0.4, 0.6))])).toBe(
      'No clear trend with depth: 60% of first hops (n 100), 50% of second (n 100)',
    );
  });
  it('sees a fall that first and last hop alone do not show', () => {
    const shares: [number, number][] = [
      [28, 35],
      [12, 26],
      [3, 8],
      [2, 5],
    ];
    expect(hopFinding(shares.map(([count, n], at) => row(at + 1, rateOf(count, n))))).toBe(
      'Later hops are found less often: 80% of first hops (n 35), 46% of second (n 26), 38% of third (n 8), 40% of fourth (n 5)',
    );
  });
  it('names the first depths and the last of many, and leaves none out of the test', () => {
    const rows = [9, 9, 9, 9, 9].map((count, at) => row(at + 1, rateOf(count, 18)));
    expect(hopFinding(rows)).toBe(
      'No clear trend with depth: 50% of first hops (n 18), 50% of second (n 18), 50% of third (n 18), … 50% of fifth (n 18)',
    );
  });
  it('can rise as well', () => {
    expect(hopFinding([row(1, rate(0.2, 0.1, 0.3)), row(3, rate(0.7, 0.6, 0.8))])).toBe(
      'Later hops are found more often: 20% of first hops (n 100), 70% of third (n 100)',
    );
  });
  it('leaves out depths that nobody measured', () => {
    expect(hopFinding([row(1, rate(0.5, 0.4, 0.6)), row(2, rate(null, null, null, 0))])).toBe(
      '50% of first hops (n 100) are retrieved',
    );
    expect(hopFinding([])).toBe('No hop can be measured');
  });
});

describe('curveFinding', () => {
  const curve = (all: (number | null)[]) => ({
    k: [1, 5, 50],
    allEvidence: all,
    evidenceRecall: all,
    anyHit: all,
    n: 40,
  });
  it('tells what a larger k would bring', () => {
    expect(curveFinding(curve([0.1, 0.41, 0.78]), 5)).toBe(
      '41% of questions have all their evidence at k = 5, 78% at 50',
    );
  });
  it('says when it would bring nothing', () => {
    expect(curveFinding(curve([0.1, 0.5, 0.5]), 5)).toBe(
      'A larger k would not complete more evidence: 50% at 5 and at 50',
    );
  });
  it('says where a larger k is the whole corpus', () => {
    const k = Array.from({ length: 50 }, (_, at) => at + 1);
    const share = (depth: number): number => (depth < 8 ? 0.4 : depth < 15 ? 0.8 : 1);
    const small = { ...curve([]), k, allEvidence: k.map(share) };
    expect(curveFinding(small, 5, 15)).toBe(
      '40% of questions have all their evidence at k = 5, 100% at 15, the whole corpus of 15 chunks',
    );
    expect(curveFinding(small, 20, 15)).toBe(
      '100% of questions have all their evidence within 20, the whole corpus of 15 chunks',
    );
    expect(curveFinding(small, 5, 51)).not.toContain('corpus');
  });
  it('does not compare the deepest k with itself, nor nothing with nothing', () => {
    expect(curveFinding(curve([0.1, 0.41, 0.78]), 50)).toBe(
      '78% of questions have all their evidence within 50',
    );
    expect(curveFinding(curve([null, null, null]), 5)).toBe('No question can be measured at any k');
    expect(curveFinding({ ...curve([0, 0, 0]), n: 0 }, 5)).toBe('No question can be measured at any k');
  });
});

describe('retrieverFinding', () => {
  it('claims nothing of runs without a question that can be measured', () => {
    expect(retrieverFinding([{ label: 'BM25', rate: rateOf(0, 0) }])).toBe(
      'No run with a question that can be measured',
    );
  });
  it('names a winner only when the intervals are apart', () => {
    expect(
      retrieverFinding([
        { label: 'BM25', rate: rate(0.3, 0.25, 0.36) },
        { label: 'hybrid', rate: rate(0.52, 0.45, 0.6) },
      ]),
    ).toBe('hybrid completes the evidence most often: 52%');
    expect(
      retrieverFinding([
        { label: 'BM25', rate: rate(0.5, 0.42, 0.58) },
        { label: 'hybrid', rate: rate(0.52, 0.45, 0.6) },
      ]),
    ).toBe('hybrid is ahead with 52%, but its interval overlaps that of BM25');
  });
});

describe('certificateFinding', () => {
  const certificates = (A: number, B: number, C: number, D: number, none: number, notInCorpus: number) => ({
    A,
    B,
    C,
    D,
    none,
    notInCorpus,
    n: A + B + C + D + none + notInCorpus,
  });
  it('counts the reachable among the missed, not among all', () => {
    expect(certificateFinding(certificates(50, 3, 4, 1, 2, 5))).toBe(
      '8 of 10 missed passages can be reached by some other query',
    );
    expect(certificateFinding(certificates(50, 1, 0, 0, 0, 0))).toBe(
      'The one missed passage can be reached by some other query',
    );
  });
  it('never calls the unreached unreachable', () => {
    expect(certificateFinding(certificates(50, 0, 0, 0, 2, 0))).toBe(
      'No query tried so far reaches any of the 2 missed passages',
    );
  });
  it('knows when nothing was missed', () => {
    expect(certificateFinding(certificates(5, 0, 0, 0, 0, 3))).toBe(
      'Every gold passage in the corpus was recovered (5 of 8; 3 not in it)',
    );
    expect(certificateFinding(certificates(5, 0, 0, 0, 0, 0))).toBe(
      'Every gold passage was recovered (5 passages)',
    );
  });
  it('claims no recovery where no gold passage is in the corpus', () => {
    expect(certificateFinding(certificates(0, 0, 0, 0, 0, 8))).toBe(
      'None of 8 gold passages is in the corpus, so there is nothing to reach',
    );
    expect(certificateFinding(certificates(0, 0, 0, 0, 0, 0))).toBe('No gold passage to be reached');
  });
});
