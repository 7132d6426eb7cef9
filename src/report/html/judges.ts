import { standingWords } from '../../diagnosis/standing';
import type { RecordedAnswer } from '../../domain/answer-judgement';
import type { RunDiagnosis } from '../../domain/diagnosis';
import { judgeName } from '../../domain/names';
import { type AnswerJudge, answerJudging } from '../answer-judges';
import { html, type Markup } from './escape';
import { clip, LENGTHS } from './limits';
import { scroll } from './scroll';

const NOBODY = 'Nobody has checked this judge on these answers.';

const checkWords = ({ n, agree, kappa }: AnswerJudge['check']): string =>
  n === 0
    ? NOBODY
    : `A person has judged ${n} of the same answers and agrees on ${agree}${
        kappa === null
          ? '; κ is not defined, because both have said one and the same word throughout'
          : ` (κ ${kappa.value.toFixed(2)} [${kappa.low.toFixed(2)}, ${kappa.high.toFixed(2)}])`
      }.`;

const row = (what: string, who: string, words: string, check: string): Markup =>
  html`<tr><th scope="row">${what}</th><td><bdi>${clip(who, LENGTHS.name)}</bdi></td><td>${words}</td><td>${check}</td></tr>`;

const factRow = ({ hops: { presence, n } }: RunDiagnosis): Markup => {
  const what = 'Do the passages state the fact of a hop?';
  if (presence === null)
    return row(
      what,
      'nobody',
      n === 0 ? 'no sub-questions are labelled' : `none of ${n} hops`,
      'Nothing in this section rests on a judge of facts.',
    );
  const { scored, hops, inconclusive, notJudged } = presence;
  return row(
    what,
    `${judgeName(presence.space)}, present from probability ${presence.threshold} on`,
    `${scored} of ${hops} hops; ${inconclusive} inconclusive, ${notJudged} not judged`,
    standingWords(presence.check ?? null),
  );
};

const answerRows = (diagnosis: RunDiagnosis, records: readonly RecordedAnswer[]): Markup[] => {
  const judging = answerJudging(diagnosis.questions, records);
  const what = 'Is the answer right?';
  if (judging === null) return [row(what, 'nobody', 'the run gives no answers', '–')];
  const { answers, person, compared, judges } = judging;
  return [
    ...(person === 0
      ? []
      : [row(what, 'a person', `${person} of ${answers} answers`, 'The word that counts.')]),
    ...judges.map((judge) =>
      row(
        what,
        judgeName(judge.space),
        `${judge.words} of ${answers} answers; ${judge.unjudged} without a verdict`,
        checkWords(judge.check),
      ),
    ),
    ...(compared === 0
      ? []
      : [
          row(
            what,
            'no judge: words compared with the gold answers',
            `${compared} of ${answers} answers`,
            'A rule, not a judge: an answer is right when a gold answer or an alias stands in it.',
          ),
        ]),
  ];
};

/** Whose word the figures rest on, on how much of the run, and whether a person has checked it. */
export const judgePanel = (diagnosis: RunDiagnosis, records: readonly RecordedAnswer[]): Markup =>
  html`<div class="panel full"><h3>Who judged, and was it checked?</h3>${scroll('Judges', html`<table><caption class="small">Whether a passage was retrieved needs no judge: it follows from labels and ranks.</caption><thead><tr><th scope="col">Question</th><th scope="col">Judge</th><th scope="col">Coverage</th><th scope="col">Checked by a person</th></tr></thead><tbody>${factRow(diagnosis)}${answerRows(diagnosis, records)}</tbody></table>`)}</div>`;
