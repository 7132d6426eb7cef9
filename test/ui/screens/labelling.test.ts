import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JudgeAgreement, SampledHop } from '../../../src/domain/judge-check';
import { rateOf } from '../../../src/statistics/wilson';
import {
  actionOf,
  directionWords,
  drawnWords,
  fewWords,
  KEYS,
  kappaWords,
  type Label,
  labelOf,
  nextOpen,
  nextStep,
  placeAfter,
  progressOf,
} from '../../../src/ui/screens/judge/labelling';

const hop = (question: string, label: Label | null = null): SampledHop => {
  const bare = {
    question,
    hop: 1,
    asked: `${question}?`,
    passages: [{ chunk: 'd#0', title: 'D', text: 'text' }],
    label: null,
  };
  return label === null ? bare : { ...bare, label: labelOf(bare, label, '2026-01-01T00:00:00Z') };
};

describe('keys', () => {
  it('has one meaning each, in either case; others mean nothing', () => {
    expect(new Set(KEYS.map((entry) => entry.key)).size).toBe(KEYS.length);
    expect(actionOf('P')).toEqual({ kind: 'label', label: 'present' });
    expect(actionOf('a')).toEqual({ kind: 'label', label: 'absent' });
    expect(actionOf('x')).toBeNull();
    expect(actionOf('Enter')).toBeNull();
  });
});

describe('labelOf', () => {
  it('keeps what was asked and which passages were read, in order', () => {
    expect(labelOf(hop('q'), 'unsure', '2026-01-01T00:00:00Z')).toEqual({
      question: 'q',
      hop: 1,
      asked: 'q?',
      chunks: ['d#0'],
      label: 'unsure',
      time: '2026-01-01T00:00:00Z',
    });
  });
});

describe('going through the sample', () => {
  const hops = [hop('a', 'present'), hop('b'), hop('c', 'absent'), hop('d')];
  it('resumes at the first hop without a label', () => {
    expect(nextOpen(hops, -1)).toBe(1);
  });
  it('goes on to the next open one and comes round to those before', () => {
    expect(nextOpen(hops, 1)).toBe(3);
    expect(nextOpen(hops, 3)).toBe(1);
    expect(nextOpen([hop('a', 'present')], 0)).toBeNull();
    expect(nextOpen([], -1)).toBeNull();
  });
  it('steps back one, never before the first; skips to the next open one or stays', () => {
    expect(placeAfter({ kind: 'back' }, hops, 2)).toBe(1);
    expect(placeAfter({ kind: 'back' }, hops, 0)).toBe(0);
    expect(placeAfter({ kind: 'skip' }, hops, 1)).toBe(3);
    expect(placeAfter({ kind: 'skip' }, [hop('a', 'present')], 0)).toBe(0);
  });
  it('labels every hop exactly once when no key goes back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), (n) => {
        let all = Array.from({ length: n }, (_, at) => hop(`q${at}`));
        let at = nextOpen(all, -1) ?? 0;
        for (let pressed = 0; pressed < n; pressed += 1) {
          const current = all[at];
          if (current === undefined || current.label !== null) throw new Error('labelled twice');
          const label = labelOf(current, 'present', '2026-01-01T00:00:00Z');
          all = all.map((other, index) => (index === at ? { ...other, label } : other));
          at = placeAfter({ kind: 'label', label: 'present' }, all, at);
        }
        expect(progressOf(all)).toEqual({ done: n, unsure: 0, total: n });
      }),
    );
  });
  it('counts what is unsure among what is done', () => {
    expect(progressOf([hop('a', 'unsure'), hop('b', 'absent'), hop('c')])).toEqual({
      done: 2,
      unsure: 1,
      total: 3,
    });
  });
});

describe('words of an agreement', () => {
  const agreement: JudgeAgreement = {
    a: { space: 's', threshold: 0.5 },
    b: 'person',
    n: 20,
    table: { bothPresent: 9, onlyA: 1, onlyB: 3, bothAbsent: 7 },
    agreement: rateOf(16, 20),
    kappa: { value: 0.6, low: 0.25, high: 0.95 },
    stricter: rateOf(3, 4),
    left: { unsure: 0, notScored: 0 },
    disagreements: [],
  };
  it('gives the direction of the disagreements', () => {
    expect(directionWords(agreement, 'you')).toBe(
      'Of 4 disagreements, in 3 the judge says absent and you present, in 1 the judge says present and you absent.',
    );
    const none = { ...agreement, table: { bothPresent: 9, onlyA: 0, onlyB: 0, bothAbsent: 7 } };
    expect(directionWords(none, 'you')).toBe('The judge and you never differ.');
  });
  it('claims no more than the lower end of the interval', () => {
    expect(kappaWords(agreement)).toBe(
      'They agree more than by chance; the lower end of the interval calls it fair agreement.',
    );
    expect(kappaWords({ ...agreement, kappa: { value: 0.1, low: -0.2, high: 0.4 } })).toMatch(
      /No agreement beyond chance is shown/,
    );
    expect(kappaWords({ ...agreement, kappa: { value: -0.4, low: -0.7, high: -0.1 } })).toMatch(
      /less often than two judges who only guess/,
    );
    expect(kappaWords({ ...agreement, kappa: null })).toContain('80%');
    expect(kappaWords({ ...agreement, n: 0 })).toMatch(/Nothing is labelled/);
  });
  it('warns of few labels, and says what comes next', () => {
    const poor = { ...agreement, n: 8, kappa: { value: -0.11, low: -0.6, high: 0.38 } };
    expect(fewWords(poor)).toMatch(/^8 hops are few: .* Label 20 for a first impression, 100 for a figure/);
    expect(fewWords({ ...poor, n: 1 })).toMatch(/^1 hop is few/);
    expect(fewWords({ ...poor, n: 40 })).toMatch(/^40 hops give a first impression/);
    expect(fewWords({ ...poor, n: 100 })).toBeNull();
    expect(nextStep(poor)).toMatch(/rest nothing on this judge here: .*lower threshold.*another judge/);
    expect(nextStep({ ...agreement, kappa: { value: 0.9, low: 0.8, high: 1 } })).toBeNull();
    expect(nextStep({ ...agreement, n: 4, kappa: { value: 1, low: 1, high: 1 } })).toMatch(/more hops/);
  });
  it('says how many hops a sample could be drawn from, and how many wait', () => {
    expect(drawnWords({ available: { present: 1, absent: 0 }, waiting: 7 })).toBe(
      'drawn from 1 judged hop; 7 more hops wait for the judge',
    );
    expect(drawnWords({ available: { present: 4, absent: 5 }, waiting: 1 })).toBe(
      'drawn from 9 judged hops; 1 more hop waits for the judge',
    );
    expect(drawnWords({ available: { present: 4, absent: 5 }, waiting: 0 })).toBe('drawn from 9 judged hops');
  });
});
