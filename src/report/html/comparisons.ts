import type { PairedAccuracy, RunComparison } from '../../domain/compare';
import { type ReportInput, runLabel } from '../input';
import { html, type Markup } from './escape';

const points = (value: number | null): string =>
  value === null ? '–' : `${value < 0 ? '−' : '+'}${Math.abs(100 * value).toFixed(1)}`;

const p = (value: number | null): string =>
  value === null ? '–' : value < 0.001 ? '< 0.001' : value.toFixed(3);

const difference = ({ difference: value, low, high, n }: PairedAccuracy): Markup =>
  html`${points(value)} <span class="dim">[${points(low)}, ${points(high)}] n ${n}</span>`;

const lacking = ({ left, onlyIn }: RunComparison): string => {
  const of = (side: 'a' | 'b'): string => {
    const { error, unjudged, 'no-answer': none } = left[side];
    return `${error.length + unjudged.length + none.length} of ${side.toUpperCase()}, ${onlyIn[side].length} only in ${side.toUpperCase()}`;
  };
  return `${of('a')}; ${of('b')}`;
};

/** Pairs of runs over the questions both answered (05.6); null without a pair. */
export const comparisonTable = ({ comparisons, runs }: ReportInput): Markup | null => {
  if (comparisons.length === 0) return null;
  const nameOf = (run: string): string => {
    const found = runs.find(({ header }) => header.run === run);
    return found === undefined ? run : runLabel(found.header);
  };
  const rows = comparisons.map(
    (one) =>
      html`<tr><th scope="row">${nameOf(one.a)} → ${nameOf(one.b)}</th><td>${difference(one.accuracy)}</td><td class="r">${one.accuracy.gained}</td><td class="r">${one.accuracy.lost}</td><td class="r">${p(one.accuracy.exactP)}</td><td class="r">${p(one.accuracy.midP)}</td><td>${difference(one.fixed)}</td><td>${lacking(one)}</td><td>${one.retriever.same ? 'same' : 'different; no drift claimed'}</td></tr>`,
  );
  return html`<section class="panel"><h3>Runs compared</h3><div class="wide"><table class="num"><caption class="small">Accuracy of the second run (B) minus the first (A), in points, with the 95% interval of a paired bootstrap, over the questions both answered; McNemar’s test on those that only one of them has right. Fixed: over all that both were asked, a question without a judged answer counted as not right. Without: questions without a judged answer.</caption><thead><tr><th scope="col">A → B</th><th scope="col">Difference</th><th scope="col" class="r">Only B right</th><th scope="col" class="r">Only A right</th><th scope="col" class="r">p, exact</th><th scope="col" class="r">p, mid</th><th scope="col">Fixed</th><th scope="col">Without</th><th scope="col">Retriever</th></tr></thead><tbody>${rows}</tbody></table></div></section>`;
};
