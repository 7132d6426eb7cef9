import { countOf } from '../../diagnosis/phrase';
import { APP } from '../../domain/app';
import { leadOf, type ReportedRun, type ReportInput, runLabel } from '../input';
import { comparisonTable } from './comparisons';
import { html, Markup } from './escape';
import { fixesId } from './fixes';
import { hasFailures } from './instructive';
import { clip, LENGTHS, LIMITS } from './limits';
import { meanOf, percent, rate } from './numbers';
import { policyFor } from './policy';
import { runSection, sectionId } from './run-section';
import { scroll } from './scroll';
import { STYLES } from './styles';
import { wordsSection } from './words';

/** All runs as one table, each with a link to its section where it has one. */
const overview = (runs: readonly ReportedRun[]): Markup | null => {
  if (runs.length < 2) return null;
  const rows = runs.slice(0, LIMITS.pairs).map(({ header, diagnosis }, at) => {
    const name = html`<bdi>${clip(runLabel(header), LENGTHS.name)}</bdi>`;
    const right =
      diagnosis.answers === null ? html`<span class="dim">–</span>` : rate(diagnosis.answers.accuracy);
    return html`<tr><th scope="row">${at < LIMITS.runs ? html`<a href="#${sectionId(at)}">${name}</a>` : name}</th><td>${right}</td><td>${meanOf(diagnosis.evidenceRecall.mean, diagnosis.evidenceRecall.n)}</td><td>${rate(diagnosis.allEvidence)}</td><td>${rate(diagnosis.anyHit)}</td><td>${meanOf(diagnosis.mrr.mean, diagnosis.mrr.n)}</td><td class="r">${diagnosis.errors}</td></tr>`;
  });
  const left = runs.length - LIMITS.pairs;
  const more = left > 0 ? html`<p class="small dim">${left} more runs are in summary.json.</p>` : null;
  return html`<section class="panel" id="runs" aria-labelledby="runs-title"><h2 id="runs-title">All runs</h2>${scroll('All runs', html`<table class="num"><caption class="small">Right: of judged answers. Evidence recall: mean share of a question’s gold passages that were retrieved. All evidence: share of questions with every gold passage. Any hit: with at least one. MRR: of the first gold passage, over the stored ranks. Intervals: Wilson, 95%.</caption><thead><tr><th scope="col">Run</th><th scope="col">Right</th><th scope="col">Evidence recall</th><th scope="col">All evidence</th><th scope="col">Any hit</th><th scope="col">MRR</th><th scope="col" class="r">Errors</th></tr></thead><tbody>${rows}</tbody></table>`)}${more}</section>`;
};

const source = ({ meta }: ReportInput): Markup => {
  const { corpus, questions, mapping } = meta;
  const chunking =
    corpus === null
      ? ''
      : {
          passage: 'one chunk a document',
          tokens: `chunks of at most ${corpus.chunking.size} tokens, ${countOf(corpus.chunking.overlap, 'sentence')} of overlap`,
          auto: `passages whole, longer texts in chunks of at most ${corpus.chunking.size} tokens, ${countOf(corpus.chunking.overlap, 'sentence')} of overlap`,
        }[corpus.chunking.unit];
  return html`<section class="panel" id="corpus" aria-labelledby="corpus-title"><h2 id="corpus-title">Corpus and labels</h2><dl><dt>Corpus</dt><dd>${corpus?.documents ?? 0} documents, ${corpus?.chunks ?? 0} chunks (${chunking}); ${corpus?.tally.read ?? 0} records read, ${corpus?.tally.kept ?? 0} kept, ${corpus?.tally.rejected ?? 0} rejected</dd><dt>Corpus hash</dt><dd><code>${corpus?.hash ?? '–'}</code></dd><dt>Questions</dt><dd>${questions?.tally.kept ?? 0} kept of ${questions?.tally.read ?? 0}; ${questions?.labelled ?? 0} labelled, ${questions?.unlabelled ?? 0} unlabelled, ${questions?.unanswerable ?? 0} marked unanswerable</dd><dt>Gold mapping</dt><dd>${percent(mapping?.coverage ?? null)} of ${mapping?.passages ?? 0} gold passages found in the corpus, ${mapping?.ambiguous ?? 0} of them ambiguous; ${mapping?.unmapped ?? 0} not found; ${mapping?.notInCorpus ?? 0} more are removed by the labels themselves</dd></dl></section>`;
};

/** Where things are, for a page that may be long; left out on paper. */
const contents = (runs: readonly ReportedRun[], compared: boolean): Markup => {
  const first = sectionId(0);
  const links = [
    ...(runs[0] === undefined
      ? []
      : [
          { to: first, name: 'Finding' },
          { to: fixesId(first), name: 'What to change' },
          ...(hasFailures(runs[0]) ? [{ to: `${first}-failures`, name: 'Failures' }] : []),
        ]),
    ...(runs.length > 1 ? [{ to: 'runs', name: 'All runs' }] : []),
    ...(compared ? [{ to: 'compared', name: 'Runs compared' }] : []),
    { to: 'corpus', name: 'Corpus and labels' },
    { to: 'words', name: 'Words used here' },
  ];
  return html`<nav aria-label="Contents"><ul>${links.map(({ to, name }) => html`<li><a href="#${to}">${name}</a></li>`)}</ul></nav>`;
};

/** The whole report as one file: opens from disk, needs no network and no script, prints. */
export const reportHtml = (input: ReportInput): string => {
  const { meta, made } = input;
  const lead = leadOf(input.runs);
  const runs = lead === undefined ? [] : [lead, ...input.runs.filter((run) => run !== lead)];
  const sections = runs
    .slice(0, LIMITS.runs)
    .map((run, at) =>
      runSection(run, input, sectionId(at), at === 0 ? LIMITS.drawnFirst : LIMITS.drawnFurther),
    );
  const left = runs.length - sections.length;
  const compared = comparisonTable(input);
  const empty =
    lead === undefined
      ? html`<p class="finding">No run has been made yet, so there is nothing to report.</p>`
      : null;
  const rest =
    left > 0
      ? html`<p class="dim">${countOf(left, 'further run')} ${left === 1 ? 'has' : 'have'} no section here; export ${left === 1 ? 'it' : 'them'} one by one.</p>`
      : null;
  const name = clip(meta.name, LENGTHS.name);
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyFor(STYLES)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${name}: diagnosis by Hopscope</title>
<style>${new Markup(STYLES)}</style>
</head>
<body>
<header><h1>What is wrong with <bdi>${name}</bdi>, and what to try</h1><p class="dim small">Hopscope · k = ${input.k}, the number of passages that a search returns · ${made.slice(0, 16).replace('T', ' ')} UTC</p>${contents(runs, compared !== null)}</header>
<main>
${empty}${sections[0] ?? null}${overview(runs)}${compared}${source(input)}${wordsSection()}${sections.slice(1)}${rest}
</main>
<footer>Made by Hopscope ${APP.version} on the device of whoever made it; this file loads nothing. A passage without a certificate is one that no query has found yet: that proves nothing about whether one could. Every share has its n, and its Wilson 95% interval where it estimates a rate.</footer>
</body>
</html>
`;
  return page.text;
};
