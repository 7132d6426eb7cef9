import { describe, expect, it } from 'vitest';
import type { CorpusGap, HopJudgement } from '../../../src/domain/presence';
import { gapWords, judgedWords, judgementTerm } from '../../../src/ui/components/chain/fact-words';
import { chainView } from '../../../src/ui/components/chain/hop-view';
import { PRESENCE } from '../../../src/ui/messages';
import { diagnosisOf } from './fixture';

const judged: HopJudgement = {
  state: 'scored',
  present: true,
  probability: 0.62,
  chunk: 'd1#0',
  judged: 7,
  of: 7,
};

describe('judgedWords', () => {
  it('sets the probability against the threshold and says how many passages it is the best of', () => {
    expect(judgedWords(judged, 0.3)).toBe('62%, threshold 30%, best of 7 passages');
    expect(judgedWords({ ...judged, judged: 3 }, 0.3)).toBe(
      '62%, threshold 30%, best of 3 judged of 7 passages',
    );
  });
  it('never reads a missing word as a zero', () => {
    expect(
      judgedWords({ ...judged, state: 'not-judged', present: null, probability: 0.1, judged: 4 }, 0.3),
    ).toBe('10%, threshold 30%, 4 of 7 passages judged so far');
    expect(
      judgedWords({ ...judged, state: 'inconclusive', present: null, probability: null, judged: 0 }, 0.3),
    ).toBe('the judge could not decide on any passage');
    expect(judgedWords({ ...judged, present: false, probability: null, judged: 0, of: 0 }, 0.3)).toMatch(
      /nothing was retrieved/,
    );
  });
});

describe('judgementTerm', () => {
  it('has a term for every state', () => {
    expect(judgementTerm(judged)).toBe(PRESENCE.present);
    expect(judgementTerm({ ...judged, present: false })).toBe(PRESENCE.absent);
    expect(judgementTerm({ ...judged, state: 'inconclusive', present: null })).toBe(PRESENCE.inconclusive);
    expect(judgementTerm({ ...judged, state: 'errored', present: null })).toBe(PRESENCE.errored);
    expect(judgementTerm({ ...judged, state: 'not-judged', present: null })).toBe(PRESENCE.notJudged);
  });
});

describe('gapWords', () => {
  const gap: CorpusGap = {
    verdict: 'corpus-gap',
    candidates: 4,
    judged: 4,
    chunk: null,
    probability: 0.2,
    answerChunk: null,
  };
  it('tells a corpus without the answer from one whose passages do not state it', () => {
    expect(gapWords({ ...gap, candidates: 0, judged: 0, probability: null })).toMatch(
      /^no passage of the corpus/,
    );
    expect(gapWords(gap)).toBe(
      '4 passages of the corpus contain the answer, and the judge finds the fact in none of them (the best reaches 20%).',
    );
    expect(gapWords({ ...gap, verdict: 'ranking-gap', candidates: 1 })).toMatch(
      /^1 passage of the corpus contains the answer; by the judge’s word one of them states the fact/,
    );
    expect(gapWords({ ...gap, verdict: 'not-checked', judged: 1 })).toBe(
      '1 of 4 passages that contain the answer is judged.',
    );
  });
  it('names what judging cannot settle', () => {
    const words = gapWords({ ...gap, verdict: 'no-answer', candidates: 0, judged: 0, probability: null });
    expect(words).toBe('the hop has no gold answer, so there is nothing to look for in the corpus.');
    expect(gapWords({ ...gap, verdict: 'inconclusive', judged: 3 })).toBe(
      'the judge could not decide on 1 of 4 passages that contain the answer, and finds the fact in no other (the best reaches 20%).',
    );
  });
  it('says what speaks against the judge, whatever the gap', () => {
    for (const verdict of ['corpus-gap', 'ranking-gap', 'not-checked', 'inconclusive'] as const)
      expect(gapWords({ ...gap, verdict, answerChunk: 'd1#0' })).toMatch(
        /The answer stands in the labelled passage; the judge may be wrong: read it\.$/,
      );
  });
});

describe('a card of the chain', () => {
  const bare = diagnosisOf(5, [{ question: 'Who built it?', answer: 'Maren', rank: 1 }]);
  it('has no judgement while no judge has scored the run', () => {
    expect(chainView(bare, [], 'accumulated', 5).hops[0]?.fact).toBeNull();
  });
  it('takes the cell of the reading in view', () => {
    const hops = bare.hops.map((hop) => ({
      ...hop,
      judgement: judged,
      cell: { accumulated: 'fact-present', matched: 'alternate-evidence' } as const,
    }));
    const of = (criterion: 'accumulated' | 'matched') =>
      chainView({ ...bare, hops }, [], criterion, 5).hops[0]?.fact;
    expect(of('accumulated')).toMatchObject({ cell: 'fact-present', asked: 'Who built it?', gap: null });
    expect(of('matched')?.cell).toBe('alternate-evidence');
  });
});
