import { describe, expect, it } from 'vitest';
import { CATEGORIES } from '../../../src/domain/category';
import type { Certificate, QuestionDiagnosis } from '../../../src/domain/diagnosis';
import type { QuestionEvent } from '../../../src/domain/trace';
import { causeOf } from '../../../src/ui/screens/question/cause';
import type { Voice } from '../../../src/ui/screens/question/voices';
import { diagnosisOf } from '../chain/fixture';

const certificate: Certificate = {
  level: 'C',
  run: 'probe',
  system: 'probe-oracle',
  purpose: 'oracle',
  query: 'Which guild had Maren?',
  rank: 2,
  score: 3,
  chunk: 'd2#0',
};
const diagnosis = (more: Partial<QuestionDiagnosis> = {}): QuestionDiagnosis => {
  const base = diagnosisOf(5, [
    { question: 'Who built it?', answer: 'Maren', rank: 1 },
    { question: 'Which guild had #1?', answer: 'Glaziers', dependsOn: [1], rank: 31 },
    { question: 'Where?', answer: 'Senn', rank: null, inCorpus: false },
  ]);
  const [first, second, third] = base.golds;
  if (first === undefined || second === undefined || third === undefined) throw new Error('golds expected');
  return { ...base, golds: [first, { ...second, certificate }, third], ...more };
};
const answer = (forced: boolean): QuestionEvent => ({
  event: 'answer',
  question: 'q',
  step: 3,
  text: 'x',
  abstained: !forced,
  forced,
});
const voice = (kind: Voice['kind'], verdict: Voice['verdict'], reason = ''): Voice => ({
  kind,
  name: kind,
  verdict,
  reason,
  counts: false,
});
const facts = (more: Partial<Parameters<typeof causeOf>[1]> = {}) => ({
  diagnosis: diagnosis(),
  events: [],
  voices: [],
  k: 5,
  titleOf: (gold: string) => `title of ${gold}`,
  ...more,
});

describe('what stands behind a category', () => {
  it('search drift: the query, the rank and who asked, of each missed passage that is in the corpus', () => {
    expect(causeOf('search-drift', facts())).toEqual([
      '“title of g2” stands at rank 2 for the query “Which guild had Maren?” on the same retriever (certificate C: the sub-question with its bridge answers, in the run “oracle”).',
    ]);
  });
  it('search drift past what the agent was shown: its own query had it', () => {
    const own: Certificate = { ...certificate, level: 'A', purpose: 'agent', query: 'guild', rank: 4 };
    const golds = diagnosis().golds.map((gold) =>
      gold.certificate === null ? gold : { ...gold, certificate: own },
    );
    expect(causeOf('search-drift', facts({ diagnosis: diagnosis({ golds }) }))[0]).toContain(
      '(certificate A: a query of its own, of which it asked to be shown less)',
    );
  });
  it('unreached: that nothing found it, and that this proves nothing', () => {
    const golds = diagnosis().golds.map((gold) => ({ ...gold, certificate: null }));
    const [only, ...more] = causeOf('unreached', facts({ diagnosis: diagnosis({ golds }) }));
    expect(more).toEqual([]);
    expect(only).toBe(
      'No query tried so far finds “title of g2” within k = 5; this proves nothing about whether one could.',
    );
  });
  it('gave up: by an abstention, or by which budget and how much of it', () => {
    expect(causeOf('gave-up', facts({ events: [answer(false)] }))).toEqual([
      'It abstained: it says that it has no answer.',
    ]);
    const limit: QuestionEvent = {
      event: 'limit',
      question: 'q',
      step: 2,
      limit: 'context',
      used: 130_000,
      of: 128_000,
    };
    expect(causeOf('gave-up', facts({ events: [limit, answer(true)] }))).toEqual([
      'The budget of context tokens ran out (130,000 of 128,000): the answer after this is forced.',
    ]);
    expect(causeOf('gave-up', facts({ events: [answer(true)] }))).toHaveLength(1);
  });
  it('judge error: what the judge said, and what speaks against it', () => {
    const voices = [
      voice('person', 'correct'),
      voice('judge', 'incorrect', 'another name'),
      voice('match', 'correct'),
    ];
    const match = { contain: true, exact: false, f1: 0.5 };
    expect(causeOf('judge-error', facts({ voices, diagnosis: diagnosis({ match }) }))).toEqual([
      'judge calls it wrong: “another name”',
      'You say that it is right.',
      'A gold answer or alias stands in it.',
    ]);
    // A judge that called it right is no judge in error.
    expect(causeOf('judge-error', facts({ voices: [voice('judge', 'correct')] }))).toEqual([]);
  });
  it('names what the corpus lacks, and counts resolutions without gold evidence', () => {
    expect(causeOf('not-in-corpus', facts())).toEqual(['“title of g3” has no chunk in the corpus.']);
    const premature = [{ id: 'r1', text: 't', note: '', support: ['x#0'], step: 4, score: null }];
    expect(causeOf('false-resolution', facts({ diagnosis: diagnosis({ premature }) }))[0]).toContain(
      'One requirement',
    );
  });
  it('never claims more than is proven, for any category', () => {
    for (const category of CATEGORIES)
      for (const sentence of causeOf(category, facts()))
        expect(sentence).not.toMatch(/cannot be (found|reached)/);
  });
});
