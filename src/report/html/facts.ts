import { standingWords } from '../../diagnosis/standing';
import { CELLS, type Cell, type Criterion, type GapCounts, type RunDiagnosis } from '../../domain/diagnosis';
import { judgeName } from '../../domain/names';
import { html, type Markup } from './escape';
import { percent, rate } from './numbers';
import { scroll } from './scroll';
import { CELL_TERMS, chip } from './terms';

type Hops = RunDiagnosis['hops'];

const CRITERIA: readonly Criterion[] = ['accumulated', 'matched'];

const cellTable = (cells: NonNullable<Hops['cells']>): Markup => {
  const total = (criterion: Criterion): number =>
    CELLS.reduce((sum, cell) => sum + cells[criterion][cell], 0);
  const count = (criterion: Criterion, cell: Cell): Markup => {
    const n = total(criterion);
    return n === 0
      ? html`<span class="dim">–</span>`
      : html`${cells[criterion][cell]} <span class="dim">${percent(cells[criterion][cell] / n)}</span>`;
  };
  const rows = CELLS.map(
    (cell) =>
      html`<tr><th scope="row">${chip(CELL_TERMS[cell])} <span class="dim small">${CELL_TERMS[cell].meaning}</span></th>${CRITERIA.map((criterion) => html`<td>${count(criterion, cell)}</td>`)}</tr>`,
  );
  return html`${scroll('Hop outcomes', html`<table class="num"><caption class="small">Hops by gold passage and fact. The two readings of “retrieved” differ widely; the fact is always that of the accumulated passages.</caption><thead><tr><th scope="col">Outcome</th>${CRITERIA.map((criterion) => html`<th scope="col">${criterion} (n ${total(criterion)})</th>`)}</tr></thead><tbody>${rows}</tbody></table>`)}`;
};

const gapLine = ({ corpusGap, rankingGap, notChecked, noAnswer, inconclusive }: GapCounts): Markup => {
  const failures = corpusGap + rankingGap + notChecked + noAnswer + inconclusive;
  const open = inconclusive === 0 ? '' : `; for ${inconclusive} it could not decide on some chunk`;
  const nameless =
    noAnswer === 0
      ? ''
      : `; ${noAnswer} cannot be checked: the ${noAnswer === 1 ? 'hop has' : 'hops have'} no gold answer`;
  return html`<p class="small">Of ${failures} extraction ${failures === 1 ? 'failure' : 'failures'} (accumulated), the judge finds for ${corpusGap} no chunk in the corpus that states the fact (corpus gap), for ${rankingGap} one that was not retrieved (ranking gap); ${notChecked} not checked yet${open}${nameless}.</p>`;
};

const flagTable = (flags: NonNullable<Hops['flags']>): Markup | null =>
  flags.length === 0
    ? null
    : html`<table class="num"><caption class="small">Questions by the number of hops that lack their fact; only those whose every hop has been judged.</caption><thead><tr><th scope="col" class="r">Hops without fact</th><th scope="col" class="r">Questions</th><th scope="col">Answered right</th></tr></thead><tbody>${flags.map(
        (row) =>
          html`<tr><td class="r">${row.flags}</td><td class="r">${row.questions}</td><td>${row.accuracy === null ? html`<span class="dim">–</span>` : rate(row.accuracy)}</td></tr>`,
      )}</tbody></table>`;

const baselineTable = (baselines: NonNullable<Hops['baselines']>): Markup =>
  html`${scroll(
    'Baselines',
    html`<table class="num"><caption class="small">Judges that cost nothing, on the same hops: what they call present, and their agreement with the judge.</caption><thead><tr><th scope="col">Baseline</th><th scope="col">Present</th><th scope="col" class="r">κ</th></tr></thead><tbody>${baselines.map(
      ({ label, present, kappa }) =>
        html`<tr><th scope="row">${label}</th><td>${rate(present)}</td><td class="r">${kappa === null ? '–' : kappa.toFixed(3)}</td></tr>`,
    )}</tbody></table>`,
  )}`;

/** Fact presence of a run (06): who judged, how far, the four cells, gaps, flags, baselines; null while nobody has. */
export const factPanel = ({ cells, presence, gaps, flags, baselines }: Hops): Markup | null => {
  if (cells === null || presence === null) return null;
  const { space, threshold, hops, scored, inconclusive, notJudged, present, check, ece, auc } = presence;
  const calibration =
    auc === null || ece === null
      ? null
      : html` Against “gold retrieved”: area under ROC ${auc.toFixed(3)}, calibration error ${ece.toFixed(3)}.`;
  return html`<div class="panel"><h3>Do the passages state the fact, by the judge?</h3><p class="small dim">Judge: ${judgeName(space)}, present from probability ${threshold} on. ${standingWords(check ?? null)} ${scored} of ${hops} hops have a word, ${inconclusive} are inconclusive, ${notJudged} not judged. Present: ${rate(present)}.${calibration}</p>${cellTable(cells)}${gaps === null ? null : gapLine(gaps)}${flags === null ? null : flagTable(flags)}${baselines === null ? null : baselineTable(baselines)}</div>`;
};

/** Answers of a run (05.8); null for a run that gives none. */
export const answerPanel = ({ answers, unjudged }: RunDiagnosis): Markup | null => {
  if (answers === null) return null;
  const f1 = answers.f1.mean === null ? '–' : answers.f1.mean.toFixed(3);
  return html`<div class="panel"><h3>Answers</h3><dl class="small num"><dt>Right</dt><dd>${rate(answers.accuracy)}; ${unjudged} unjudged. Right means that the gold answer or an alias stands in the answer, unless a judge or a person has said otherwise.</dd><dt>Contain-match</dt><dd>${rate(answers.containMatch)}</dd><dt>Exact match</dt><dd>${rate(answers.exactMatch)}</dd><dt>Token F1</dt><dd>${f1} <span class="dim">n ${answers.f1.n}</span></dd><dt>Gave up</dt><dd>${rate(answers.gaveUp)}</dd><dt>Right without complete evidence</dt><dd>${answers.ungroundedCorrect}</dd></dl></div>`;
};
