import { describe, expect, test } from 'vitest';
import { type PlannedJudging, withJudging, withoutJudging } from '../../src/domain/judge-plan';
import { fail, ok } from '../../src/domain/outcome';
import type { RunMeta } from '../../src/domain/workspace';
import { isOver, mayResume, runsLeft } from '../../src/ui/state/judging-plan';
import { header } from '../workspace/make';

const asked: PlannedJudging = { runs: ['a', 'b'], depth: 5 };
const run = (id: string, done = 1): RunMeta => ({
  header: header(id),
  state: 'finished',
  done,
  total: 1,
  errors: 0,
  finished: null,
});

describe('a judging that a reload broke off', () => {
  const scene = { meta: { id: 'w' }, plan: [asked], readOnly: false, touched: new Set<string>() };

  test('goes on by itself, once, in the tab that may write', () => {
    expect(mayResume(scene)).toBe(true);
    expect(mayResume({ ...scene, plan: [] })).toBe(false);
    expect(mayResume({ ...scene, meta: null })).toBe(false);
    expect(mayResume({ ...scene, readOnly: true })).toBe(false);
    expect(mayResume({ ...scene, touched: new Set(['w']) })).toBe(false);
    expect(mayResume({ ...scene, touched: new Set(['other']) })).toBe(true);
  });

  test('leaves out runs that are gone or have asked nothing', () => {
    expect(runsLeft(asked, { runs: [run('b'), run('c')] })).toEqual(['b']);
    expect(runsLeft(asked, { runs: [run('a', 0)] })).toEqual([]);
  });

  test('is forgotten when it ended, was cancelled or can never work, and only then', () => {
    expect(isOver(ok(null))).toBe(true);
    expect(isOver(fail('cancelled', 'by a person'))).toBe(true);
    expect(isOver(fail('model', 'damaged'))).toBe(true);
    expect(isOver(fail('worker-lost', 'stopped', { retryable: true }))).toBe(false);
    expect(isOver(fail('quota', 'full', { retryable: true }))).toBe(false);
    expect(isOver(fail('busy', 'another workspace was opened', { retryable: true }))).toBe(false);
  });
});

test('judging the same runs to the same depth is planned once, whatever their order', () => {
  const turned = { runs: ['b', 'a'], depth: 5 };
  const deeper = { runs: ['a', 'b'], depth: 10 };
  const all = withJudging(withJudging(withJudging([], asked), deeper), turned);
  expect(all).toEqual([deeper, turned]);
  expect(withoutJudging(all, asked)).toEqual([deeper]);
});
