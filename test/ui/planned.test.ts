import { describe, expect, test } from 'vitest';
import type { PlannedRuns } from '../../src/domain/plan';
import { DEFAULT_BM25, DEFAULT_HYBRID, type RetrieverKind } from '../../src/domain/retriever';
import type { RunMeta, RunState, WorkspaceMeta } from '../../src/domain/workspace';
import {
  modelProblem,
  notBegun,
  plannedOf,
  specOf,
  withoutPlanned,
  withPlanned,
} from '../../src/ui/state/planned';
import type { RunChoice } from '../../src/ui/state/run-choice';
import { corpusMeta, header, type OwnHeader, questionsMeta } from '../workspace/make';

const SETTINGS = { bm25: DEFAULT_BM25, hybrid: DEFAULT_HYBRID, model: 'all-MiniLM-L6-v2' };
const ASKED = '2026-01-01T10:00:00.000Z';
const BEFORE = '2026-01-01T09:00:00.000Z';
const AFTER = '2026-01-01T11:00:00.000Z';
const PROBES: RunChoice = {
  systems: ['probe-single', 'probe-hops', 'probe-oracle'],
  retrievers: ['bm25', 'vector', 'hybrid'],
  k: 5,
  questions: null,
};
const SMALL = 'openai|https://llm.example/v1|small';
const LARGE = 'openai|https://llm.example/v1|large';
const plan = (change: Partial<RunChoice> = {}, model: string | null = null): PlannedRuns[] =>
  plannedOf({ ...PROBES, ...change }, SETTINGS, ASKED, model);

const run = (
  system: string,
  kind: RetrieverKind,
  state: RunState = 'finished',
  more: {
    started?: string;
    errors?: number;
    header?: Partial<OwnHeader>;
    model?: string;
    corpus?: string;
  } = {},
): RunMeta => {
  const of = header(`${system}-${kind}`, { system, started: more.started ?? AFTER, ...more.header });
  const settings = { ...of.retriever.settings, kind, model: more.model ?? SETTINGS.model };
  return {
    header: { ...of, retriever: { ...of.retriever, kind, settings, corpus: more.corpus ?? 'c0' } },
    state,
    done: 1,
    total: 1,
    errors: more.errors ?? 0,
    finished: null,
  };
};
const workspace = (...runs: RunMeta[]): WorkspaceMeta => ({
  id: 'w',
  name: 'w',
  version: 1,
  created: BEFORE,
  modified: BEFORE,
  corpus: corpusMeta(1, 1),
  questions: questionsMeta,
  mapping: null,
  runs,
});
const names = (left: PlannedRuns[]): string[] =>
  left.map(({ systems, retrievers, interventions }) =>
    [...systems, ...retrievers, ...interventions.map(({ kind, policy }) => `${kind} ${policy}`)].join(' '),
  );

