import { describe, expect, it } from 'vitest';
import { type AnswerJudgement, diagnoseRun } from '../../src/diagnosis';
import type { QuestionEvent, RunTrace } from '../../src/domain/trace';
import {
  answer,
  failure,
  gold,
  header,
  hop,
  limit,
  mapping,
  prepare,
  question,
  register,
  requirement,
  run,
  search,
} from './build';

const complete = search(['a#0', 'b#0']);
const partial = search(['a#0', 'x#0']);
const wrong = answer('x');
const falseResolution = register([requirement('r1', 'resolved', ['x#0'])]);
const foundB = search(['b#0'], { hop: 2, purpose: 'oracle', query: 'ideal' });

const diagnosed = (
  events: Record<string, QuestionEvent[]>,
  more: { judgements?: Record<string, AnswerJudgement>; others?: RunTrace[] } = {},
) => {
  const ids = Object.keys(events);
  return diagnoseRun(
    prepare({
      questions: ids.map((id) =>
        question([gold('a'), gold('b')], { id, hops: [hop(1, ['a']), hop(2, ['b'])] }),
      ),
      mappings: ids.flatMap((id) => ['a', 'b'].map((one) => mapping(one, { question: id }))),
      run: run(header('own', { system: 'execution-rag' }), events),
      ...more,
    }),
    5,
    { questions: false },
  );
};
const words = ({ finding }: ReturnType<typeof diagnosed>): string =>
  finding.parts.map(({ text }) => text).join('');
const fixOf = (whole: ReturnType<typeof diagnosed>, id: string) => whole.fixes.find((fix) => fix.id === id);

describe('the finding of a run that answers', () => {
  it('counts wrong answers by cause, the largest first, and says where to start', () => {
    const whole = diagnosed(
      {
        drift1: [partial, wrong],
        drift2: [partial, wrong],
        lost: [partial, wrong],
        reason: [complete, wrong],
        false: [partial, falseResolution, wrong],
        quit: [complete, answer('', true)],
        fine: [complete, answer('the answer')],
        lucky: [partial, answer('the answer')],
      },
      { others: [run(header('probe', { system: 'probe-oracle' }), { drift1: [foundB], drift2: [foundB] })] },
    );
    expect(words(whole)).toBe(
      'Of 6 wrong answers among 8 judged, 2 lack a passage that this retriever can reach: the search drifts; ' +
        '1 gave up; 1 had every passage and still went wrong; 1 took a requirement as resolved without its evidence; ' +
        '1 lacks a passage that no query has found yet, which proves nothing. 1 answer is right without complete evidence. ' +
        'Start here: decompose before searching.',
    );
    expect(whole.finding.parts.flatMap(({ emphasis }) => emphasis ?? [])).toEqual([
      'search-drift',
      'gave-up',
      'reasoning-error',
      'false-resolution',
      'unreached',
    ]);
  });

  it('says so when every judged answer is right', () => {
    expect(words(diagnosed({ q1: [complete, answer('the answer')] }))).toBe(
      'The one judged answer is right.',
    );
  });
});

describe('fixes of a run that answers', () => {
  it('route by category: an answer given up or misjudged is no failure to reason', () => {
    const whole = diagnosed(
      {
        reason: [complete, wrong],
        judge: [complete, answer('surely the answer')],
        quit: [complete, answer('', true)],
        forced: [partial, limit(), answer('x', false, true)],
        false: [partial, falseResolution, wrong],
      },
      { judgements: { judge: { correct: false } } },
    );
    const questions = Object.fromEntries(whole.fixes.map((fix) => [fix.id, fix.questions]));
    expect(questions).toMatchObject({
      'verify-answers': ['reason'],
      'check-answer-judge': ['judge'],
      'answer-when-complete': ['quit'],
      'raise-budget': ['forced'],
      'verify-resolutions': ['false'],
    });
    expect(fixOf(whole, 'verify-answers')?.evidence).toContain('In 1 of 3 questions with complete evidence');
    expect(fixOf(whole, 'raise-budget')?.evidence).toContain('1 of 2 answers given up was forced');
    expect(fixOf(whole, 'verify-resolutions')?.evidence).toContain('No classifier has scored these items.');
  });

  it('rank by the questions that are not answered rightly, and name those that are', () => {
    const deep = search(['a#0', 'x#0', 'y#0', 'z#0', 'w#0', 'v#0', 'b#0']);
    const whole = diagnosed({
      r1: [deep, answer('the answer')],
      r2: [deep, answer('the answer')],
      r3: [deep, wrong],
      w1: [complete, wrong],
      w2: [complete, wrong],
    });
    expect(whole.fixes.map(({ id, questions }) => [id, questions.length]).slice(0, 2)).toEqual([
      ['verify-answers', 2],
      ['raise-k', 3],
    ]);
    expect(fixOf(whole, 'raise-k')?.evidence).toMatch(
      /2 of the 3 questions it touches are answered rightly all the same\.$/,
    );
  });
});

describe('silent outages get a banner and no advice', () => {
  const failed = (code: string): QuestionEvent => ({ ...failure('No reply.'), code }) as QuestionEvent;

  it.each([
    ['llm-network', 'all-failed', 'Both questions of this run ended in an error'],
    ['llm-reply', 'unparsed-replies', 'No reply of the model could be read in any of 2 questions'],
  ])('every question failed with %s: %s', (code, warning, sentence) => {
    const whole = diagnosed({ q1: [partial, failed(code)], q2: [failed(code)] });
    expect(whole.warnings[0]).toMatchObject({ code: warning, count: 2 });
    expect(whole.warnings[0]?.message).toContain('The first says: No reply.');
    expect(words(whole)).toContain(sentence);
    expect(whole.fixes).toEqual([]);
  });

  it('replies that could not be read beside another error are failures of every call', () => {
    const whole = diagnosed({ q1: [failed('llm-reply')], q2: [failed('llm-timeout')] });
    expect(whole.warnings[0]?.code).toBe('all-failed');
  });

  it('one question that worked is no outage', () => {
    const whole = diagnosed({ q1: [failed('llm-network')], q2: [partial, wrong] });
    expect(whole.warnings.map(({ code }) => code)).toContain('errors');
    expect(whole.warnings.map(({ code }) => code)).not.toContain('all-failed');
    expect(whole.fixes.length).toBeGreaterThan(0);
  });

  it('an answer judge without one readable verdict is an outage of the judge, and with one it is not', () => {
    const events = { q1: [complete, wrong], q2: [partial, wrong] };
    const none = diagnosed(events, { judgements: { q1: { correct: null }, q2: { correct: null } } });
    expect(none.warnings[0]).toMatchObject({ code: 'unparsed-verdicts', count: 2 });
    expect(none.fixes).toEqual([]);
    expect(none.unjudged).toBe(2);
    const one = diagnosed(events, { judgements: { q1: { correct: null }, q2: { correct: false } } });
    expect(one.warnings.map(({ code }) => code)).not.toContain('unparsed-verdicts');
    expect(one.warnings.map(({ code }) => code)).toContain('unjudged');
  });
});
