import type { GoldDiagnosis, HopDiagnosis, QuestionDiagnosis } from '../../domain/diagnosis';
import { systemName } from '../../domain/names';
import type { ReportInput } from '../input';
import { html, type Markup } from './escape';
import type { InstructiveFailure } from './instructive';
import { clip, LENGTHS, LIMITS } from './limits';
import { rank } from './numbers';
import { scroll } from './scroll';
import { CELL_TERMS, chip, KIND_TERMS, type Term, VERDICT_TERMS } from './terms';

const state = (gold: GoldDiagnosis): Term => {
  if (gold.mapping === 'unmapped' || gold.mapping === 'notInCorpus')
    return { label: 'not in the corpus', sign: '∅', tone: 'absent', meaning: '' };
  if (gold.retrieved) return { label: 'retrieved', sign: '●', tone: 'present', meaning: '' };
  if (gold.certificate !== null) return { label: 'not retrieved', sign: '◐', tone: 'drift', meaning: '' };
  return { label: 'not retrieved', sign: '○', tone: 'retrieval', meaning: '' };
};

const UNLABELLED: Term = { label: 'no gold labelled', sign: '?', tone: 'neutral', meaning: '' };
const ORDER = ['present', 'drift', 'retrieval', 'absent'];

/** A hop with several gold passages shows its worst state. */
const worst = (golds: readonly GoldDiagnosis[]): Term =>
  golds.map(state).toSorted((a, b) => ORDER.indexOf(b.tone) - ORDER.indexOf(a.tone))[0] ?? UNLABELLED;

const passageOf = (gold: GoldDiagnosis, input: ReportInput): Markup => {
  const found = gold.chunks[0] === undefined ? null : input.passage(gold.chunks[0]);
  const title = gold.gold.title ?? found?.title ?? gold.gold.document ?? gold.gold.id;
  const text = found?.text ?? gold.gold.text ?? gold.gold.quote ?? '';
  const certificate =
    gold.retrieved || gold.certificate === null
      ? null
      : html`<div class="small"><b>Certificate ${gold.certificate.level}</b> <span class="dim">rank ${gold.certificate.rank}, score ${gold.certificate.score?.toPrecision(3) ?? 'not recorded'}, asked by the run “<bdi>${clip(systemName(gold.certificate.system), LENGTHS.name)}</bdi>”:</span> <q dir="auto">${clip(gold.certificate.query, LENGTHS.query)}</q></div>`;
  const chunk =
    gold.chunks[0] === undefined ? null : html` · <code>${clip(gold.chunks[0], LENGTHS.name)}</code>`;
  return html`<div class="small dim">best rank in the run: ${rank(gold.bestRank)}${chunk}</div><div class="passage"><b dir="auto">${clip(title, LENGTHS.name)}</b><span dir="auto">${clip(text, LENGTHS.passage)}</span></div>${certificate}`;
};

const GAPS = {
  'corpus-gap':
    'The judge finds no chunk of the corpus that states it, among those that contain the answer (corpus gap).',
  'ranking-gap': 'The judge finds it in another chunk of the corpus (ranking gap):',
  'not-checked': 'Whether another chunk of the corpus states it has not been checked.',
  'no-answer':
    'Whether another chunk of the corpus states it cannot be checked: the hop has no gold answer to look for.',
  inconclusive:
    'Whether another chunk of the corpus states it is open: the judge could not decide on some of those that contain the answer.',
} as const;

/** What speaks against the judge: the string of the answer in the labelled passage. */
const doubtOf = (chunk: string | null): Markup | null =>
  chunk === null
    ? null
    : html`<div>The answer stands in the labelled passage <code>${clip(chunk, LENGTHS.name)}</code>; the judge may be wrong: read it.</div>`;

/** The judge's word on a hop: cell, probability, the passage it rests on, and what stands in the corpus. */
const factOf = ({ cell, judgement, corpusGap }: HopDiagnosis): Markup | null => {
  if (judgement === null) return null;
  const word =
    judgement.present === null
      ? judgement.state === 'inconclusive'
        ? 'inconclusive'
        : `${judgement.judged} of ${judgement.of} passages judged`
      : judgement.present
        ? 'found by the judge'
        : 'not found by the judge';
  const score =
    judgement.probability === null
      ? null
      : html` <span class="dim">(at most ${judgement.probability.toFixed(2)}${judgement.chunk === null ? '' : `, in ${clip(judgement.chunk, LENGTHS.name)}`})</span>`;
  const gap =
    corpusGap === null
      ? null
      : html`<div>${GAPS[corpusGap.verdict]}${corpusGap.chunk === null ? null : html` <code>${clip(corpusGap.chunk, LENGTHS.name)}</code>`}${corpusGap.verdict === 'no-answer' ? null : html` <span class="dim">${corpusGap.judged} of ${corpusGap.candidates} candidates judged</span>`}${doubtOf(corpusGap.answerChunk)}</div>`;
  return html`<div class="small">${cell.accumulated === null ? null : chip(CELL_TERMS[cell.accumulated])} fact ${word}${score}${gap}</div>`;
};

const askedOf = ({ ownQuery, bestQuery }: HopDiagnosis): Markup | null => {
  const query = ownQuery ?? bestQuery;
  return query === null
    ? null
    : html`<div class="small"><span class="dim">${ownQuery === null ? 'best query' : 'asked'}</span> <q dir="auto">${clip(query, LENGTHS.query)}</q></div>`;
};

