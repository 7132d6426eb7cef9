import type { Criterion, Finding, RunDiagnosis } from '../../domain/diagnosis';
import { RETRIEVER_NAME, systemName } from '../../domain/names';
import type { RunHeader } from '../../domain/trace';
import type { ReportedRun, ReportInput } from '../input';
import { categoryPanel } from './categories';
import { caseOf } from './chain';
import { curveChart, triageBars } from './charts';
import { html, type Markup } from './escape';
import { answerPanel, factPanel } from './facts';
import { failureCount, instructive } from './instructive';
import { meanOf, percent, rate } from './numbers';
import { CATEGORY_TERMS, CELL_TERMS, CERTIFICATE_TERMS, type Tone, VERDICT_TERMS } from './terms';

const toneOf = (emphasis: Finding['parts'][number]['emphasis']): Tone => {
  if (emphasis === null) return 'neutral';
  const terms = { ...VERDICT_TERMS, ...CELL_TERMS, ...CATEGORY_TERMS };
  return emphasis in terms ? terms[emphasis as keyof typeof terms].tone : 'neutral';
};

export const findingSentence = (parts: Finding['parts']): Markup =>
  html`${parts.map(({ text, emphasis }) => (emphasis === null ? html`${text}` : html`<b class="${toneOf(emphasis)}">${text}</b>`))}`;

const settingsOf = (retriever: RunHeader['retriever']): string => {
  if (retriever.kind === 'external')
    return 'the run was made elsewhere; no certificate carries over from another run';
  const { bm25, hybrid } = retriever.settings;
  const lexical = `k1 = ${bm25.k1}, b = ${bm25.b}, ${bm25.stemmer === null ? 'no stemmer' : `${bm25.stemmer} stemmer`}, ${bm25.stopWords ? 'stop words left out' : 'stop words kept'}`;
  const fusion =
    hybrid.fusion === 'rrf'
      ? `reciprocal rank fusion, constant ${hybrid.rrfK}, ${hybrid.depth} hits a leg`
      : `weighted scores, vector weight ${hybrid.vectorWeight}, ${hybrid.depth} hits a leg`;
  return {
    bm25: lexical,
    vector: 'exact cosine',
    hybrid: `${fusion}; BM25 ${lexical}`,
  }[retriever.kind];
};

const identity = ({ header, diagnosis }: ReportedRun): Markup => {
  const { retriever } = header;
  const settings = settingsOf(retriever);
  return html`<dl class="small"><dt>System</dt><dd>${systemName(header.system)}${header.imported ? ' (imported)' : ''}</dd><dt>Retriever</dt><dd>${RETRIEVER_NAME[retriever.kind]}${retriever.model === null ? '' : `, ${retriever.model}`}; ${settings}</dd><dt>Identity</dt><dd><code>${retriever.id}</code></dd><dt>k</dt><dd>${diagnosis.k} (the run was asked for ${header.parameters.k}; ranks are stored to depth ${header.parameters.depth})</dd><dt>Questions</dt><dd>${diagnosis.n} with a verdict, ${diagnosis.errors} without (failed or nothing recorded), ${diagnosis.unjudged} answers unjudged</dd><dt>Searches</dt><dd>${diagnosis.usage.searches}, of them ${diagnosis.usage.duplicateSearches} repeats; ${diagnosis.usage.seconds === null ? 'time not recorded' : `${diagnosis.usage.seconds.toFixed(1)} s`}</dd><dt>Run</dt><dd><code>${header.run}</code>, ${header.started}</dd></dl>`;
};

const hopTable = (hops: RunDiagnosis['hops']): Markup => {
  if (hops.n === 0)
    return html`<p class="dim">No sub-questions are labelled, so nothing can be said hop by hop.</p>`;
  const at = (criterion: Criterion, hop: number): Markup | null => {
    const row = hops.byDepth[criterion].find((one) => one.hop === hop);
    return row === undefined ? html`<span class="dim">–</span>` : rate(row.goldRetrieved);
  };
  const judged = hops.presence !== null;
  const factAt = (hop: number): Markup | null => {
    const present = hops.byDepth.accumulated.find((one) => one.hop === hop)?.factPresent ?? null;
    return judged ? html`<td>${present === null ? '–' : rate(present)}</td>` : null;
  };
  const rows = hops.byDepth.accumulated.map(
    ({ hop }) =>
      html`<tr><th scope="row">${hop}</th><td>${at('accumulated', hop)}</td><td>${at('matched', hop)}</td>${factAt(hop)}</tr>`,
  );
  return html`<div class="wide"><table class="num"><caption class="small">Share of hops whose gold passage was retrieved, with 95% interval. Accumulated: by anything searched up to the hop. Matched: by the search made for it; a dash where the run makes none.</caption><thead><tr><th scope="col">Hop</th><th scope="col">Accumulated</th><th scope="col">Matched</th>${judged ? html`<th scope="col">Fact present</th>` : null}</tr></thead><tbody>${rows}<tr><th scope="row">all</th><td>${rate(hops.retrieved.accumulated)}</td><td>${rate(hops.retrieved.matched)}</td>${hops.presence === null ? null : html`<td>${rate(hops.presence.present)}</td>`}</tr></tbody></table></div>`;
};

