import { describe, expect, it } from 'vitest';
import type { Fix } from '../../../src/domain/diagnosis';
import type { RetrieverKind } from '../../../src/domain/retriever';
import type { OwnRetriever } from '../../../src/domain/trace';
import type { RunMeta, WorkspaceMeta } from '../../../src/domain/workspace';
import { rateOf } from '../../../src/statistics/wilson';
import { actionOf, nothingToChange } from '../../../src/ui/screens/diagnosis/fix-action';
import { defaultRun, isPlain, offeredRun, runLabel, runOf } from '../../../src/ui/screens/diagnosis/runs';
import { see } from '../../../src/ui/screens/diagnosis/seen';
import { header } from '../../diagnosis/build';

const runMeta = (id: string, kind: RetrieverKind, more: Partial<RunMeta> = {}): RunMeta => {
  const made = header(id);
  return {
    header: { ...made, retriever: { ...made.retriever, kind } },
    state: 'finished',
    done: 8,
    total: 8,
    errors: 0,
    ...more,
  } as RunMeta;
};

describe('the run in view', () => {
  it('stays when another one finishes under the reader’s eyes', () => {
    const bm25 = runMeta('stay-bm25', 'bm25');
    const hybrid = runMeta('stay-hybrid', 'hybrid', { state: 'running' });
    expect(runOf([bm25, hybrid], null)?.header.run).toBe('stay-bm25');
    see('stay-bm25');
    const finished = [bm25, { ...hybrid, state: 'finished' as const }];
    // Without the reader the other one would open.
    expect(defaultRun(finished)?.header.run).toBe('stay-hybrid');
    expect(runOf(finished, null)?.header.run).toBe('stay-bm25');
    expect(runOf(finished, 'stay-hybrid')?.header.run).toBe('stay-hybrid');
    see('stay-hybrid');
    expect(runOf(finished, null)?.header.run).toBe('stay-hybrid');
    // A run of another workspace that was looked at is no run of this one.
    expect(runOf([runMeta('elsewhere', 'bm25')], null)?.header.run).toBe('elsewhere');
    expect(runOf([], null)).toBeNull();
  });

  const ranked = (run: RunMeta, count: number, n = 8, code: string | null = null) => ({
    run,
    diagnosis: {
      allEvidence: rateOf(count, n),
      warnings: code === null ? [] : [{ code, message: '', count: 1 }],
    },
  });

  it('is never called weaker but by the figure of the page', () => {
    const bm25 = ranked(runMeta('b', 'bm25'), 6);
    const hybrid = ranked(runMeta('h', 'hybrid'), 4);
    expect(offeredRun(hybrid, [hybrid, bm25], [], 5)).toEqual({
      run: 'b',
      words: 'single search · BM25 has all the evidence of more questions at k = 5: 6 of 8, here 4 of 8.',
    });
    expect(offeredRun(bm25, [hybrid, bm25], [], 5)).toBeNull();
    for (const other of [
      ranked(runMeta('b', 'bm25'), 7, 9),
      ranked(runMeta('b', 'bm25', { state: 'running' }), 6),
      ranked(runMeta('b', 'bm25'), 6, 8, 'corpus-changed'),
    ])
      expect(offeredRun(hybrid, [other], [], 5)).toBeNull();
  });

  it('that is older than its corpus is offered its newer twin, and only then', () => {
    const old = runMeta('old', 'bm25');
    const twin = runMeta('new', 'bm25');
    const newer = { ...twin, header: { ...twin.header, started: '2026-02-01T00:00:00.000Z' } };
    const runs = [old, newer, runMeta('other', 'vector')];
    expect(offeredRun(ranked(old, 6, 8, 'corpus-changed'), [], runs, 5)?.run).toBe('new');
    expect(offeredRun(ranked(old, 6), [], runs, 5)).toBeNull();
    expect(offeredRun(ranked(newer, 6, 8, 'corpus-changed'), [], runs, 5)).toBeNull();
  });
});

describe('the name of a run', () => {
  const of = (header: Partial<RunMeta['header']>): RunMeta => {
    const run = runMeta('r', 'bm25');
    return { ...run, header: { ...run.header, system: 'execution-rag', ...header } };
  };
  const small = 'openai|https://llm.example/v1|small';

  it('tells apart what was left out and which model was asked', () => {
    const whole = of({ model: small });
    const cut = of({ model: small, parameters: { k: 5, depth: 50, ablation: 'no-seed' } });
    expect(runLabel(whole)).toBe('agent with register · BM25 · small');
    expect(runLabel(cut)).toBe('agent with register · BM25 · no seed · small');
    expect(runLabel(of({ model: null }))).toBe('agent with register · BM25');
    expect(isPlain(whole)).toBe(true);
    // The whole run is what opens, though an ablation of it came later.
    expect(isPlain(cut)).toBe(false);
  });

  it('is not called weaker than a run of another model', () => {
    const ranked = (run: RunMeta, count: number) => ({
      run,
      diagnosis: { allEvidence: rateOf(count, 8), warnings: [] },
    });
    const here = of({ model: small, run: 'here' });
    const hybrid = { ...(here.header.retriever as OwnRetriever), kind: 'hybrid' as const };
    const other = of({ model: 'openai|https://llm.example/v1|large', run: 'there', retriever: hybrid });
    expect(offeredRun(ranked(here, 4), [ranked(other, 6)], [], 5)).toBeNull();
    const same = of({ model: small, run: 'there', retriever: hybrid });
    expect(offeredRun(ranked(here, 4), [ranked(same, 6)], [], 5)?.run).toBe('there');
  });
});

describe('what a fix offers', () => {
  const bm25 = runMeta('b', 'bm25');
  const context = {
    meta: { id: 'w', runs: [runMeta('h', 'hybrid'), bm25] } as unknown as WorkspaceMeta,
    run: runMeta('v', 'vector'),
    rows: [],
    k: 5,
    set: () => {},
  };
  const fix = (more: Partial<Fix>): Fix => ({
    id: 'x',
    title: '',
    evidence: '',
    questions: [],
    action: null,
    ...more,
  });

  it('finds the retriever by the name that the title gives it', () => {
    expect(actionOf(fix({ action: 'switch-retriever', title: 'Search with BM25' }), context)?.label).toBe(
      'Open single search · BM25',
    );
  });

  it('leads to the judge where the advice rests on one that nobody has found right', () => {
    expect(actionOf(fix({ action: 'check-judge', judge: 'unchecked' }), context)).toEqual({
      label: 'Check the judge',
      href: '#/w/w/judge?run=v&k=5',
    });
    expect(actionOf(fix({ action: 'check-judge', judge: 'failed' }), context)?.href).toContain('tab=results');
  });

  it('advises nothing, and against nothing, where nothing is measured', () => {
    expect(nothingToChange(0)).toMatch(/says nothing about what to change/);
    expect(nothingToChange(3)).toContain('3 questions that can be measured');
  });
});
