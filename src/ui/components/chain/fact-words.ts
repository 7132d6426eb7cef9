/** The judge's word on a hop, in words. Pure. */
import type { CorpusGap, HopJudgement } from '../../../domain/presence';
import { percent, plural } from '../../format';
import { PRESENCE, type TermText, WORD } from '../../messages';

export const judgementTerm = (judgement: HopJudgement): TermText => {
  if (judgement.state === 'errored') return PRESENCE.errored;
  if (judgement.state === 'inconclusive') return PRESENCE.inconclusive;
  if (judgement.state === 'not-judged' || judgement.present === null) return PRESENCE.notJudged;
  return judgement.present ? PRESENCE.present : PRESENCE.absent;
};

/** "62%, threshold 30%, best of 7 passages"; says why there is no word where there is none. */
export function judgedWords(judgement: HopJudgement, threshold: number): string {
  const { state, probability, judged, of } = judgement;
  if (of === 0) return 'nothing was retrieved up to this hop, so nothing states it';
  const best = probability === null ? '' : `${percent(probability, 0)}, threshold ${percent(threshold, 0)}, `;
  if (state === 'inconclusive') {
    return judged === 0
      ? 'the judge could not decide on any passage'
      : `${best}but the judge could not decide on ${of - judged} of ${plural(of, 'passage')}`;
  }
  if (state === 'not-judged') return `${best}${judged} of ${plural(of, 'passage')} judged so far`;
  const seen = judged === of ? plural(of, 'passage') : `${judged} judged of ${plural(of, 'passage')}`;
  return `${best}best of ${seen}`;
}

/** What the state of a gap is called; null: not checked yet, which is no finding. */
export const gapTerm = ({ verdict }: CorpusGap): TermText | null =>
  ({
    'corpus-gap': WORD.corpusGap,
    'ranking-gap': WORD.rankingGap,
    'no-answer': WORD.gapNoAnswer,
    inconclusive: WORD.gapInconclusive,
    'not-checked': null,
  })[verdict];

/** What the corpus holds when the passage was found and the fact was not. */
export function gapWords(gap: CorpusGap): string {
  const doubt =
    gap.answerChunk === null
      ? ''
      : ' The answer stands in the labelled passage; the judge may be wrong: read it.';
  if (gap.verdict === 'no-answer')
    return `the hop has no gold answer, so there is nothing to look for in the corpus.${doubt}`;
  const contain = `${plural(gap.candidates, 'passage')} of the corpus ${gap.candidates === 1 ? 'contains' : 'contain'} the answer`;
  if (gap.verdict === 'ranking-gap')
    return `${contain}; by the judge’s word one of them states the fact and was not retrieved.${doubt}`;
  if (gap.verdict === 'corpus-gap') {
    return gap.candidates === 0
      ? `no passage of the corpus contains the answer or an alias.${doubt}`
      : `${contain}, and the judge finds the fact in none of them${gap.probability === null ? '' : ` (the best reaches ${percent(gap.probability, 0)})`}.${doubt}`;
  }
  const that = `${plural(gap.candidates, 'passage')} that ${gap.candidates === 1 ? 'contains' : 'contain'} the answer`;
  if (gap.verdict === 'inconclusive')
    return `the judge could not decide on ${gap.candidates - gap.judged} of ${that}${gap.probability === null ? '' : `, and finds the fact in no other (the best reaches ${percent(gap.probability, 0)})`}.${doubt}`;
  return `${gap.judged} of ${that} ${gap.judged === 1 ? 'is' : 'are'} judged.${doubt}`;
}
