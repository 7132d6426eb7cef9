import type { ReportedRun, ReportInput } from '../input';
import { html, type Markup } from './escape';
import { percent, rate } from './numbers';

const figure = (name: string, value: Markup): Markup => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;

/** The few numbers behind the finding, and how much of the questions, labels and hops they cover. */
export const figures = ({ diagnosis }: ReportedRun, { meta: { mapping } }: ReportInput): Markup => {
  const { n, errors, unjudged, answers, allEvidence, evidenceRecall, hops } = diagnosis;
  const mean = evidenceRecall.mean;
  const { presence } = hops;
  return html`<div class="panel"><h3>The figures behind it</h3><dl class="figures num">${figure('Questions with a verdict', html`${n} of ${n + errors} <span class="dim">${errors} failed or not recorded</span>`)}${answers === null ? null : figure('Answered rightly', html`${rate(answers.accuracy)} <span class="dim">${unjudged} unjudged</span>`)}${figure('All passages retrieved', rate(allEvidence))}${figure('Evidence recall', html`${percent(mean)} <span class="dim">of a question’s passages on average, n ${evidenceRecall.n}</span>`)}${figure('Labelled passages found in the corpus', html`${percent(mapping?.coverage ?? null)} <span class="dim">n ${mapping?.passages ?? 0}</span>`)}${figure('Hops with a judge’s word on the fact', presence === null ? html`none <span class="dim">no judge has scored this run</span>` : html`${presence.scored} of ${presence.hops}`)}</dl></div>`;
};
