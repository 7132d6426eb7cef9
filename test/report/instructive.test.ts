import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fix, GoldDiagnosis, HopDiagnosis, QuestionDiagnosis } from '../../src/domain/diagnosis';
import { VERDICTS } from '../../src/domain/diagnosis';
import { instructive, kindOf } from '../../src/report/html/instructive';
import { reportInput } from './make';

const [template] = reportInput().runs[0]?.diagnosis.questions ?? [];
const [hopTemplate] = template?.hops ?? [];
const [goldTemplate] = template?.golds ?? [];
if (template === undefined || hopTemplate === undefined || goldTemplate === undefined)
  throw new Error('q1 has two hops with a gold passage each');

interface Shape {
  verdict: QuestionDiagnosis['verdict'];
  /** One entry a hop: is its passage retrieved? */
  chain?: readonly boolean[];
  /** Every missing passage has a certificate. */
  certified?: boolean;
  more?: Partial<QuestionDiagnosis>;
}

const failed = (
  id: string,
  { verdict, chain = [true, false], certified = false, more = {} }: Shape,
): QuestionDiagnosis => {
  const golds: GoldDiagnosis[] = chain.map((retrieved, at) => ({
    ...goldTemplate,
    gold: { id: `g${at}` },
    retrieved,
    certificate:
      retrieved || !certified
        ? null
        : { level: 'C', run: 'r', system: 's', purpose: 'oracle', query: 'q', rank: 1, score: 1, chunk: 'c' },
  }));
  const hops: HopDiagnosis[] = chain.map((_, at) => ({ ...hopTemplate, hop: at + 1, goldIds: [`g${at}`] }));
  return {
    ...template,
    question: { ...template.question, id },
    verdict,
    golds,
    hops,
    missing: chain.flatMap((retrieved, at) => (retrieved ? [] : [`${at + 1}`])),
    ...more,
  };
};

const fix = (id: string, questions: string[]): Fix => ({
  id,
  title: id,
  evidence: '',
  questions,
  action: null,
});
const ids = (questions: QuestionDiagnosis[], fixes: Fix[], most = 20): string[] =>
  instructive(questions, fixes, most).shown.map(({ question }) => question.question.id);

describe('the kind of a failure', () => {
  it('is the cause of a wrong answer, else the verdict, else what the judge misses', () => {
    const wrong = { paper: 'search-drift', 'register-blind': 'unreached' } as const;
    expect(kindOf(failed('a', { verdict: 'hop-miss', more: { category: wrong, correct: false } }))).toBe(
      'search-drift',
    );
    expect(kindOf(failed('a', { verdict: 'hop-miss' }))).toBe('hop-miss');
    expect(
      kindOf(failed('a', { verdict: 'hop-miss', more: { correct: true, ungroundedCorrect: true } })),
    ).toBe('ungrounded');
    expect(kindOf(failed('a', { verdict: 'pass', more: { correct: true } }))).toBeNull();
    expect(kindOf(failed('a', { verdict: 'hop-miss', more: { error: 'failed' } }))).toBeNull();
    const complete = failed('a', { verdict: 'evidence-complete', chain: [true, true] });
    expect(kindOf(complete)).toBeNull();
    const cell = { accumulated: 'extraction-failure', matched: null } as const;
    expect(kindOf({ ...complete, hops: complete.hops.map((hop) => ({ ...hop, cell })) })).toBe(
      'extraction-failure',
    );
  });
});

describe('the most instructive failures', () => {
  it('of the run that can be counted by hand', () => {
    const { questions, fixes } = reportInput().runs[0]?.diagnosis ?? { questions: [], fixes: [] };
    const { shown, failures, ungrounded } = instructive(questions, fixes, 20);
    expect(shown.map(({ question, kind, ofKind }) => [question.question.id, kind, ofKind])).toEqual([
      ['q1', 'hop-miss', 1],
      ['q4', 'wrong-chunk', 1],
      ['q3', 'unmapped', 1],
    ]);
    expect([failures, ungrounded]).toEqual([3, 0]);
    expect(fixes[shown[0]?.fix ?? -1]?.questions).toContain('q1');
    expect(instructive(questions, fixes, 1).shown).toHaveLength(1);
  });

  it('takes the kinds in turn, the commonest first, and those that rest on a judge or on a right answer last', () => {
    const questions = [
      failed('right', { verdict: 'hop-miss', more: { correct: true, ungroundedCorrect: true } }),
      failed('right2', { verdict: 'hop-miss', more: { correct: true, ungroundedCorrect: true } }),
      failed('total', { verdict: 'total-miss', chain: [false, false] }),
      failed('miss1', { verdict: 'hop-miss' }),
      failed('miss2', { verdict: 'hop-miss' }),
    ];
    expect(ids(questions, [])).toEqual(['miss1', 'total', 'right', 'miss2', 'right2']);
  });

  it('ranks within a kind by fix, certificate, number of breaks, length of the chain, place in the set', () => {
    // One shape a question, so that no turn of shapes stands between.
    const plain = failed('plain', { verdict: 'hop-miss', chain: [true, false] });
    const long = failed('long', { verdict: 'hop-miss', chain: [true, true, false] });
    const broken = failed('broken', { verdict: 'hop-miss', chain: [true, true, true, false, false] });
    const certified = failed('certified', {
      verdict: 'hop-miss',
      chain: [true, false, false, true],
      certified: true,
    });
    const fixed = failed('fixed', { verdict: 'hop-miss', chain: [false, true, false, true, false] });
    expect(ids([plain, broken, long, certified, fixed], [fix('first', ['fixed'])])).toEqual([
      'fixed',
      'certified',
      'long',
      'plain',
      'broken',
    ]);
    expect(ids([plain, fixed], [fix('first', ['plain']), fix('second', ['fixed'])])).toEqual([
      'plain',
      'fixed',
    ]);
  });

  it('shows every shape of a kind before it shows one twice', () => {
    const late = ['l1', 'l2', 'l3'].map((id) =>
      failed(id, { verdict: 'hop-miss', chain: [true, false], certified: true }),
    );
    const early = failed('e1', { verdict: 'hop-miss', chain: [false, true] });
    expect(ids([...late, early], [])).toEqual(['l1', 'e1', 'l2', 'l3']);
  });

  it('shows no question twice, no success, as many as there are or as were asked for, and always the same', () => {
    const shape = fc.record({
      verdict: fc.constantFrom(...VERDICTS),
      chain: fc.array(fc.boolean(), { maxLength: 4 }),
      certified: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(shape, { maxLength: 40 }), fc.integer({ min: 0, max: 25 }), (shapes, most) => {
        const questions = shapes.map((one, at) => failed(`q${at}`, one));
        const { shown, failures } = instructive(questions, [fix('f', ['q3', 'q1'])], most);
        const names = shown.map(({ question }) => question.question.id);
        expect(new Set(names).size).toBe(names.length);
        expect(shown.every(({ question }) => kindOf(question) !== null)).toBe(true);
        expect(failures).toBe(questions.filter((one) => kindOf(one) !== null).length);
        expect(shown).toHaveLength(Math.min(most, failures));
        // Every kind that occurs, as far as there is room.
        const kinds = new Set(questions.flatMap((one) => kindOf(one) ?? []));
        expect(new Set(shown.map(({ kind }) => kind)).size).toBe(Math.min(kinds.size, most));
        expect(ids(questions, [fix('f', ['q3', 'q1'])], most)).toEqual(names);
      }),
    );
  });
});
