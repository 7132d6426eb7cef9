import { For, Show } from 'solid-js';
import type { HopView } from '../../components/chain/hop-view';
import { Panel } from '../../components/panel';
import { StepLine } from './step-line';
import { type Step, stepsSummary } from './steps';

/** What the run did, step by step; the scrubber replays it on the chain. `at`: steps replayed, all of them at rest. */
export function Timeline(props: {
  steps: Step[];
  hops: HopView[];
  k: number;
  at: number;
  onAt: (at: number) => void;
  /** How a chunk is called. */
  titleOf: (chunk: string) => string;
  onTry: (query: string) => void;
}) {
  const label = () =>
    props.at === 0
      ? 'before the first step'
      : props.at === props.steps.length
        ? 'the whole run'
        : `after step ${props.at} of ${props.steps.length}`;
  return (
    <Panel title="What the run did" why={stepsSummary(props.steps)}>
      <div class="flow tight">
        <Show when={props.steps.length > 1}>
          <div class="scrubber">
            <button
              type="button"
              class="btn tiny"
              aria-label="One step back"
              disabled={props.at === 0}
              onClick={() => props.onAt(props.at - 1)}
            >
              ◀
            </button>
            <input
              type="range"
              min="0"
              max={props.steps.length}
              value={props.at}
              aria-label="Replay the run on the chain"
              aria-valuetext={label()}
              onInput={(event) => props.onAt(event.currentTarget.valueAsNumber)}
            />
            <button
              type="button"
              class="btn tiny"
              aria-label="One step on"
              disabled={props.at === props.steps.length}
              onClick={() => props.onAt(props.at + 1)}
            >
              ▶
            </button>
            <output class="small num">{label()}</output>
          </div>
        </Show>
        <ol class="tl num">
          <For each={props.steps}>
            {(step) => (
              <li
                classList={{
                  later: step.number > props.at,
                  now: step.number === props.at && props.at < props.steps.length,
                }}
              >
                <span class="k">{step.number}</span>
                <StepLine
                  step={step}
                  hops={props.hops}
                  k={props.k}
                  titleOf={props.titleOf}
                  onTry={props.onTry}
                />
              </li>
            )}
          </For>
        </ol>
      </div>
    </Panel>
  );
}
