import { describe, expect, it } from 'vitest';
import type {
  InterventionComparison,
  InterventionEffect,
  PairedEffect,
} from '../../../src/domain/intervention';
import { rateOf } from '../../../src/statistics/wilson';
import { SYSTEMS } from '../../../src/systems/registry';
import {
  effectWords,
  factOf,
  pValue,
  splitOf,
  waitingWords,
} from '../../../src/ui/screens/diagnosis/interventions';
import { INTERVENABLE, partsOf } from '../../../src/ui/state/run-choice';

const paired: PairedEffect = {
  n: 20,
  base: rateOf(10, 20),
  other: rateOf(14, 20),
  gained: 5,
  lost: 1,
  difference: 0.2,
  exactP: 0.21875,
  midP: 0.125,
};
const effect: InterventionEffect = {
  hops: 20,
  goldRetrieved: { accumulated: paired, matched: paired },
  answers: null,
  factPresent: paired,
  notJudged: 0,
  treated: rateOf(8, 20),
  extraSearches: 16,
};
const comparison: InterventionComparison = {
  base: 'a',
  other: 'b',
  system: 'probe-hops',
  retriever: 'bm25',
  intervention: { kind: 'augment', policy: 'predicted' },
  k: 5,
  questions: 10,
  usesLabels: false,
  flagged: rateOf(8, 20),
  extraSearchesPerQuestion: 1.6,
  all: effect,
  byCell: [{ cell: 'unknown', effect }],
  byHops: [{ hops: 2, effect }],
  byFlags: null,
};

describe('words of an effect', () => {
  it('shows what was gained and lost, and the exact p', () => {
    expect(effectWords(paired)).toBe('+5 −1');
    expect(pValue(paired)).toBe('0.219');
    expect(pValue({ ...paired, exactP: 0.0004 })).toBe('< 0.001');
    expect(pValue({ ...paired, exactP: null })).toBe('–');
  });
  it('splits by outcome, hops and flags; without a judge there is no such split', () => {
    expect(splitOf(comparison, 'none')).toEqual([]);
    expect(splitOf(comparison, 'cell')).toEqual([{ label: 'no cell', effect }]);
    expect(splitOf(comparison, 'hops')?.[0]?.label).toBe('questions of 2 hops');
    expect(splitOf(comparison, 'flags')).toBeNull();
  });
});

describe('partsOf', () => {
  const plain = {
    systems: ['probe-single', 'probe-hops'] as const,
    retrievers: ['bm25'] as const,
    k: 5,
    questions: null,
  };
  const choice = { ...plain, systems: [...plain.systems], retrievers: [...plain.retrievers] };
  const interventions = [{ kind: 'augment', policy: 'always' } as const];
  it('makes the run to compare with first, then the interventions on systems that have hops', () => {
    expect(partsOf({ ...choice, interventions })).toEqual([
      choice,
      { ...choice, systems: ['probe-hops'], interventions },
    ]);
  });
  it('offers them for just the systems that make them', () => {
    const able = Object.values(SYSTEMS).filter(({ interventions: makes }) => makes);
    expect(able.map(({ id }) => id)).toEqual(INTERVENABLE);
  });
  it('makes no second part without an intervention, or without a system for it', () => {
    expect(partsOf({ ...choice, interventions: [] })).toEqual([choice]);
    expect(partsOf({ ...choice, systems: ['reader-single'], interventions })).toEqual([
      { ...choice, systems: ['reader-single'] },
    ]);
  });
});

describe('an effect on the fact', () => {
  it('is stated once no hop waits for the judge, and else says how many do', () => {
    expect(factOf(effect)).toBe(paired);
    const half = { ...effect, notJudged: 3 };
    expect(factOf(half)).toBeNull();
    expect(waitingWords(half)).toBe('3 of 20 hops not judged');
    expect(waitingWords({ ...effect, factPresent: null, notJudged: 20 })).toBe('not judged');
  });
});
