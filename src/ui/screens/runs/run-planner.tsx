import { createSignal, onMount, Show } from 'solid-js';
import type { Failure } from '../../../domain/outcome';
import { DEFAULT_K, type RetrieverKind, STORED_DEPTH } from '../../../domain/retriever';
import { CLOSED_BOOK, PROBES, SYSTEM_IDS, type SystemId } from '../../../domain/seam';
import { KSlider } from '../../components/kslider';
import { FailureNotice, Notice } from '../../components/notice';
import { Panel } from '../../components/panel';
import { Term } from '../../components/term';
import { count } from '../../format';
import { RETRIEVER } from '../../messages';
import { OFFLINE_RUNS } from '../../messages/egress';
import { sentByRuns } from '../../messages/model';
import { estimateWords, K_HINT, USES_CLASSIFIER, USUAL_K } from '../../messages/planner';
import { offline } from '../../state/egress';
import { jobsOf } from '../../state/jobs';
import { createLoad } from '../../state/load';
import { ensureModel } from '../../state/model';
import { modelSet } from '../../state/model-set';
import {
  ABLATIONS,
  type Ablation,
  asksModel,
  INTERVENABLE,
  type RunChoice,
  usualK,
} from '../../state/run-choice';
import { estimateRuns, startRuns } from '../../state/runs';
import { index } from '../../state/search-index';
import { readOnly, workspace } from '../../state/session';
import { amount, integer, someOf, useView } from '../../state/url';
import { BudgetFields, type Budgets } from './budget-fields';
import { INTERVENTION_IDS, type InterventionId, Interventions, interventionOf } from './interventions';
import { ModelLost } from './model-lost';
import { Picks } from './picks';
import { SystemPicks } from './system-picks';
import './runs.css';

const KINDS: readonly RetrieverKind[] = ['bm25', 'vector', 'hybrid'];
/** Beyond these nothing is said any more: they only keep a slip of the hand from the bill. */
const MOST_LOOPS = 200;
const MOST_CONTEXT = 10_000_000;

const isProbesOnly = (chosen: readonly SystemId[]): boolean =>
  chosen.length === PROBES.length && PROBES.every((probe) => chosen.includes(probe));