const more = (count: number, what: string): Markup | null =>
  count <= 0 ? null : html`<div class="small dim">and ${count} more ${what}</div>`;

const passages = (golds: readonly GoldDiagnosis[], input: ReportInput): Markup =>
  html`${golds.slice(0, LIMITS.golds).map((gold) => passageOf(gold, input))}${more(golds.length - LIMITS.golds, 'gold passages')}`;

const card = (term: Term, head: string, body: Markup): Markup =>
  html`<li class="hop fill ${term.tone} ${term.tone === 'present' ? '' : 'broken'}"><div class="top small dim"><span>${head}</span>${chip(term)}</div>${body}</li>`;

const hopCard = (hop: HopDiagnosis, one: QuestionDiagnosis, input: ReportInput): Markup => {
  const golds = one.golds.filter(({ gold }) => hop.goldIds.includes(gold.id));
  const needs =
    hop.dependsOn.length > 0 ? ` · needs hop ${hop.dependsOn.slice(0, LIMITS.links).join(', ')}` : '';
  const answers =
    hop.answers[0] === undefined
      ? null
      : html`<div class="small"><span class="dim">gold answer</span> <b dir="auto">${clip(hop.answers[0], LENGTHS.answer)}</b></div>`;
  return card(
    worst(golds),
    `Hop ${hop.hop}${needs}`,
    html`<h5 dir="auto">${clip(hop.subQuestion, LENGTHS.query)}</h5>${answers}${askedOf(hop)}${passages(golds, input)}${factOf(hop)}`,
  );
};

const goldCard = (gold: GoldDiagnosis, input: ReportInput): Markup =>
  card(state(gold), 'Gold passage', passageOf(gold, input));

const link = (broken: boolean): Markup =>
  html`<li class="link ${broken ? 'cut' : ''}" aria-hidden="true"><span>${broken ? '✕' : '→'}</span></li>`;

/** A card a hop, or a gold passage where no hops are labelled; a link before each but the first. */
const chainOf = (one: QuestionDiagnosis, input: ReportInput): Markup => {
  const hops = one.hops.slice(0, LIMITS.links);
  const cards =
    hops.length > 0
      ? hops.flatMap((hop, index) => {
          const lost = one.golds.some(({ gold, retrieved }) => hop.goldIds.includes(gold.id) && !retrieved);
          return [index > 0 ? link(lost) : null, hopCard(hop, one, input)];
        })
      : one.golds.slice(0, LIMITS.links).map((gold) => goldCard(gold, input));
  if (cards.length === 0)
    return html`<p class="small dim">No gold passage is labelled, so there is no chain to draw.</p>`;
  const left = Math.max(one.hops.length, one.hops.length > 0 ? 0 : one.golds.length) - LIMITS.links;
  return html`${scroll(`Chain of ${clip(one.question.id, LENGTHS.name)}`, html`<ol class="chain">${cards}</ol>`)}${more(left, 'links')}`;
};

/** What this question was shown, for whoever checks it against the corpus. */
const retrievedOf = ({ retrieved }: QuestionDiagnosis): Markup | null =>
  retrieved.length === 0
    ? null
    : html`<details><summary class="small">What was retrieved: ${retrieved.length} ${retrieved.length === 1 ? 'chunk' : 'chunks'}</summary><ol class="small">${retrieved.slice(0, LIMITS.retrieved).map((chunk) => html`<li><code>${clip(chunk, LENGTHS.name)}</code></li>`)}</ol>${more(retrieved.length - LIMITS.retrieved, 'chunks, in questions.jsonl')}</details>`;

const verdictOf = ({ correct, abstained, answer }: QuestionDiagnosis): string => {
  if (answer === null) return '';
  if (abstained === true) return 'abstained';
  return correct === null ? 'not judged' : correct ? 'called right' : 'called wrong';
};

const answersOf = (one: QuestionDiagnosis): Markup => {
  const gold = one.question.answers[0];
  const given =
    one.answer === null
      ? null
      : html`<div><dt>Answered (${verdictOf(one)})</dt><dd dir="auto">${one.answer === '' ? '–' : clip(one.answer, LENGTHS.answer)}</dd></div>`;
  const wanted =
    gold === undefined
      ? null
      : html`<div><dt>Gold answer</dt><dd dir="auto">${clip(gold, LENGTHS.answer)}</dd></div>`;
  return given === null && wanted === null ? html`` : html`<dl class="answers small">${given}${wanted}</dl>`;
};

/** One failure: the question, what went wrong and what is said of it, its answers, and the chain as cards. */
export const caseOf = (
  { question: one, kind, ofKind, fix }: InstructiveFailure,
  input: ReportInput,
  fixHref: string,
): Markup => {
  const kindTerm = KIND_TERMS[kind];
  const verdict = VERDICT_TERMS[one.verdict];
  const example =
    fix === null ? null : html` · example for <a href="${fixHref}-${fix + 1}">fix ${fix + 1}</a>`;
  return html`<article class="panel case"><h4 dir="auto">${clip(one.question.text, LENGTHS.question)}</h4><div class="small">${chip(kindTerm)} ${kindTerm.label === verdict.label ? null : chip(verdict)} <span class="dim">1 of ${ofKind} of this kind · <code>${clip(one.question.id, LENGTHS.name)}</code>${example}</span></div><p dir="auto">${clip(one.explanation, LENGTHS.prose)}</p>${answersOf(one)}${chainOf(one, input)}${retrievedOf(one)}</article>`;
};
