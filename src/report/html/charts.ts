import type { Curve, RunDiagnosis } from '../../domain/diagnosis';
import { html, type Markup } from './escape';
import { percent } from './numbers';
import { chip, VERDICT_ORDER, VERDICT_TERMS } from './terms';

/** One share as a bar; the number stands beside it. */
const bar = (share: number, tone: string): Markup =>
  html`<svg class="bar fill ${tone}" viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true"><rect class="ground" width="100" height="12"/><rect class="share" width="${(100 * share).toFixed(2)}" height="12"/></svg>`;

/** Bars of the triage, one a verdict that occurs, with count and share of n. */
export const triageBars = ({ triage, n }: RunDiagnosis): Markup => {
  const rows = VERDICT_ORDER.filter((verdict) => triage[verdict] > 0).map((verdict) => {
    const term = VERDICT_TERMS[verdict];
    const count = triage[verdict];
    return html`<tr><th scope="row">${chip(term)} <span class="dim small">${term.meaning}</span></th><td class="bars">${bar(count / n, term.tone)}</td><td class="r"><b>${count}</b></td><td class="r dim">${percent(count / n)}</td></tr>`;
  });
  return html`<table class="num triage"><caption class="small">n ${n}; each question once, by the first verdict that holds.</caption><thead><tr><th scope="col">Verdict</th><th scope="col"><span class="hidden">Bar</span></th><th scope="col" class="r">Questions</th><th scope="col" class="r">Share</th></tr></thead><tbody>${rows}</tbody></table>`;
};

const WIDTH = 460;
const HEIGHT = 226;
const LEFT = 40;
const TOP = 10;
const BOTTOM = 44;

const LINES = [
  { key: 'anyHit', label: 'any hit', dash: '2 4', colour: 'var(--gaveup)' },
  { key: 'evidenceRecall', label: 'evidence recall', dash: '', colour: 'var(--present)' },
  { key: 'allEvidence', label: 'all evidence', dash: '7 3', colour: 'var(--retrieval)' },
] as const;

const xAt = (k: number, most: number): number =>
  LEFT + ((k - 1) / Math.max(1, most - 1)) * (WIDTH - LEFT - 10);
const yAt = (value: number): number => TOP + (1 - value) * (HEIGHT - TOP - BOTTOM);

const TABLE_K = [1, 2, 3, 5, 10, 20, 50];

/** recall@k, all-evidence@k, any-hit@k from stored ranks, the k of the report marked; the same numbers as a table. */
export const curveChart = (curve: Curve, k: number): Markup => {
  if (curve.n === 0) return html`<p class="dim">No question can be measured, so there is no curve.</p>`;
  const most = curve.k.at(-1) ?? 1;
  const grid = [0, 0.25, 0.5, 0.75, 1].map(
    (value) =>
      html`<line class="grid-line" x1="${LEFT}" x2="${WIDTH - 10}" y1="${yAt(value)}" y2="${yAt(value)}"/><text x="${LEFT - 6}" y="${yAt(value) + 4}" text-anchor="end">${100 * value}%</text>`,
  );
  const ticks = [1, 5, 10, 20, 30, 40, 50]
    .filter((tick) => tick <= most)
    .map(
      (tick) =>
        html`<text x="${xAt(tick, most).toFixed(1)}" y="${HEIGHT - 28}" text-anchor="middle">${tick}</text>`,
    );
  const lines = LINES.map(({ key, dash, colour }) => {
    const points = curve[key]
      .flatMap((value, index) =>
        value === null ? [] : [`${xAt(curve.k[index] ?? 1, most).toFixed(1)},${yAt(value).toFixed(1)}`],
      )
      .join(' ');
    return html`<polyline class="line" points="${points}" stroke="${colour}" stroke-dasharray="${dash}"/>`;
  });
  const legend = LINES.map(
    ({ label, dash, colour }) =>
      html`<span><svg class="key" viewBox="0 0 34 8" aria-hidden="true"><line x1="0" y1="4" x2="34" y2="4" stroke="${colour}" stroke-width="2" stroke-dasharray="${dash}"/></svg> ${label}</span> `,
  );
  const rows = TABLE_K.filter((at) => at <= most).map((at) => {
    const index = curve.k.indexOf(at);
    return html`<tr><th scope="row" class="r">${at}</th><td class="r">${percent(curve.evidenceRecall[index] ?? null)}</td><td class="r">${percent(curve.allEvidence[index] ?? null)}</td><td class="r">${percent(curve.anyHit[index] ?? null)}</td></tr>`;
  });
  return html`<figure><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Evidence recall, all evidence and any hit for k from 1 to ${most}; the table below has the numbers">${grid}<line x1="${xAt(k, most).toFixed(1)}" x2="${xAt(k, most).toFixed(1)}" y1="${TOP}" y2="${HEIGHT - BOTTOM}" stroke="var(--ink-2)" stroke-dasharray="1 3"/>${lines}${ticks}<text x="${WIDTH / 2}" y="${HEIGHT - 8}" text-anchor="middle">k, passages counted a search (n ${curve.n}); dotted: k = ${k}</text></svg><figcaption class="small dim">${legend}</figcaption></figure>
<details><summary class="small">The curve as a table</summary><table class="num"><thead><tr><th scope="col" class="r">k</th><th scope="col" class="r">evidence recall</th><th scope="col" class="r">all evidence</th><th scope="col" class="r">any hit</th></tr></thead><tbody>${rows}</tbody></table></details>`;
};
