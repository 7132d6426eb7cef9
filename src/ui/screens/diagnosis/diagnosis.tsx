import { Show } from 'solid-js';
import type { WorkspaceMeta } from '../../../domain/workspace';
import { KSlider } from '../../components/kslider';
import { FailureNotice } from '../../components/notice';
import { plural } from '../../format';
import { workspace } from '../../state/session';
import { useView } from '../../state/url';
import './diagnosis.css';
import { Body } from './body';
import { createRunData } from './data';
import { Exports } from './exports';
import { NoRuns } from './no-runs';
import { RunPicker } from './run-picker';
import { shownRuns } from './runs';
import { VIEW } from './view';

export default function DiagnosisScreen() {
  return (
    <Show when={workspace()}>
      {(meta) => (
        <Show when={shownRuns(meta().runs).length > 0} fallback={<NoRuns meta={meta()} />}>
          <RunScreen meta={meta()} />
        </Show>
      )}
    </Show>
  );
}

function RunScreen(props: { meta: WorkspaceMeta }) {
  const [view, set] = useView(VIEW);
  const data = createRunData(() => props.meta, view);
  return (
    <main>
      <Show when={data.run()}>
        {(run) => (
          <>
            <div class="diagnosis-bar">
              <RunPicker runs={props.meta.runs} run={run()} onPick={(id) => set({ run: id })} />
              <KSlider k={data.k()} onChange={(k) => set({ k }, { replace: true })} />
              <Exports workspace={props.meta.id} run={run().header} k={data.k()} name={props.meta.name} />
            </div>
            <Show when={data.failure()}>
              {(failure) => <FailureNotice failure={failure()} onRetry={data.again} />}
            </Show>
            <Show
              when={data.diagnosis()}
              fallback={
                <Show when={data.failure() === null}>
                  <p class="muted" role="status">
                    Diagnosing {plural(run().done, 'question')}…
                  </p>
                </Show>
              }
            >
              {(diagnosis) => (
                <Body
                  meta={props.meta}
                  run={run()}
                  diagnosis={diagnosis()}
                  rows={data.rows()}
                  others={data.others()}
                  view={view}
                  k={data.k()}
                  agreement={data.agreement()}
                  interventions={data.interventions()}
                  set={set}
                />
              )}
            </Show>
          </>
        )}
      </Show>
    </main>
  );
}
