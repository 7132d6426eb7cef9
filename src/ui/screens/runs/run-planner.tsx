import { createSignal, Show } from 'solid-js';
import type { Failure } from '../../../domain/outcome';
import { DEFAULT_K, type RetrieverKind, STORED_DEPTH } from '../../../domain/retriever';
import { PROBES, READERS, type SystemId } from '../../../domain/seam';
import { KSlider } from '../../components/kslider';
import { FailureNotice, Notice } from '../../components/notice';
import { Panel } from '../../components/panel';
import { Term } from '../../components/term';
import { count, plural } from '../../format';
import { RETRIEVER, SYSTEM } from '../../messages';
import { jobsOf } from '../../state/jobs';
import { createLoad } from '../../state/load';
import { INTERVENABLE, type RunChoice } from '../../state/run-choice';
import { estimateRuns, startRuns } from '../../state/runs';
import { index } from '../../state/search-index';
import { readOnly, workspace } from '../../state/session';
import { integer, someOf, useView } from '../../state/url';
import { labelUse } from '../diagnosis/runs';
import { INTERVENTION_IDS, type InterventionId, Interventions, interventionOf } from './interventions';
import { Picks } from './picks';
import './runs.css';

const KINDS: readonly RetrieverKind[] = ['bm25', 'vector', 'hybrid'];
const SYSTEM_IDS: readonly SystemId[] = [...PROBES, ...READERS];

const isProbesOnly = (chosen: readonly SystemId[]): boolean =>
  chosen.length === PROBES.length && PROBES.every((probe) => chosen.includes(probe));

/** What somebody should know before trusting the figures of a system. */
const noteOf = (system: SystemId): string | null => {
  const use = labelUse(system);
  return use === null ? null : `It ${use}.`;
};

/** Systems × retrievers at k, with the number of searches before anything starts. */
export const RunPlanner = () => {
  // Nothing ticked in the address means the probes on everything: that is what a first visit should run.
  const [view, set] = useView({
    systems: someOf<SystemId>(SYSTEM_IDS),
    retrievers: someOf<RetrieverKind>(KINDS),
    with: someOf<InterventionId>(INTERVENTION_IDS),
    k: integer(1, STORED_DEPTH, DEFAULT_K),
  });
  const [none, setNone] = createSignal<{ systems: boolean; retrievers: boolean }>({
    systems: false,
    retrievers: false,
  });
  const systems = () => (view.systems.length > 0 || none().systems ? view.systems : [...PROBES]);
  const retrievers = () => (view.retrievers.length > 0 || none().retrievers ? view.retrievers : [...KINDS]);
  const intervenable = () => systems().some((system) => INTERVENABLE.includes(system));
  const [failure, setFailure] = createSignal<Failure | null>(null);
  const id = () => workspace()?.id ?? '';
  const choice = (): RunChoice => ({
    systems: systems(),
    retrievers: retrievers(),
    k: view.k,
    questions: null,
    interventions: view.with.map(interventionOf),
  });
  const possible = () => systems().length > 0 && retrievers().length > 0;
  const estimate = createLoad(
    () => (possible() ? JSON.stringify([id(), choice(), workspace()?.questions?.hash]) : null),
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
    systems().some((system) => system !== 'probe-single' && system !== 'probe-oracle');
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
      why="One run a system and retriever. A finished run of the same kind over the same corpus and questions is not made twice."
    >
      <div class="flow">
        <div class="grid">
          <div class="c6">
            <Picks
              legend="Systems"
              values={SYSTEM_IDS}
              terms={SYSTEM}
              chosen={systems()}
              note={noteOf}
              onChange={(chosen) => {
                setNone((old) => ({ ...old, systems: chosen.length === 0 }));
                set({ systems: isProbesOnly(chosen) ? [] : chosen }, { replace: true });
              }}
            />
          </div>
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
        </div>
        <div class="spread">
          <div class="row">
            <KSlider k={view.k} onChange={(k) => set({ k }, { replace: true })} />
            <span class="small muted">
              decides what a run takes as found while it goes on; the view’s k can differ
            </span>
          </div>
          <div class="row">
            <Show when={estimated()}>
              {(sum) => (
                <span class="num" role="status">
                  <b>{count(sum().searches)}</b> searches{' '}
                  <span class="muted">
                    in {plural(sum().runs, 'run')} of {plural(sum().questions, 'question')}; no key, no cost
                  </span>
                </span>
              )}
            </Show>
            <button
              type="button"
              class="btn primary"
              disabled={!possible() || running() || readOnly()}
              onClick={() => void start()}
            >
              {running() ? 'Running …' : 'Start'}
            </button>
          </div>
        </div>
        <Show when={needsJudge()}>
          <p class="small muted">
            Readers, the hop-by-hop probe and the policy “predicted” use the shipped classifier; it loads by
            itself and runs on this device. Reading takes longer than searching.
          </p>
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
