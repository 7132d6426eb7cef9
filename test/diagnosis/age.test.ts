import { expect, it } from 'vitest';
import { ageOf, diagnoseRun, questionRows } from '../../src/diagnosis';
import { givenOf } from '../../src/domain/given';
import { ageWords } from '../../src/ui/screens/questions/age-words';
import { gold, header, hop, mapping, prepare, question, run, search } from './build';

const of = (id: string, more: Parameters<typeof question>[1] = {}) =>
  question([gold('a'), gold('b')], { id, hops: [hop(1, ['a']), hop(2, ['b'])], ...more });
const set = [of('q1'), of('q2'), of('q3'), of('q4')];

it('sorts the questions of a run by what has changed since it asked them', () => {
  const asked = new Map([
    ['q1', givenOf(of('q1', { text: 'in other words' }), 'labels')],
    ['q2', givenOf(of('q2', { hops: [hop(1, []), hop(2, ['b'])] }), 'labels')],
    ['q3', null],
  ]);
  const age = ageOf(set, (id) => asked.get(id), null, ['old']);
  expect(age).toEqual({ words: ['q1'], labels: ['q2'], unknown: ['q3'], unasked: ['q4'], gone: ['old'] });
  expect(ageWords(age)).toBe(
    '1 question asked in other words, 1 question asked with other labels, which this run was shown, 1 question of which the run did not record the wording, 1 question not asked, 1 question no longer in the set',
  );
  // A run of some questions was not to ask the others.
  expect(ageOf(set, (id) => asked.get(id), ['q1', 'q2', 'q3'], []).unasked).toEqual([]);
  expect(ageWords(ageOf([], () => null, null, []))).toBe('');
});

it('warns of other words and of other labels apart, and not of labels that a run never saw', () => {
  const ended = (given: ReturnType<typeof givenOf>, id: string) => [
    search(['a#0'], { question: id }),
    { event: 'done' as const, question: id, ms: 1, given },
  ];
  const relabelled = of('q2', { hops: [hop(1, ['a', 'b']), hop(2, ['b'])] });
  const warningsOf = (needs: 'nothing' | 'labels') => {
    const trace = run(header('one'), {
      q1: ended(givenOf(of('q1', { text: 'in other words' }), needs), 'q1'),
      q2: ended(givenOf(of('q2'), needs), 'q2'),
    });
    const prepared = prepare({
      run: trace,
      questions: [of('q1'), relabelled],
      mappings: ['q1', 'q2'].flatMap((id) => [
        mapping('a', { question: id }),
        mapping('b', { question: id }),
      ]),
      current: { corpus: 'corpus', questionSet: 'another' },
    });
    return {
      warnings: diagnoseRun(prepared, 5, { questions: false }).warnings.map(({ code, count }) => [
        code,
        count,
      ]),
      rows: questionRows(prepared, 5).map(({ since }) => since ?? null),
    };
  };
  expect(warningsOf('nothing')).toEqual({ warnings: [['questions-changed', 1]], rows: ['words', null] });
  expect(warningsOf('labels')).toEqual({
    warnings: [
      ['questions-changed', 1],
      ['labels-changed', 1],
    ],
    rows: ['words', 'labels'],
  });
});
