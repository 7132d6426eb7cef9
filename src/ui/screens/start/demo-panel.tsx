import { useNavigate } from '@solidjs/router';
import { For, Show } from 'solid-js';
import { FailureNotice } from '../../components/notice';
import { Panel } from '../../components/panel';
import type { Tone } from '../../messages';
import { demoFailure, demoSteps, openDemo, type StepState } from '../../state/demo';

const LOOK: Record<StepState, { sign: string; tone: Tone; label: string }> = {
  waiting: { sign: '○', tone: 'neutral', label: 'waiting' },
  running: { sign: '◔', tone: 'extraction', label: 'running' },
  done: { sign: '●', tone: 'present', label: 'done' },
  failed: { sign: '!', tone: 'total', label: 'failed' },
};

/** One click to a finished diagnosis, with its steps in view. */
export const DemoPanel = () => {
  const navigate = useNavigate();
  const running = () => demoSteps().some((step) => step.state === 'running');
  const start = () => void openDemo((path) => navigate(path));
  return (
    <Panel
      title="See it on invented documents"
      why="A small made-up archive with labelled questions of one to four hops, built so that every kind of failure occurs."
    >
      <div class="flow">
        <div>
          <button type="button" class="btn primary" disabled={running()} onClick={start}>
            Open the demo
          </button>
        </div>
        <Show when={demoSteps().length > 0}>
          <ol class="steps" aria-live="polite">
            <For each={demoSteps()}>
              {(step) => (
                <li class={`tone-${LOOK[step.state].tone}`}>
                  <span class="sign" role="img" aria-label={LOOK[step.state].label}>
                    {LOOK[step.state].sign}
                  </span>
                  <span>{step.label}</span>
                  <span class="small faint num">{step.note}</span>
                </li>
              )}
            </For>
          </ol>
        </Show>
        <Show when={demoFailure()}>{(failure) => <FailureNotice failure={failure()} onRetry={start} />}</Show>
      </div>
    </Panel>
  );
};
