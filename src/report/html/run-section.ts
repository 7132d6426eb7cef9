import type { Criterion, Finding, RunDiagnosis } from '../../domain/diagnosis';
import { RETRIEVER_NAME, systemName } from '../../domain/names';
import type { RunHeader } from '../../domain/trace';
import { type ReportedRun, type ReportInput, runLabel } from '../input';
import { categoryPanel } from './categories';
import { caseOf } from './chain';
import { curveChart, triageBars } from './charts';
import { html, type Markup } from './escape';
import { answerPanel, factPanel } from './facts';
import { figures } from './figures';
import { firstFixes, fixesId, fixPanel } from './fixes';
import { instructive } from './instructive';
import { judgePanel } from './judges';
import { clip, LENGTHS, LIMITS } from './limits';
import { meanOf, percent, rate } from './numbers';
import { scroll } from './scroll';
import { CATEGORY_TERMS, CELL_TERMS, CERTIFICATE_TERMS, type Tone, VERDICT_TERMS } from './terms';

const toneOf = (emphasis: Finding['parts'][number]['emphasis']): Tone => {
  if (emphasis === null) return 'neutral';
  const terms = { ...VERDICT_TERMS, ...CELL_TERMS, ...CATEGORY_TERMS };
  return emphasis in terms ? terms[emphasis as keyof typeof terms].tone : 'neutral';
};

export const findingSentence = (parts: Finding['parts']): Markup =>
  html`${parts.map(({ text, emphasis }) => (emphasis === null ? html`${clip(text, LENGTHS.prose)}` : html`<b class="${toneOf(emphasis)}">${clip(text, LENGTHS.prose)}</b>`))}`;

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

const languageModel = ({ model }: RunHeader): Markup | null =>
  model === null ? null : html`<dt>Language model</dt><dd><bdi>${clip(model, LENGTHS.name)}</bdi></dd>`;

const identity = ({ header, diagnosis }: ReportedRun): Markup => {
  const { retriever } = header;
  const settings = settingsOf(retriever);
  return html`<dl class="small"><dt>System</dt><dd><bdi>${clip(systemName(header.system), LENGTHS.name)}</bdi>${header.imported ? ' (made elsewhere, imported)' : ''}</dd><dt>Retriever</dt><dd>${RETRIEVER_NAME[retriever.kind]}${retriever.model === null ? '' : `, ${clip(retriever.model, LENGTHS.name)}`}; ${settings}</dd><dt>Identity</dt><dd><code>${retriever.id}</code></dd><dt>k</dt><dd>${diagnosis.k} (the run was asked for ${header.parameters.k}; ranks are stored to depth ${header.parameters.depth})</dd><dt>Questions</dt><dd>${diagnosis.n} with a verdict, ${diagnosis.errors} without (failed or nothing recorded), ${diagnosis.unjudged} answers unjudged</dd>${languageModel(header)}<dt>Searches</dt><dd>${diagnosis.usage.searches}, of them ${diagnosis.usage.duplicateSearches} repeats; ${diagnosis.usage.seconds === null ? 'time not recorded' : `${diagnosis.usage.seconds.toFixed(1)} s`}</dd><dt>Run</dt><dd><code>${clip(header.run, LENGTHS.name)}</code>, ${clip(header.started, LENGTHS.name)}</dd></dl>`;
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
  const rows = hops.byDepth.accumulated
    .slice(0, LIMITS.depths)
    .map(
      ({ hop }) =>
        html`<tr><th scope="row">${hop}</th><td>${at('accumulated', hop)}</td><td>${at('matched', hop)}</td>${factAt(hop)}</tr>`,
    );
  return html`${scroll('Hop by hop', html`<table class="num"><caption class="small">Share of hops whose gold passage was retrieved, with 95% interval. Accumulated: by anything searched up to the hop. Matched: by the search made for it; a dash where the run makes none.</caption><thead><tr><th scope="col">Hop</th><th scope="col">Accumulated</th><th scope="col">Matched</th>${judged ? html`<th scope="col">Fact present</th>` : null}</tr></thead><tbody>${rows}<tr><th scope="row">all</th><td>${rate(hops.retrieved.accumulated)}</td><td>${rate(hops.retrieved.matched)}</td>${hops.presence === null ? null : html`<td>${rate(hops.presence.present)}</td>`}</tr></tbody></table>`)}`;
};

const certificateTable = ({ certificates }: RunDiagnosis): Markup => {
  const levels = ['A', 'B', 'C', 'D', 'none', 'notInCorpus'] as const;
  const rows = levels.map(
    (level) =>
      html`<tr><th scope="row">${level.length === 1 ? level : '–'}</th><td>${CERTIFICATE_TERMS[level]}</td><td class="r">${certificates[level]}</td><td class="r dim">${certificates.n === 0 ? '–' : percent(certificates[level] / certificates.n)}</td></tr>`,
  );
  return scroll(
    'Best certificate of each gold passage',
    html`<table class="num"><caption class="small">Each of ${certificates.n} gold passages once, at its best level. Evidence of a recoverable part, not a lower bound on drift.</caption><thead><tr><th scope="col">Level</th><th scope="col">Reached</th><th scope="col" class="r">Passages</th><th scope="col" class="r">Share</th></tr></thead><tbody>${rows}</tbody></table>`,
  );
};