const certificateTable = ({ certificates }: RunDiagnosis): Markup => {
  const levels = ['A', 'B', 'C', 'D', 'none', 'notInCorpus'] as const;
  const rows = levels.map(
    (level) =>
      html`<tr><th scope="row">${level.length === 1 ? level : '–'}</th><td>${CERTIFICATE_TERMS[level]}</td><td class="r">${certificates[level]}</td><td class="r dim">${certificates.n === 0 ? '–' : percent(certificates[level] / certificates.n)}</td></tr>`,
  );
  return html`<table class="num"><caption class="small">Each of ${certificates.n} gold passages once, at its best level. Evidence of a recoverable part, not a lower bound on drift.</caption><thead><tr><th scope="col">Level</th><th scope="col">Reached</th><th scope="col" class="r">Passages</th><th scope="col" class="r">Share</th></tr></thead><tbody>${rows}</tbody></table>`;
};

const groupTable = (diagnosis: RunDiagnosis): Markup | null => {
  const rows = [
    ...diagnosis.byHops.map((group) => ({
      name: `${group.hops} ${group.hops === 1 ? 'hop' : 'hops'}`,
      ...group,
    })),
    ...diagnosis.byType.map((group) => ({ name: group.type, ...group })),
  ];
  if (rows.length < 2) return null;
  return html`<div class="panel full"><h3>By hops and type</h3><div class="wide"><table class="num"><thead><tr><th scope="col">Questions</th><th scope="col">Evidence recall</th><th scope="col">All evidence</th></tr></thead><tbody>${rows.map((row) => html`<tr><th scope="row">${row.name}</th><td>${meanOf(row.recall, row.n)}</td><td>${rate(row.allEvidence)}</td></tr>`)}</tbody></table></div></div>`;
};

const fixList = ({ fixes, questions, evidenceRecall }: RunDiagnosis): Markup => {
  if (fixes.length === 0)
    return html`<p class="dim">${
      evidenceRecall.n === 0
        ? 'No question of this run can be measured, so it says nothing about what to change.'
        : 'This run gives no evidence for a change.'
    }</p>`;
  const textOf = new Map(questions.map(({ question }) => [question.id, question.text]));
  return html`${fixes.map(
    (fix, index) =>
      html`<div class="fix"><span>${index + 1}</span><div><h4>${fix.title}</h4><p class="dim">${fix.evidence}</p><details><summary class="small">${fix.questions.length === 1 ? 'The question' : `The ${fix.questions.length} questions`}</summary><ul class="small">${fix.questions.map((id) => html`<li dir="auto"><code>${id}</code> ${textOf.get(id) ?? ''}</li>`)}</ul></details></div></div>`,
  )}`;
};

/** Everything about one run: finding, what was measured and how, triage, curve, hops, fixes, the most telling failures. */
export const runSection = (run: ReportedRun, input: ReportInput, drawn: number): Markup => {
  const { diagnosis, header } = run;
  const title = `${systemName(header.system)} on ${RETRIEVER_NAME[header.retriever.kind]}`;
  const failures = failureCount(diagnosis.questions);
  const chosen = instructive(diagnosis.questions, drawn);
  const warnings = diagnosis.warnings.map(({ message }) => html`<p class="warn">${message}</p>`);
  const cases =
    chosen.length === 0
      ? null
      : html`<h3>${chosen.length === failures ? `All ${failures} failures` : `${chosen.length} of ${failures} failures, the most instructive first`}</h3>${chosen.map((one) => caseOf(one, input))}`;
  return html`<section id="run-${header.run}" aria-label="${title}"><h1>${title}, k = ${diagnosis.k}</h1><h2>${findingSentence(diagnosis.finding.parts)}</h2>${diagnosis.finding.byJudge.length > 0 ? html`<p>${findingSentence(diagnosis.finding.byJudge)}</p>` : ''}${warnings}
<div class="two"><div class="panel"><h3>What went wrong</h3>${diagnosis.n === 0 ? null : triageBars(diagnosis)}</div><div class="panel"><h3>What was measured, and how</h3>${identity(run)}</div><div class="panel"><h3>Evidence over k</h3>${curveChart(diagnosis.curve, diagnosis.k)}</div><div class="panel"><h3>Hop by hop</h3>${hopTable(diagnosis.hops)}</div><div class="panel"><h3>What to change first</h3>${fixList(diagnosis)}</div><div class="panel"><h3>Can the passages be reached?</h3>${certificateTable(diagnosis)}</div>${factPanel(diagnosis.hops)}${categoryPanel(diagnosis)}${answerPanel(diagnosis)}${groupTable(diagnosis)}</div>${cases}</section>`;
};