/** Systems × retrievers at k, with the number of searches before anything starts. */
export const RunPlanner = () => {
  // Nothing ticked in the address means the probes on everything: that is what a first visit should run.
  const [view, set] = useView({
    systems: someOf<SystemId>(SYSTEM_IDS),
    retrievers: someOf<RetrieverKind>(KINDS),
    with: someOf<InterventionId>(INTERVENTION_IDS),
    // 0: as is usual for the systems.
    k: integer(0, STORED_DEPTH, 0),
    loops: integer(0, MOST_LOOPS, 0),
    context: integer(0, MOST_CONTEXT, 0),
    spend: amount,
    without: someOf<Ablation>(ABLATIONS),
  });
  onMount(() => void ensureModel());
  const [none, setNone] = createSignal<{ systems: boolean; retrievers: boolean }>({
    systems: false,
    retrievers: false,
  });
  const systems = () => (view.systems.length > 0 || none().systems ? view.systems : [...PROBES]);
  const retrievers = () => (view.retrievers.length > 0 || none().retrievers ? view.retrievers : [...KINDS]);
  const intervenable = () => systems().some((system) => INTERVENABLE.includes(system));
  const k = () => (view.k === 0 ? usualK(systems()) : view.k);
  const asking = () => systems().filter(asksModel);
  const budgets = (): Budgets => ({
    loops: view.loops || null,
    contextTokens: view.context || null,
    spendingLimit: view.spend,
    ablations: view.without,
  });
  const [failure, setFailure] = createSignal<Failure | null>(null);
  const id = () => workspace()?.id ?? '';
  const choice = (): RunChoice => ({
    systems: systems(),
    retrievers: retrievers(),
    k: k(),
    questions: null,
    interventions: view.with.map(interventionOf),
    ...(view.loops === 0 ? {} : { loops: view.loops }),
    agent: {
      ...(view.context === 0 ? {} : { contextTokens: view.context }),
      ...(view.spend === null ? {} : { spendingLimit: view.spend }),
    },
    ablations: view.without,
  });
  const possible = () => systems().length > 0 && retrievers().length > 0;
  const estimate = createLoad(
    () => (possible() ? JSON.stringify([id(), choice(), workspace()?.questions?.hash, modelSet()]) : null),
    () => estimateRuns(id(), choice()),
  );
  const estimated = () => {
    const outcome = estimate.value();
    return possible() && outcome?.ok ? outcome.value : null;
  };
  const estimateFailure = () => {
    const outcome = estimate.value();
    return outcome !== null && !outcome.ok ? outcome.error : null;
  };
  const needsJudge = () =>
    view.with.length > 0 ||
    systems().some(
      (system) =>
        system === 'execution-rag-verified' ||
        !(system === 'probe-single' || system === 'probe-oracle' || asksModel(system)),
    );
  const running = () => jobsOf(id(), 'run').length > 0;
  const waiting = () => {
    const state = index();
    return retrievers().some((kind) => kind !== 'bm25') && state !== null && !state.vectors.ready
      ? state.vectors
      : null;
  };
  const start = async (): Promise<void> => {
    setFailure(null);
    const outcome = await startRuns(choice());
    if (!outcome.ok && outcome.error.code !== 'cancelled') setFailure(outcome.error);
  };
  return (
    <Panel
      title="New runs"
      why="One run a system and retriever, and one of a system that searches nothing. A finished run of the same kind over the same corpus and questions is not made twice."
    >
      <div class="flow">
        <ModelLost />
        <SystemPicks
          chosen={systems()}
          model={modelSet() !== null}
          onChange={(chosen) => {
            setNone((old) => ({ ...old, systems: chosen.length === 0 }));
            set({ systems: isProbesOnly(chosen) ? [] : chosen }, { replace: true });
          }}
        />
        <div class="grid">
          <div class="c6 flow">
            <Picks
              legend="Retrievers"
              values={KINDS}
              terms={RETRIEVER}
              chosen={retrievers()}
              onChange={(chosen) => {
                setNone((old) => ({ ...old, retrievers: chosen.length === 0 }));
                set({ retrievers: chosen.length === KINDS.length ? [] : chosen }, { replace: true });
              }}
            />
            <Interventions
              chosen={view.with}
              possible={intervenable()}
              onChange={(chosen) => set({ with: chosen }, { replace: true })}
            />
          </div>
          <div class="c6 flow">
            <BudgetFields
              systems={systems()}
              value={budgets()}
              currency={modelSet()?.state.config.prices.currency ?? null}
              onChange={({ loops, contextTokens, spendingLimit, ablations }) =>
                set(
                  {
                    ...(loops === undefined ? {} : { loops: loops ?? 0 }),
                    ...(contextTokens === undefined ? {} : { context: contextTokens ?? 0 }),
                    ...(spendingLimit === undefined ? {} : { spend: spendingLimit }),
                    ...(ablations === undefined ? {} : { without: [...ablations] }),
                  },
                  { replace: true },
                )
              }
            />
          </div>
        </div>
        <div class="spread">
          <div class="row">
            <KSlider k={k()} onChange={(next) => set({ k: next }, { replace: true })} />
            <span class="small muted">{view.k === 0 && k() !== DEFAULT_K ? USUAL_K(k()) : K_HINT}</span>
          </div>
          <div class="row">
            <Show when={estimated()}>
              {(sum) => (
                <span class="num" role="status">
                  {estimateWords(sum())}
                </span>
              )}
            </Show>
            <button
              type="button"
              class="btn primary"
              disabled={
                !possible() ||
                running() ||
                readOnly() ||
                (asking().length > 0 && (modelSet() === null || offline()))
              }
              onClick={() => void start()}
            >
              {running() ? 'Running …' : 'Start'}
            </button>
          </div>
        </div>
        <Show when={asking().length > 0 && modelSet()}>
          {(model) => (
            <Notice tone="drift" sign="↗">
              {sentByRuns(
                model().origin,
                asking().some((system) => !CLOSED_BOOK.includes(system)),
              )}
            </Notice>
          )}
        </Show>
        <Show when={asking().length > 0 && offline()}>
          <Notice tone="drift" sign="–" role="status">
            {OFFLINE_RUNS} <a href="#/settings">Settings</a>
          </Notice>
        </Show>
        <Show when={needsJudge()}>
          <p class="small muted">{USES_CLASSIFIER}</p>
        </Show>
        <Show when={waiting()}>
          {(vectors) => (
            <Notice>
              <Term term={RETRIEVER.vector} /> and <Term term={RETRIEVER.hybrid} /> wait until all vectors are
              made ({count(vectors().done)} of {count(vectors().total)}); choose BM25 alone to start at once.
            </Notice>
          )}
        </Show>
        <Show when={estimateFailure()}>{(problem) => <FailureNotice failure={problem()} />}</Show>
        <Show when={failure()}>
          {(problem) => <FailureNotice failure={problem()} onRetry={() => void start()} />}
        </Show>
      </div>
    </Panel>
  );
};
