import fc from 'fast-check';
import { expect, it } from 'vitest';
import { diagnoseQuestion, diagnoseRun } from '../../src/diagnosis';
import type { RunTrace, SearchEvent } from '../../src/domain/trace';
import { answer, gold, header, hop, mapping, prepare, question, ranked, run } from './build';

/**
 * An agent decides how many hits it is shown. What it was shown is what a search retrieved (05.1, "R: what a run retrieved"),
 * at every k; a certificate is about ranks, and holds to k.
 */
const questions = [question([gold('a'), gold('b')], { hops: [hop(1, ['a']), hop(2, ['b'])] })];
const mappings = [mapping('a'), mapping('b')];
const asks = (ranks: Record<string, number>, shown?: number, more: Partial<SearchEvent> = {}): SearchEvent =>
  ranked(ranks, { purpose: 'agent', query: 'words', ...(shown === undefined ? {} : { shown }), ...more });
const agentRun = (...searches: SearchEvent[]): RunTrace =>
  run(header('agent', { system: 'a-rag' }), { q: [...searches, answer('wrong')] });

const at = (k: number, trace: RunTrace, more: Partial<Parameters<typeof prepare>[0]> = {}) => {
  const found = diagnoseQuestion(prepare({ questions, mappings, run: trace, ...more }), 'q', k, 0.5);
  if (found === null) throw new Error('a diagnosis expected');
  return found;
};

it('counts what was shown beyond k, and nothing that was not shown within k', () => {
  const trace = agentRun(asks({ 'a#0': 2, 'b#0': 8, 'x#0': 9 }, 8));
  const small = at(3, trace);
  expect(small.retrieved).toEqual(['a#0', 'b#0']);
  expect(small.verdict).toBe('composition-miss');
  expect(small.category?.paper).toBe('reasoning-error');
  expect(small.hops.map(({ retrieved }) => retrieved.accumulated)).toEqual([true, true]);
  expect(small.hops.map(({ strict }) => strict.accumulated)).toEqual([true, true]);

  const few = at(10, agentRun(asks({ 'a#0': 2, 'b#0': 8 }, 3)));
  expect(few.retrieved).toEqual(['a#0']);
  expect(few).toMatchObject({ verdict: 'hop-miss', missing: ['2'], evidenceRecall: 0.5 });
  expect(few.hops.map(({ retrieved }) => retrieved.accumulated)).toEqual([true, false]);
});

it('still says where a passage stood, and certifies it by its rank within k', () => {
  const trace = agentRun(asks({ 'a#0': 2, 'b#0': 8 }, 3));
  const wide = at(10, trace);
  expect(wide.golds[1]).toMatchObject({ bestRank: 8, retrieved: false });
  expect(wide.golds[1]?.certificate).toMatchObject({ level: 'A', rank: 8, query: 'words' });
  expect(wide.category?.paper).toBe('search-drift');
  expect(wide.explanation).toContain('The run’s own query “words” has it at rank 8');
  expect(wide.hops[1]?.rank.accumulated).toBe(8);
  // At k = 5 its rank certifies nothing.
  const narrow = at(5, trace);
  expect(narrow.golds[1]?.certificates).toEqual([]);
  expect(narrow.category?.paper).toBe('unreached');
  // What was shown beyond k was retrieved, and certifies nothing either.
  expect(at(5, agentRun(asks({ 'a#0': 2, 'b#0': 8 }, 8))).golds[1]).toMatchObject({
    retrieved: true,
    certificates: [],
  });
});

it('judges the passages that were shown', () => {
  const scores = { 'sub-question 1': { 'a#0': 0.9 }, 'sub-question 2': { 'a#0': 0.1, 'b#0': 0.9 } };
  const present = (shown: number) =>
    at(10, agentRun(asks({ 'a#0': 2, 'b#0': 8 }, shown)), { scores }).hops.map(
      ({ judgement }) => judgement?.present,
    );
  expect(present(8)).toEqual([true, true]);
  expect(present(3)).toEqual([true, false]);
});

it('asks of another run what it was shown only where that counts as retrieved, never for a certificate', () => {
  const own = agentRun(asks({ 'a#0': 1 }, 5));
  const other = run(header('other', { system: 'a-rag' }), { q: [asks({ 'b#0': 4 }, 2)] });
  expect(at(5, own, { others: [other] }).golds[1]?.certificate).toMatchObject({ level: 'B', rank: 4 });
});

it('draws a flat curve for an agent, and raises no k where that would show it nothing more', () => {
  const prepared = prepare({ questions, mappings, run: agentRun(asks({ 'a#0': 2, 'b#0': 8 }, 3)) });
  const diagnosis = diagnoseRun(prepared, 5, { questions: true, threshold: 0.5 });
  expect(new Set(diagnosis.curve.evidenceRecall)).toEqual(new Set([0.5]));
  expect(diagnosis.fixes.map(({ id }) => id)).not.toContain('raise-k');
});

it('is the same as k where exactly the first k are shown', () => {
  const rank = fc.integer({ min: 1, max: 50 });
  fc.assert(
    fc.property(
      fc.array(fc.record({ a: rank, b: rank }), { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 1, max: 50 }),
      (ranks, k, other) => {
        const searches = (shown?: number) =>
          ranks.map(({ a, b }) => asks({ 'a#0': a, 'b#0': b }, shown, { tool: 'search' }));
        const byK = at(k, agentRun(...searches()));
        const byShown = at(k, agentRun(...searches(k)));
        expect(byShown).toEqual(byK);
        // And no k in view moves it.
        const moved = at(other, agentRun(...searches(k)));
        expect(moved.retrieved).toEqual(byK.retrieved);
        expect(moved.evidenceRecall).toBe(byK.evidenceRecall);
        expect(moved.hops.map(({ retrieved }) => retrieved)).toEqual(
          byK.hops.map(({ retrieved }) => retrieved),
        );
      },
    ),
  );
});
