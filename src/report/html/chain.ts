import type { GoldDiagnosis, HopDiagnosis, QuestionDiagnosis } from '../../domain/diagnosis';
import { systemName } from '../../domain/names';
import type { ReportInput } from '../input';
import { html, type Markup } from './escape';
import { rank } from './numbers';
import { CELL_TERMS, chip, type Term, VERDICT_TERMS } from './terms';

/** Characters of a gold passage that a card shows. */
const EXCERPT = 280;

const excerpt = (text: string): string =>
  text.length <= EXCERPT ? text : `${text.slice(0, EXCERPT).replace(/\s+\S*$/u, '')} …`;

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
      : html`<div class="small"><b>Certificate ${gold.certificate.level}</b> <span class="dim">rank ${gold.certificate.rank}, score ${gold.certificate.score?.toPrecision(3) ?? 'not recorded'}, asked by the run “${systemName(gold.certificate.system)}”:</span> <code>${gold.certificate.query}</code></div>`;
  return html`<div class="small dim">best rank in the run: ${rank(gold.bestRank)}</div><div class="passage"><b dir="auto">${title}</b><span dir="auto">${excerpt(text)}</span></div>${certificate}`;
};

const GAPS = {
  'corpus-gap':
    'The judge finds no chunk of the corpus that states it, among those that contain the answer (corpus gap).',
  'ranking-gap': 'The judge finds it in another chunk of the corpus (ranking gap):',
  'not-checked': 'Whether another chunk of the corpus states it has not been checked.',
} as const;

/** What speaks against the judge: the string of the answer in the labelled passage. */
const doubtOf = (chunk: string | null): Markup | null =>
  chunk === null
    ? null
    : html`<div>The answer stands in the labelled passage <code>${chunk}</code>; the judge may be wrong: read it.</div>`;

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
      : html` <span class="dim">(at most ${judgement.probability.toFixed(2)}${judgement.chunk === null ? '' : `, in ${judgement.chunk}`})</span>`;
  const gap =
    corpusGap === null
      ? null
      : html`<div>${GAPS[corpusGap.verdict]}${corpusGap.chunk === null ? null : html` <code>${corpusGap.chunk}</code>`} <span class="dim">${corpusGap.judged} of ${corpusGap.candidates} candidates judged</span>${doubtOf(corpusGap.answerChunk)}</div>`;
  return html`<div class="small">${cell.accumulated === null ? null : chip(CELL_TERMS[cell.accumulated])} fact ${word}${score}${gap}</div>`;
};

const hopCard = (hop: HopDiagnosis, one: QuestionDiagnosis, input: ReportInput): Markup => {
  const golds = one.golds.filter(({ gold }) => hop.goldIds.includes(gold.id));
  const term = worst(golds);
  const needs = hop.dependsOn.length > 0 ? ` · needs hop ${hop.dependsOn.join(', ')}` : '';
  const answers =
    hop.answers[0] === undefined
      ? null
      : html`<div class="small"><span class="dim">gold answer</span> <b dir="auto">${hop.answers[0]}</b></div>`;
  return html`<li class="hop fill ${term.tone} ${term.tone === 'present' ? '' : 'broken'}"><div class="top small dim"><span>Hop ${hop.hop}${needs}</span>${chip(term)}</div><h4 dir="auto">${hop.subQuestion}</h4>${answers}${golds.map((gold) => passageOf(gold, input))}${factOf(hop)}</li>`;
};

const goldCard = (gold: GoldDiagnosis, input: ReportInput): Markup => {
  const term = state(gold);
  return html`<li class="hop fill ${term.tone} ${term.tone === 'present' ? '' : 'broken'}"><div class="top small dim"><span>Gold passage</span>${chip(term)}</div>${passageOf(gold, input)}</li>`;
};

const link = (broken: boolean): Markup =>
  html`<li class="link ${broken ? 'cut' : ''}" aria-hidden="true"><span>${broken ? '✕' : '→'}</span></li>`;

/** One failure: the question, its verdict, where the chain breaks, and the chain as cards. */
export const caseOf = (one: QuestionDiagnosis, input: ReportInput): Markup => {
  const cards =
    one.hops.length > 0
      ? one.hops.flatMap((hop, index) => {
          const lost = one.golds.some(({ gold, retrieved }) => hop.goldIds.includes(gold.id) && !retrieved);
          return [index > 0 ? link(lost) : null, hopCard(hop, one, input)];
        })
      : one.golds.map((gold) => goldCard(gold, input));
  const answers =
    one.question.answers[0] === undefined
      ? null
      : html`<span class="dim">gold answer <b dir="auto">${one.question.answers[0]}</b></span>`;
  const answered =
    one.answer === null ? null : html`<span class="dim">answered <b dir="auto">${one.answer}</b></span>`;
  return html`<article class="panel case"><h3 dir="auto">${one.question.text}</h3><div class="small">${chip(VERDICT_TERMS[one.verdict])} ${answered} ${answers}</div><p class="dim">${one.explanation}</p><ol class="chain" style="list-style:none;margin:0;padding-left:2px" aria-label="Chain of hops">${cards}</ol></article>`;
};