describe('what is left of a plan', () => {
  test('a page closed in the fourth of nine runs leaves one half-way and five not begun', () => {
    const meta = workspace(
      run('probe-single', 'bm25'),
      run('probe-hops', 'bm25'),
      run('probe-oracle', 'bm25'),
      run('probe-single', 'vector', 'interrupted'),
    );
    expect(names(notBegun(plan(), meta))).toEqual([
      'probe-hops vector',
      'probe-oracle vector',
      'probe-single hybrid',
      'probe-hops hybrid',
      'probe-oracle hybrid',
    ]);
  });

  test('all of it while nothing was begun, nothing once all is made', () => {
    expect(notBegun(plan(), workspace())).toHaveLength(9);
    const all = PROBES.retrievers.flatMap((kind) => PROBES.systems.map((system) => run(system, kind)));
    expect(notBegun(plan(), workspace(...all))).toEqual([]);
    expect(notBegun(plan(), null)).toEqual([]);
  });

  test('a system that searches nothing is one run, on the first of the retrievers', () => {
    const wanted = plan({ systems: ['direct', 'single-shot'], retrievers: ['vector', 'hybrid'] }, SMALL);
    expect(names(notBegun(wanted, workspace()))).toEqual([
      'direct vector',
      'single-shot vector',
      'single-shot hybrid',
    ]);
  });

  test('each intervention is a run of its own', () => {
    const interventions = [{ kind: 'augment', policy: 'always' } as const];
    const wanted = plan({ systems: ['probe-single', 'probe-hops'], retrievers: ['bm25'], interventions });
    expect(names(notBegun(wanted, workspace()))).toEqual([
      'probe-single bm25',
      'probe-hops bm25',
      'probe-hops bm25 augment always',
    ]);
    const made = run('probe-hops', 'bm25', 'finished', {
      header: { parameters: { k: 5, depth: 50, intervention: { kind: 'augment', policy: 'always' } } },
    });
    expect(names(notBegun(wanted, workspace(made)))).toEqual(['probe-single bm25', 'probe-hops bm25']);
  });

  test.each([
    ['is going on', run('probe-single', 'bm25', 'running'), true],
    ['is paused', run('probe-single', 'bm25', 'paused'), true],
    ['was made before', run('probe-single', 'bm25', 'finished', { started: BEFORE }), true],
    ['was cancelled', run('probe-single', 'bm25', 'cancelled'), false],
    ['failed since', run('probe-single', 'bm25', 'finished', { errors: 1 }), true],
    ['failed before', run('probe-single', 'bm25', 'finished', { errors: 1, started: BEFORE }), false],
    ['searched other documents', run('probe-single', 'bm25', 'finished', { corpus: 'c9' }), false],
    ['asked others', run('probe-single', 'bm25', 'finished', { header: { questionSet: 'q9' } }), false],
    ['was imported', run('probe-single', 'bm25', 'finished', { header: { imported: true } }), false],
    [
      'asked at another k',
      run('probe-single', 'bm25', 'finished', { header: { parameters: { k: 3, depth: 50 } } }),
      false,
    ],
    [
      'asked some of them',
      run('probe-single', 'bm25', 'finished', {
        header: { parameters: { k: 5, depth: 50, questions: ['q1'] } },
      }),
      false,
    ],
    [
      'used words, so that the model is no matter',
      run('probe-single', 'bm25', 'finished', { model: 'x' }),
      true,
    ],
  ])('a run that %s', (_, made, begun) => {
    const wanted = plan({ systems: ['probe-single'], retrievers: ['bm25'] });
    expect(notBegun(wanted, workspace(made))).toHaveLength(begun ? 0 : 1);
  });

  test('a run on the vectors of another model is another run', () => {
    const wanted = plan({ systems: ['probe-single'], retrievers: ['vector'] });
    expect(
      notBegun(wanted, workspace(run('probe-single', 'vector', 'finished', { model: 'x' }))),
    ).toHaveLength(1);
  });

  test('a run of two plans is made once, and a system that is unknown here not at all', () => {
    expect(notBegun([...plan(), ...plan({ systems: ['probe-single'] })], workspace())).toHaveLength(9);
    const [of] = plan();
    if (of === undefined) throw new Error('no plan');
    expect(notBegun([{ ...of, systems: ['probe-of-tomorrow'] }], workspace())).toEqual([]);
  });
});

describe('a plan', () => {
  test('asked for twice is asked for once, and is taken off by what was asked', () => {
    const again = plannedOf(PROBES, SETTINGS, AFTER, null);
    const other = plan({ k: 3 });
    expect(withPlanned([...plan(), ...other], again)).toEqual([...other, ...again]);
    expect(withoutPlanned([...again, ...other], plan())).toEqual(other);
  });

  test('becomes the runs that were asked for', () => {
    const interventions = [{ kind: 'rerank', policy: 'oracle' } as const];
    const [plain, changed] = plan({ interventions });
    if (plain === undefined || changed === undefined) throw new Error('two parts expected');
    expect(specOf('w', plain)).toEqual({ workspace: 'w', ...PROBES, settings: SETTINGS });
    expect(specOf('w', changed)).toEqual({
      workspace: 'w',
      ...PROBES,
      systems: ['probe-hops', 'probe-oracle'],
      settings: SETTINGS,
      interventions,
    });
  });
});

