import type { Fix, RunDiagnosis } from '../../domain/diagnosis';
import { html, type Markup } from './escape';
import { clip, LENGTHS, LIMITS } from './limits';

/** Anchor of a fix: `<base>-1` is the first. */
export const fixesId = (section: string): string => `${section}-fix`;

const questions = (n: number): string => `${n} ${n === 1 ? 'question' : 'questions'}`;

const touches = ({ questions: ids }: Fix, { n }: RunDiagnosis): string =>
  `touches ${ids.length} of ${questions(n)}`;

const JUDGE_WORDS = {
  unchecked: 'rests on a judge that nobody has checked here',
  failed: 'rests on a judge that failed its check here',
  passed: 'rests on a judge that a person has checked here',
} as const;

const restsOn = ({ judge }: Fix): string => (judge === undefined ? '' : ` · ${JUDGE_WORDS[judge]}`);

const nothing = ({ evidenceRecall }: RunDiagnosis): Markup =>
  html`<p class="dim">${
    evidenceRecall.n === 0
      ? 'No question of this run can be measured, so it says nothing about what to change.'
      : 'This run gives no evidence for a change.'
  }</p>`;

/** The first fixes, beside the finding: what to try, and how much it would touch. */
export const firstFixes = (diagnosis: RunDiagnosis, section: string): Markup => {
  const { fixes } = diagnosis;
  const more =
    fixes.length > LIMITS.fixesFirst
      ? html`<p class="small"><a href="#${fixesId(section)}">All ${fixes.length} fixes, with the questions each would touch</a></p>`
      : null;
  const list = html`<ol class="first">${fixes.slice(0, LIMITS.fixesFirst).map((fix, at) => html`<li><a href="#${fixesId(section)}-${at + 1}">${fix.title}</a> <span class="dim small">${touches(fix, diagnosis)}${restsOn(fix)}</span><p class="small" dir="auto">${clip(fix.evidence, LENGTHS.query)}</p></li>`)}</ol>`;
  return html`<div class="panel"><h3>What to try first</h3>${fixes.length === 0 ? nothing(diagnosis) : list}${more}</div>`;
};

const questionList = ({ questions: ids }: Fix, textOf: ReadonlyMap<string, string>): Markup => {
  const left = ids.length - LIMITS.fixQuestions;
  return html`<details><summary class="small">${ids.length === 1 ? 'The question' : `The ${ids.length} questions`}</summary><ul class="small">${ids.slice(0, LIMITS.fixQuestions).map((id) => html`<li dir="auto"><code>${clip(id, LENGTHS.name)}</code> ${clip(textOf.get(id) ?? '', LENGTHS.query)}</li>`)}${left > 0 ? html`<li class="dim">and ${left} more: column “fixes” of questions.csv</li>` : null}</ul></details>`;
};

/** Every fix with its evidence and the questions it would touch, the first one first. */
export const fixPanel = (diagnosis: RunDiagnosis, section: string): Markup => {
  const { fixes } = diagnosis;
  const textOf = new Map(diagnosis.questions.map(({ question }) => [question.id, question.text]));
  const items = fixes
    .slice(0, LIMITS.fixes)
    .map(
      (fix, at) =>
        html`<li class="fix" id="${fixesId(section)}-${at + 1}"><span aria-hidden="true">${at + 1}</span><div><h4>${fix.title}</h4><p class="small">${touches(fix, diagnosis)}${restsOn(fix)}</p><p class="dim" dir="auto">${clip(fix.evidence, LENGTHS.prose)}</p>${questionList(fix, textOf)}</div></li>`,
    );
  return html`<div class="panel full" id="${fixesId(section)}"><h3>What to change, in this order</h3>${fixes.length === 0 ? nothing(diagnosis) : html`<p class="small dim">First what touches most questions that are not answered rightly; what rests on a judge that nobody has checked comes last. No fix has been tried: each is what the evidence below it points at.</p><ol class="fixes">${items}</ol>`}</div>`;
};
