import { For, Show } from 'solid-js';
import type { RunMeta, WorkspaceMeta } from '../../../domain/workspace';
import { KSlider } from '../../components/kslider';
import { Empty, FailureNotice } from '../../components/notice';
import { workspace } from '../../state/session';
import { useView } from '../../state/url';
import { shownRuns } from '../diagnosis/runs';
import { Body } from './body';
import { optionLabel } from './choice';
import './compare.css';
import { createCompareData } from './data';
import { COMPARE_VIEW } from './view';

/** Two runs over the same questions: is the difference real, and what became of which question. */
export default function CompareScreen() {
  return <Show when={workspace()}>{(meta) => <Screen meta={meta()} />}</Show>;
}

function Screen(props: { meta: WorkspaceMeta }) {
  const [view, set] = useView(COMPARE_VIEW);
  const data = createCompareData(() => props.meta, view);
  return (
    <main>
      <header class="flow tight">
        <h1 class="title">Compare</h1>
        <p class="lede">
          Two runs over the same questions: how much better one is, whether chance alone could give that, and
          what became of the questions that changed.
        </p>
      </header>
      <Show
        when={data.pair()}
        fallback={
          <Empty
            level={2}
            title="There are no two runs to compare"
            actions={
              <a class="btn primary" href={`#/w/${props.meta.id}/runs`}>
                Go to Runs
              </a>
            }
          >
            Make a second run of another system on the same retriever; then a difference is the system’s.
          </Empty>
        }
      >
        {(pair) => (
          <>
            <div class="compare-bar">
              <RunSelect
                label="A, the base"
                runs={props.meta.runs}
                run={pair().a}
                onPick={(a) => set({ a, b: pair().b.header.run, from: null, to: null })}
              />
              <RunSelect
                label="B"
                runs={props.meta.runs}
                run={pair().b}
                onPick={(b) => set({ a: pair().a.header.run, b, from: null, to: null })}
              />
              <button
                type="button"
                class="btn tiny"
                onClick={() => set({ a: pair().b.header.run, b: pair().a.header.run, from: null, to: null })}
              >
                Swap
              </button>
              <KSlider k={data.k()} onChange={(k) => set({ k }, { replace: true })} />
            </div>
            <Show when={data.failure()}>
              {(failure) => <FailureNotice failure={failure()} onRetry={data.again} />}
            </Show>
            <Show
              when={data.comparison()}
              fallback={
                <Show when={data.failure() === null}>
                  <p class="muted" role="status">
                    Comparing…
                  </p>
                </Show>
              }
            >
              {(comparison) => (
                <Body workspace={props.meta.id} comparison={comparison()} view={view} set={set} />
              )}
            </Show>
          </>
        )}
      </Show>
    </main>
  );
}

function RunSelect(props: { label: string; runs: RunMeta[]; run: RunMeta; onPick: (run: string) => void }) {
  const shown = () => shownRuns(props.runs);
  return (
    <label class="row small">
      {props.label}
      <select class="field" onChange={(event) => props.onPick(event.currentTarget.value)}>
        <For each={shown()}>
          {(run) => (
            <option value={run.header.run} selected={run.header.run === props.run.header.run}>
              {optionLabel(run, shown(), (iso) => new Date(iso).toLocaleString())}
            </option>
          )}
        </For>
      </select>
    </label>
  );
}
