import type { AnswerState, PairedAccuracy, RunComparison } from '../../domain/compare';
import { type ReportInput, runLabel } from '../input';
import { html, type Markup } from './escape';
import { clip, LENGTHS, LIMITS } from './limits';
import { meanOf } from './numbers';
import { scroll } from './scroll';
import { CATEGORY_TERMS, type Term } from './terms';

const points = (value: number | null): string =>
  value === null ? '–' : `${value < 0 ? '−' : '+'}${Math.abs(100 * value).toFixed(1)}`;

const p = (value: number | null): string =>
  value === null ? '–' : value < 0.001 ? '< 0.001' : value.toFixed(3);

const difference = ({ difference: value, low, high, n }: PairedAccuracy): Markup =>
  n === 0
    ? html`<span class="dim">no answers to compare</span>`
    : html`${points(value)} <span class="dim">[${points(low)}, ${points(high)}] n ${n}</span>`;

const lacking = ({ left, onlyIn }: RunComparison): string => {
  const of = (side: 'a' | 'b'): string => {
    const { error, unjudged, 'no-answer': none } = left[side];
    return `${error.length + unjudged.length + none.length} of ${side.toUpperCase()}, ${onlyIn[side].length} only in ${side.toUpperCase()}`;
  };
  return `${of('a')}; ${of('b')}`;
};

const STATES: Partial<Record<AnswerState, Pick<Term, 'label'>>> = {
  right: { label: 'right' },
  ...CATEGORY_TERMS,
  unjudged: { label: 'not judged' },
  'no-answer': { label: 'no answer' },
  error: { label: 'failed' },
};
const stateName = (state: AnswerState): string => STATES[state]?.label ?? state;

/** What became of the questions whose state differs, the commonest change first; null without any. */
const changesOf = ({ transitions, asked }: RunComparison): Markup | null => {
  const changes = transitions.paper
    .filter(({ from, to }) => from !== to)
    .toSorted((a, b) => b.n - a.n || (a.from + a.to < b.from + b.to ? -1 : 1));
  if (changes.length === 0) return null;
  const questions = changes.reduce((sum, { n }) => sum + n, 0);
  const rest = changes.slice(LIMITS.changes).reduce((sum, { n }) => sum + n, 0);
  return html`<details><summary class="small">${questions} of ${asked} questions changed</summary><ul class="small">${changes.slice(0, LIMITS.changes).map(({ from, to, n }) => html`<li>${n}: ${stateName(from)} → ${stateName(to)}</li>`)}${rest === 0 ? null : html`<li class="dim">${rest} more in other ways</li>`}</ul></details>`;
};

const evidence = ({ recall }: RunComparison): Markup =>
  recall.n === 0
    ? html`<span class="dim">–</span>`
    : html`${(recall.a ?? 0).toFixed(3)} → ${meanOf(recall.b, recall.n)}`;

/** Pairs of runs over the questions both reached (05.6); null without a pair. */
export const comparisonTable = ({ comparisons, beside, runs }: ReportInput): Markup | null => {
  const pairs = [...beside.map(({ comparison }) => comparison), ...comparisons];
  if (pairs.length === 0) return null;
  const names = new Map(
    [...beside.map(({ other }) => other), ...runs.map(({ header }) => header)].map((header) => [
      header.run,
      clip(runLabel(header), LENGTHS.name),
    ]),
  );
  const nameOf = (run: string): string => names.get(run) ?? run;
  const rows = pairs
    .slice(0, LIMITS.pairs)
    .map(
      (one) =>
        html`<tr><th scope="row"><bdi>${nameOf(one.a)}</bdi> → <bdi>${nameOf(one.b)}</bdi>${changesOf(one)}</th><td>${difference(one.accuracy)}</td><td class="r">${one.accuracy.gained}</td><td class="r">${one.accuracy.lost}</td><td class="r">${p(one.accuracy.exactP)}</td><td class="r">${p(one.accuracy.midP)}</td><td>${difference(one.fixed)}</td><td>${evidence(one)}</td><td>${lacking(one)}</td><td>${one.retriever.same ? 'same' : 'different; no drift claimed'}</td></tr>`,
    );
  const more =
    pairs.length > LIMITS.pairs
      ? html`<p class="small dim">${pairs.length - LIMITS.pairs} more pairs are not shown.</p>`
      : null;
  return html`<section class="panel" id="compared" aria-labelledby="compared-title"><h2 id="compared-title">Runs compared</h2>${scroll('Runs compared', html`<table class="num"><caption class="small">Accuracy of the second run (B) minus the first (A), in points, with the 95% interval of a paired bootstrap, over the questions both answered; McNemar’s test on those that only one of them has right. Fixed: over all that both were asked, a question without a judged answer counted as not right. Evidence recall: its means in A and B over the questions that have one in both. Without: questions without a judged answer.</caption><thead><tr><th scope="col">A → B</th><th scope="col">Difference</th><th scope="col" class="r">Only B right</th><th scope="col" class="r">Only A right</th><th scope="col" class="r">p, exact</th><th scope="col" class="r">p, mid</th><th scope="col">Fixed</th><th scope="col">Evidence recall</th><th scope="col">Without</th><th scope="col">Retriever</th></tr></thead><tbody>${rows}</tbody></table>`)}${more}</section>`;
};
