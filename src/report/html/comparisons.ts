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
  value === null ? '–' : value < 0.001 ? '<\u00a00.001' : value.toFixed(3);

const difference = ({ difference: value, low, high, n }: PairedAccuracy): Markup =>
  html`${points(value)} <span class="dim">[${points(low)}, ${points(high)}] n ${n}</span>`;

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

/** A run that gives no answers has none wrong either: between such two there is only evidence to compare. */
const hasAnswers = ({ accuracy }: RunComparison): boolean => accuracy.n > 0;

/** What became of the questions whose state differs, the commonest change first; null without any. */
const changesOf = (one: RunComparison): Markup | null => {
  if (!hasAnswers(one)) return null;
  const { transitions, asked } = one;
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

const answersOf = (one: RunComparison): Markup => {
  if (!hasAnswers(one))
    return html`<td class="dim" colspan="7">no question with a judged answer in both: nothing to compare but evidence</td>`;
  const { gained, lost, exactP, midP } = one.accuracy;
  return html`<td>${difference(one.accuracy)}</td><td class="r">${gained}</td><td class="r">${lost}</td><td class="r">${p(exactP)}</td><td class="r">${p(midP)}</td><td>${difference(one.fixed)}</td><td>${lacking(one)}</td>`;
};

/** Pairs of runs over the questions both reached (05.6); null without a pair. */
export const comparisonTable = ({ comparisons, beside, runs }: ReportInput): Markup | null => {
  // Those with answers first: they say most.
  const pairs = [...comparisons, ...beside.map(({ comparison }) => comparison)].toSorted(
    (a, b) => Number(hasAnswers(b)) - Number(hasAnswers(a)),
  );
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
        html`<tr><th scope="row"><bdi>${nameOf(one.a)}</bdi> → <bdi>${nameOf(one.b)}</bdi>${changesOf(one)}</th><td>${evidence(one)}</td>${answersOf(one)}<td>${one.retriever.same ? 'same' : 'different; no drift claimed'}</td></tr>`,
    );
  const more =
    pairs.length > LIMITS.pairs
      ? html`<p class="small dim">${pairs.length - LIMITS.pairs} more pairs are not shown.</p>`
      : null;
  return html`<section class="panel" id="compared" aria-labelledby="compared-title"><h2 id="compared-title">Runs compared</h2>${scroll('Runs compared', html`<table class="num"><caption class="small">Evidence recall: its means in A and B over the questions that have one in both. Difference: accuracy of the second run (B) minus the first (A), in points, with the 95% interval of a paired bootstrap, over the questions both answered; McNemar’s test on those that only one of them has right. Fixed: over all that both were asked, a question without a judged answer counted as not right. Without: questions without a judged answer.</caption><thead><tr><th scope="col">A → B</th><th scope="col">Evidence recall</th><th scope="col">Difference</th><th scope="col" class="r">Only B right</th><th scope="col" class="r">Only A right</th><th scope="col" class="r">p, exact</th><th scope="col" class="r">p, mid</th><th scope="col">Fixed</th><th scope="col">Without</th><th scope="col">Retriever</th></tr></thead><tbody>${rows}</tbody></table>`)}${more}</section>`;
};