const groupTable = (diagnosis: RunDiagnosis): Markup | null => {
  const rows = [
    ...diagnosis.byHops.slice(0, LIMITS.depths).map((group) => ({
      name: `${group.hops} ${group.hops === 1 ? 'hop' : 'hops'}`,
      ...group,
    })),
    ...diagnosis.byType
      .slice(0, LIMITS.types)
      .map((group) => ({ name: clip(group.type, LENGTHS.name), ...group })),
  ];
  if (rows.length < 2) return null;
  const left =
    Math.max(0, diagnosis.byHops.length - LIMITS.depths) +
    Math.max(0, diagnosis.byType.length - LIMITS.types);
  const more = left === 0 ? null : html`<p class="small dim">${left} more groups are not shown.</p>`;
  return html`<div class="panel"><h3>By hops and type</h3>${scroll('By hops and type', html`<table class="num"><thead><tr><th scope="col">Questions</th><th scope="col">Evidence recall</th><th scope="col">All evidence</th></tr></thead><tbody>${rows.map((row) => html`<tr><th scope="row" dir="auto">${row.name}</th><td>${meanOf(row.recall, row.n)}</td><td>${rate(row.allEvidence)}</td></tr>`)}</tbody></table>`)}${more}</div>`;
};

const failuresOf = (run: ReportedRun, input: ReportInput, section: string, drawn: number): Markup | null => {
  const { questions, fixes } = run.diagnosis;
  const { shown, failures, ungrounded } = instructive(questions, fixes, drawn);
  if (shown.length === 0) return null;
  const title =
    shown.length === failures
      ? `${failures === 1 ? 'The one failure' : `All ${failures} failures`}, link by link`
      : `The ${shown.length} most instructive of ${failures} failures`;
  const right =
    ungrounded === 0
      ? ''
      : ` ${ungrounded} of them ${ungrounded === 1 ? 'is' : 'are'} right without complete evidence.`;
  return html`<div class="cases"><h3 id="${section}-failures">${title}</h3><p class="small dim">Kinds of failure in turn, the commonest first; within a kind first what the first fix would touch, and what a certificate shows a way to.${right} All of them: questions.csv.</p>${shown.map((one) => caseOf(one, input, `#${fixesId(section)}`))}</div>`;
};

const warningsOf = ({ warnings }: RunDiagnosis): Markup | null =>
  warnings.length === 0
    ? null
    : html`<div class="warnings">${warnings.slice(0, LIMITS.warnings).map(({ message }) => html`<p class="warn" dir="auto">${clip(message, LENGTHS.prose)}</p>`)}${warnings.length > LIMITS.warnings ? html`<p class="small dim">and ${warnings.length - LIMITS.warnings} more, in summary.json</p>` : null}</div>`;

/** Anchor of the section of the run at this place, from 0. */
export const sectionId = (at: number): string => `run-${at + 1}`;

/**
 * Everything about one run. First what a reader needs who reads nothing else: the finding, what to try, the figures
 * behind both and what could mislead; then what was measured and how, and the failures one by one.
 */
export const runSection = (run: ReportedRun, input: ReportInput, section: string, drawn: number): Markup => {
  const { diagnosis } = run;
  const { finding } = diagnosis;
  const byJudge =
    finding.byJudge.length > 0 ? html`<p class="by-judge">${findingSentence(finding.byJudge)}</p>` : null;
  return html`<section class="run" id="${section}" aria-labelledby="${section}-title"><h2 id="${section}-title"><bdi>${clip(runLabel(run.header), LENGTHS.name)}</bdi>, k = ${diagnosis.k}</h2><p class="finding">${findingSentence(finding.parts)}</p>${byJudge}
<div class="two top">${firstFixes(diagnosis, section)}${figures(run, input)}</div>${warningsOf(diagnosis)}
<div class="two"><div class="panel"><h3>What went wrong</h3>${diagnosis.n === 0 ? null : triageBars(diagnosis)}</div><div class="panel"><h3>What was measured, and how</h3>${identity(run)}</div>${judgePanel(diagnosis, input.judgements)}${categoryPanel(diagnosis)}${answerPanel(diagnosis)}<div class="panel"><h3>Hop by hop</h3>${hopTable(diagnosis.hops)}</div><div class="panel"><h3>Evidence over k</h3>${curveChart(diagnosis.curve, diagnosis.k)}</div><div class="panel"><h3>Can the passages be reached?</h3>${certificateTable(diagnosis)}</div>${factPanel(diagnosis.hops)}${groupTable(diagnosis)}${fixPanel(diagnosis, section)}</div>${failuresOf(run, input, section, drawn)}</section>`;
};