describe('a plan of runs that ask a model', () => {
  const AGENT: Partial<RunChoice> = { systems: ['probe-single', 'execution-rag'], retrievers: ['bm25'] };
  const agentRun = (parameters: Partial<OwnHeader['parameters']> = {}, model: string | null = SMALL) =>
    run('execution-rag', 'bm25', 'finished', {
      header: { model, parameters: { k: 5, depth: 50, loops: 15, contextTokens: 128_000, ...parameters } },
    });
  const probe = run('probe-single', 'bm25');

  test('is answered by the run that one makes who says nothing of budgets', () => {
    expect(notBegun(plan(AGENT, SMALL), workspace(probe, agentRun()))).toEqual([]);
    // What the header leaves out was as it is usual.
    expect(
      notBegun(
        plan(AGENT, SMALL),
        workspace(
          probe,
          run('execution-rag', 'bm25', 'finished', {
            header: { model: SMALL, parameters: { k: 5, depth: 50 } },
          }),
        ),
      ),
    ).toEqual([]);
  });

  test.each<[string, Partial<RunChoice>, Partial<OwnHeader['parameters']>, string | null, boolean]>([
    ['by another model', {}, {}, LARGE, false],
    ['by none', {}, {}, null, false],
    ['for fewer loops', {}, { loops: 4 }, SMALL, false],
    ['with less context', {}, { contextTokens: 8000 }, SMALL, false],
    ['with a part left out', {}, { ablation: 'no-seed' }, SMALL, false],
    ['for the loops that were asked for', { loops: 4 }, { loops: 4 }, SMALL, true],
    ['for more loops than were asked for', { loops: 4 }, {}, SMALL, false],
    [
      'with the context that was asked for',
      { agent: { contextTokens: 8000 } },
      { contextTokens: 8000 },
      SMALL,
      true,
    ],
    ['with more context than was asked for', { agent: { contextTokens: 8000 } }, {}, SMALL, false],
    ['under another spending limit', { agent: { spendingLimit: 1 } }, { spendingLimit: 2 }, SMALL, true],
  ])('and a run %s', (_, change, parameters, model, begun) => {
    const left = notBegun(
      plan({ ...AGENT, ...change }, SMALL),
      workspace(probe, agentRun(parameters, model)),
    );
    expect(names(left)).toEqual(begun ? [] : ['execution-rag bm25']);
  });

  test('says of each run only what concerns it', () => {
    const wanted = plan({ ...AGENT, loops: 7, agent: { contextTokens: 8000, spendingLimit: 2 } }, SMALL);
    const [first, second] = notBegun(wanted, workspace());
    expect(Object.keys(first ?? {}).sort()).toEqual(
      ['asked', 'interventions', 'k', 'questions', 'retrievers', 'settings', 'systems'].sort(),
    );
    expect(second).toMatchObject({
      systems: ['execution-rag'],
      loops: 7,
      agent: { contextTokens: 8000, spendingLimit: 2 },
      model: SMALL,
    });
    // The probe is as it always was, whatever was asked for with it.
    expect(names(notBegun(wanted, workspace(probe)))).toEqual(['execution-rag bm25']);
  });

  test('names each ablation, beside the run with everything', () => {
    const wanted = plan({ ...AGENT, ablations: ['no-seed', 'full-replay'] }, SMALL);
    expect(wanted.map(({ systems, agent }) => [systems, agent?.ablation])).toEqual([
      [['probe-single', 'execution-rag'], undefined],
      [['execution-rag'], 'no-seed'],
      [['execution-rag'], 'full-replay'],
    ]);
    const left = notBegun(wanted, workspace(probe, agentRun(), agentRun({ ablation: 'full-replay' })));
    expect(left.map(({ agent }) => agent?.ablation)).toEqual(['no-seed']);
  });

  test('is another plan with another model, other loops or another part left out; not with another limit', () => {
    const base = plan(AGENT, SMALL);
    for (const other of [
      plan(AGENT, LARGE),
      plan({ ...AGENT, loops: 3 }, SMALL),
      plan({ ...AGENT, agent: { contextTokens: 9 } }, SMALL),
    ])
      expect(withPlanned(base, other)).toEqual([...base, ...other]);
    const limited = plan({ ...AGENT, agent: { spendingLimit: 2 } }, SMALL);
    expect(withPlanned(base, limited)).toEqual(limited);
  });

  test('becomes the runs that were asked for, without the name of the model', () => {
    const [, left] = plan(
      { ...AGENT, loops: 7, agent: { spendingLimit: 2 }, ablations: ['no-updates'] },
      SMALL,
    );
    if (left === undefined) throw new Error('two parts expected');
    expect(specOf('w', left)).toEqual({
      workspace: 'w',
      systems: ['execution-rag'],
      retrievers: ['bm25'],
      settings: SETTINGS,
      k: 5,
      questions: null,
      loops: 7,
      agent: { spendingLimit: 2, ablation: 'no-updates' },
    });
  });

  test('goes on with the model it was begun with alone', () => {
    expect(modelProblem(plan(AGENT, SMALL), SMALL)).toBeNull();
    expect(modelProblem(plan(AGENT, SMALL), null)).toMatch(/none is set/);
    const other = modelProblem([...plan(AGENT, SMALL), ...plan(AGENT, LARGE)], SMALL);
    expect(other).toContain('large at https://llm.example/v1');
    // A plan that names none was made by a version that kept none: whichever is set is right.
    expect(modelProblem(plan(AGENT), SMALL)).toBeNull();
  });

  test('names no model where no system asks one', () => {
    expect(plan({}, SMALL).map(({ model }) => model)).toEqual([undefined]);
  });
});
