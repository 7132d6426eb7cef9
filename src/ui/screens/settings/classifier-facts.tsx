import { For, Show } from 'solid-js';
import type { ClassifierCheck, ClassifierState } from '../../../domain/seam';
import { percent } from '../../format';
import { DeviceFacts } from './device-facts';
import './settings.css';

/** What the loaded classifier runs on and why, its threshold, and its word on three examples whose answer is plain. */
export const ClassifierFacts = (props: {
  state: ClassifierState;
  checks: ClassifierCheck[] | null;
  onCheck: () => void;
}) => {
  const right = (check: ClassifierCheck): boolean =>
    check.probability >= props.state.judge.threshold === check.expected;
  const wrong = () => (props.checks ?? []).filter((check) => !right(check)).length;
  return (
    <>
      <dl class="facts num">
        <div>
          <dt>Loaded</dt>
          <dd>{props.state.judge.label}</dd>
        </div>
        <DeviceFacts state={props.state} />
        <div>
          <dt>Threshold</dt>
          <dd>
            {percent(props.state.judge.threshold)}{' '}
            <span class="faint">
              {props.state.judge.mode === 'paper'
                ? '(as in the paper)'
                : '(moved in the diagnosis, where its effect is seen)'}
            </span>
          </dd>
        </div>
      </dl>
      <Show
        when={props.checks}
        fallback={
          <button type="button" class="btn tiny fit" onClick={() => props.onCheck()}>
            Check it on three examples
          </button>
        }
      >
        {(checks) => (
          <section aria-label="Three examples" class="flow tight">
            <p class="small">
              <b>
                {wrong() === 0
                  ? 'Right on all three examples.'
                  : `Wrong on ${wrong()} of ${checks().length} examples: is the label for “present” the right one?`}
              </b>
            </p>
            <ul class="plain-list small checks">
              <For each={checks()}>
                {(check) => (
                  <li>
                    <span class={`toned tone-${right(check) ? 'present' : 'total'}`} aria-hidden="true">
                      {right(check) ? '✓' : '✕'}
                    </span>
                    <span>
                      {check.pair.question} <span class="muted">“{check.pair.passage}”</span>
                    </span>
                    <span class="num nowrap">
                      {percent(check.probability, 0)}, should be {check.expected ? 'present' : 'absent'}
                    </span>
                  </li>
                )}
              </For>
            </ul>
          </section>
        )}
      </Show>
    </>
  );
};
