import { describe, expect, test } from 'vitest';
import type { RunSpec, SystemId } from '../../src/domain/seam';
import { createBudget } from '../../src/systems/agent/budget';
import { SYSTEMS } from '../../src/systems/registry';
import { classifierNeed, estimateSpec, newHeader } from '../../src/systems/run-plan';
import { header } from '../workspace/make';
import { CHAIN } from './tiny-search';

const specOf = (system: SystemId, loops?: number): RunSpec => ({
  workspace: 'w',
  systems: [system],
  retrievers: ['bm25'],
  settings: header('r').retriever.settings,
  k: 5,
  questions: null,
  ...(loops === undefined ? {} : { loops }),
});

describe('the loops of a run', () => {
  test.each([
    ['a-rag', undefined, 15, 75],
    ['execution-rag', undefined, 15, 76],
    ['execution-rag-verified', 3, 3, 16],
    ['reader-register', undefined, 15, 15],
    ['reader-register', 6, 6, 6],
    ['reader-iterative', undefined, 4, 4],
    ['probe-single', undefined, undefined, 1],
  ] as const)(
    '%s, asked for %s: %s in its header, at most %i searches a question',
    (id, asked, loops, searches) => {
      const spec = specOf(id, asked);
      const made = {
        judge: null,
        model: null,
        tools: [],
        questionSet: 'q',
        app: 'a',
        started: 's',
        suffix: 'x',
      };
      const { retriever } = header('r');
      expect(
        newHeader(spec, { system: SYSTEMS[id], intervention: null }, { ...made, retriever }).parameters.loops,
      ).toBe(loops);
      expect(estimateSpec(spec, [CHAIN], null).searches).toBe(searches);
    },
  );

  test('the checked register cannot be run without a judge', () => {
    expect(classifierNeed({ system: SYSTEMS['execution-rag-verified'], intervention: null })).toBe('judge!');
    expect(classifierNeed({ system: SYSTEMS['execution-rag'], intervention: null })).toBe('none');
  });
});

describe('the budget of a question', () => {
  const nudges = (loops: number): number[] => {
    const budget = createBudget({ loops, contextTokens: 1 });
    return Array.from({ length: loops + 2 }, () => {
      const due = budget.nudgeDue() ? [budget.loops] : [];
      budget.endLoop();
      return due;
    }).flat();
  };

  test.each([
    [15, [12]],
    [10, [8]],
    [5, [4]],
    [4, [3]],
    [2, [1]],
    // Nothing is left to be nudged about.
    [1, []],
  ])('of %i loops nudges once at 80%%: after %j', (loops, after) => expect(nudges(loops)).toEqual(after));

  test('counts what went in and what came out, and the loops before the tokens', () => {
    const budget = createBudget({ loops: 2, contextTokens: 100 });
    budget.spend({ input: 60, output: 30 });
    expect(budget.reached()).toBe(null);
    budget.spend({ input: 9, output: 1 });
    expect(budget.reached()).toEqual({ limit: 'context', used: 100, of: 100 });
    budget.endLoop();
    budget.endLoop();
    expect(budget.reached()).toEqual({ limit: 'loops', used: 2, of: 2 });
  });
});
