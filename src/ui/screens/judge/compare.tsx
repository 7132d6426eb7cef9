import { createSignal, For, Show } from 'solid-js';
import type { WorkspaceMeta } from '../../../domain/workspace';
import { Empty, FailureNotice } from '../../components/notice';
import { Term } from '../../components/term';
import { percent } from '../../format';
import { WORD } from '../../messages';
import { createLatest } from '../../state/latest';
import { diagnosis } from '../../state/workers';
import { AgreementPanels } from './agreement';
import { type CheckData, judgeInView, knownJudges } from './data';

/** Two judges on the same hops: another model, another way of reading, or another threshold. */
export function Compare(props: { data: CheckData; meta: WorkspaceMeta }) {
  const judges = () => knownJudges();
  const [chosen, setChosen] = createSignal<string | null>(null);
  const [threshold, setThreshold] = createSignal<number | null>(null);
  const other = () => {
    const list = judges();
    return (
      list.find((judge) => judge.space === chosen()) ??
      list.find((judge) => judge.space !== judgeInView().space) ??
      list[0]
    );
  };
  const at = (): number => threshold() ?? Math.round((other()?.threshold ?? 0.5) * 100);
  const agreement = createLatest(
    () => {
      const asked = props.data.request();
      const judge = other();
      return asked === null || judge === undefined
        ? null
        : { ...asked, with: { space: judge.space, threshold: at() / 100 } };
    },
    ({ version: _, ...asked }) => diagnosis.ask((api) => api.agreement(asked)),
  );
  return (
    <div class="flow">
      <div class="row">
        <label class="row small">
          Compare with
          <select
            class="field"
            onChange={(event) => {
              setChosen(event.currentTarget.value);
              setThreshold(null);
            }}
          >
            <For each={judges()}>
              {(judge) => (
                <option value={judge.space} selected={judge.space === other()?.space}>
                  {judge.label}
                </option>
              )}
            </For>
          </select>
        </label>
        <div class="kslider">
          <output class="num">
            <Term term={WORD.threshold}>threshold {percent(at() / 100, 0)}</Term>
          </output>
          <input
            type="range"
            min="1"
            max="99"
            value={at()}
            aria-label="Threshold of the other judge, in percent"
            onInput={(event) => setThreshold(event.currentTarget.valueAsNumber)}
          />
        </div>
        <span class="small muted">
          against {judgeInView().label} at {percent(judgeInView().threshold, 0)}
        </span>
      </div>
      <Show when={agreement.failure()}>
        {(failure) => <FailureNotice failure={failure()} onRetry={agreement.again} />}
      </Show>
      <Show when={agreement.value()}>
        {(value) => (
          <Show
            when={value().n > 0}
            fallback={
              <Empty
                level={2}
                title="The other judge has not scored this run"
                actions={
                  <a class="btn primary" href="#/settings">
                    Load it in Settings
                  </a>
                }
              >
                Choose it there, then judge the run again: both judges’ scores are kept, and this screen sets
                them side by side.
              </Empty>
            }
          >
            <AgreementPanels agreement={value()} other="the other" questionHref={props.data.questionHref} />
          </Show>
        )}
      </Show>
    </div>
  );
}
