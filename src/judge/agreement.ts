import type { Disagreement, JudgeAgreement, JudgeChoice } from '../domain/judge-check';
import { cohenKappa } from '../statistics/kappa';
import { rateOf } from '../statistics/wilson';

/** One hop on which both judges have a word. */
export type JudgedPair = Disagreement;

/** Agreement of two judges (06): the table, the share, κ with its interval, and which of them is the stricter one. */
export const agreementOf = (
  a: JudgeChoice,
  b: JudgeChoice | 'person',
  pairs: readonly JudgedPair[],
  left: JudgeAgreement['left'],
): JudgeAgreement => {
  const table = { bothPresent: 0, onlyA: 0, onlyB: 0, bothAbsent: 0 };
  for (const pair of pairs) {
    if (pair.a) table[pair.b ? 'bothPresent' : 'onlyA'] += 1;
    else table[pair.b ? 'onlyB' : 'bothAbsent'] += 1;
  }
  const kappa = cohenKappa(table);
  return {
    a,
    b,
    n: pairs.length,
    table,
    agreement: rateOf(table.bothPresent + table.bothAbsent, pairs.length),
    kappa: kappa === null ? null : { value: kappa.value, low: kappa.low, high: kappa.high },
    stricter: rateOf(table.onlyB, table.onlyA + table.onlyB),
    left,
    disagreements: pairs.filter((pair) => pair.a !== pair.b),
  };
};
