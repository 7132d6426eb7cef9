import { countOf } from '../../diagnosis/phrase';
import { APP } from '../../domain/app';
import { type ReportInput, runLabel } from '../input';
import { comparisonTable } from './comparisons';
import { html, Markup } from './escape';
import { meanOf, percent, rate } from './numbers';
import { runSection } from './run-section';
import { STYLES } from './styles';

/** Failures drawn with their chains: of the first run, and of each further one. */
const DRAWN_FIRST = 20;
const DRAWN_FURTHER = 5;

/** Nothing may be fetched, run or sent, whatever the documents contain; styles are the report's own. */
const CSP = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

const overview = ({ runs }: ReportInput): Markup | null => {
  if (runs.length < 2) return null;
  const rows = runs.map(
    ({ header, diagnosis }) =>
      html`<tr><th scope="row"><a href="#run-${header.run}">${runLabel(header)}</a></th><td>${meanOf(diagnosis.evidenceRecall.mean, diagnosis.evidenceRecall.n)}</td><td>${rate(diagnosis.allEvidence)}</td><td>${rate(diagnosis.anyHit)}</td><td>${meanOf(diagnosis.mrr.mean, diagnosis.mrr.n)}</td><td class="r">${diagnosis.errors}</td></tr>`,
  );
  return html`<section class="panel"><h3>All runs</h3><div class="wide"><table class="num"><caption class="small">Evidence recall: mean share of a question’s gold passages that were retrieved. All evidence: share of questions with every gold passage. Any hit: with at least one. MRR: of the first gold passage, over the stored ranks. Intervals: Wilson, 95%.</caption><thead><tr><th scope="col">Run</th><th scope="col">Evidence recall</th><th scope="col">All evidence</th><th scope="col">Any hit</th><th scope="col">MRR</th><th scope="col" class="r">Errors</th></tr></thead><tbody>${rows}</tbody></table></div></section>`;
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
  return html`<section class="panel"><h3>Corpus and labels</h3><dl><dt>Corpus</dt><dd>${corpus?.documents ?? 0} documents, ${corpus?.chunks ?? 0} chunks (${chunking}); ${corpus?.tally.read ?? 0} records read, ${corpus?.tally.kept ?? 0} kept, ${corpus?.tally.rejected ?? 0} rejected</dd><dt>Corpus hash</dt><dd><code>${corpus?.hash ?? '–'}</code></dd><dt>Questions</dt><dd>${questions?.tally.kept ?? 0} kept of ${questions?.tally.read ?? 0}; ${questions?.labelled ?? 0} labelled, ${questions?.unlabelled ?? 0} unlabelled, ${questions?.unanswerable ?? 0} marked unanswerable</dd><dt>Gold mapping</dt><dd>${percent(mapping?.coverage ?? null)} of ${mapping?.passages ?? 0} gold passages found in the corpus, ${mapping?.ambiguous ?? 0} of them ambiguous; ${mapping?.unmapped ?? 0} not found; ${mapping?.notInCorpus ?? 0} more are removed by the labels themselves</dd></dl></section>`;
};

/** The whole report as one file: opens from disk, needs no network and no script, prints. */
export const reportHtml = (input: ReportInput): string => {
  const { meta, runs, made } = input;
  const sections = runs.map((run, index) =>
    runSection(run, input, index === 0 ? DRAWN_FIRST : DRAWN_FURTHER),
  );
  const empty =
    runs.length === 0
      ? html`<section><h2>No run has been made yet, so there is nothing to report.</h2></section>`
      : null;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${CSP}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${meta.name}: diagnosis by Hopscope</title>
<style>${new Markup(STYLES)}</style>
</head>
<body>
<main>
<header><p class="dim"><b>Hopscope</b> · ${meta.name} · k = ${input.k} · ${made.slice(0, 16).replace('T', ' ')} UTC</p></header>
${empty}${sections[0] ?? null}${overview(input)}${comparisonTable(input)}${source(input)}${sections.slice(1)}
<footer>Made by ${APP.name} ${APP.version} on the device of whoever made it; this file loads nothing. A passage without a certificate is one that no query has found yet: that proves nothing about whether one could. Every share has its n, and its Wilson 95% interval where it estimates a rate.</footer>
</main>
</body>
</html>
`;
  return page.text;
};
