import { Match, Show, Switch } from 'solid-js';
import type { WorkspaceMeta } from '../../../domain/workspace';
import { KSlider } from '../../components/kslider';
import { Empty, FailureNotice } from '../../components/notice';
import { Segmented } from '../../components/segmented';
import { plural } from '../../format';
import { workspace } from '../../state/session';
import { useView } from '../../state/url';
import { JudgeOffer } from '../diagnosis/judge-offer';
import { RunPicker } from '../diagnosis/run-picker';
import { shownRuns } from '../diagnosis/runs';
import { Compare } from './compare';
import { createCheckData, judgeInView } from './data';
import './judge.css';
import { Labelling } from './label';
import { Results } from './results';
import { CHECK_VIEW } from './view';

/** Find out whether a judge can be trusted on these documents: label blind, then see how far it agrees. */
export default function JudgeScreen() {
  return <Show when={workspace()}>{(meta) => <Screen meta={meta()} />}</Show>;
}

function Screen(props: { meta: WorkspaceMeta }) {
  return (
    <main>
      <header class="flow tight">
        <h1 class="title">Judge check</h1>
        <p class="lede">
          A judge decides whether passages state a fact, and every figure of fact presence rests on it. Label
          some of your own hops without seeing its word, and the agreement says how far to trust it.
        </p>
      </header>
      <Show
        when={shownRuns(props.meta.runs).length > 0}
        fallback={
          <Empty
            level={2}
            title="Nothing has been run yet"
            actions={
              <a class="btn primary" href={`#/w/${props.meta.id}/runs`}>
                Go to Runs
              </a>
            }
          >
            A judge is checked on what a run retrieved. Start a probe first; it needs no key.
          </Empty>
        }
      >
        <Check meta={props.meta} />
      </Show>
    </main>
  );
}

const TABS = [
  { value: 'label', label: 'Label' },
  { value: 'results', label: 'Agreement' },
  { value: 'compare', label: 'Compare two judges' },
] as const;

function Check(props: { meta: WorkspaceMeta }) {
  const [view, set] = useView(CHECK_VIEW);
  const data = createCheckData(() => props.meta, view);
  const empty = () => {
    const sample = data.sample();
    return sample !== null && sample.available.present + sample.available.absent === 0;
  };
  return (
    <>
      <div class="check-bar">
        <Show when={data.run()}>
          {(run) => <RunPicker runs={props.meta.runs} run={run()} onPick={(id) => set({ run: id })} />}
        </Show>
        <KSlider k={data.k()} onChange={(k) => set({ k }, { replace: true })} />
        <Segmented label="Part" value={view.tab} choices={TABS} onChange={(tab) => set({ tab })} />
      </div>
      <p class="small muted">
        Checked judge: <b>{judgeInView().label}</b>. Another one can be chosen in{' '}
        <a href="#/settings">Settings</a>.
      </p>
      <Show when={data.failure()}>
        {(failure) => <FailureNotice failure={failure()} onRetry={data.again} />}
      </Show>
      <Show
        when={!empty()}
        fallback={
          <Empty
            level={2}
            title={`The judge has not scored a hop of this run yet (${plural(data.sample()?.waiting ?? 0, 'hop waits', 'hops wait')})`}
            actions={
              <Show when={data.run()}>
                {(run) => <JudgeOffer primary runs={[run()]} depth={data.k()} label="Judge fact presence" />}
              </Show>
            }
          >
            The sample holds as many hops that it calls present as hops that it calls absent, so it has to
            score the run first.
          </Empty>
        }
      >
        <Switch>
          <Match when={view.tab === 'label'}>
            <Labelling data={data} view={view} set={set} />
          </Match>
          <Match when={view.tab === 'results'}>
            <Results data={data} meta={props.meta} set={set} />
          </Match>
          <Match when={view.tab === 'compare'}>
            <Compare data={data} meta={props.meta} />
          </Match>
        </Switch>
      </Show>
    </>
  );
}
