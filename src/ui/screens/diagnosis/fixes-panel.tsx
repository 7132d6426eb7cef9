import { createSignal, Index, Show } from 'solid-js';
import type { Fix } from '../../../domain/diagnosis';
import { Chip } from '../../components/chip';
import { Panel } from '../../components/panel';
import { plural } from '../../format';
import { JUDGE_STANDING } from '../../messages';
import { type FixAction, nothingToChange } from './fix-action';

/** The button to press first; never one that rests on a judge which nobody has found right. */
const isFirst = (fix: Fix, index: number): boolean =>
  index === 0 && (fix.judge === undefined || fix.judge === 'passed');

/** Fixes shown before the rest is asked for. */
const FIRST = 4;

/** Ranked by the questions that each could reach, with the evidence for it. */
export function FixesPanel(props: {
  fixes: Fix[];
  /** Questions of the run that can be measured at all. */
  measured: number;
  chosen: string | null;
  actionOf: (fix: Fix) => FixAction | null;
  onChoose: (fix: string) => void;
}) {
  const [all, setAll] = createSignal(false);
  const shown = () => (all() ? props.fixes : props.fixes.slice(0, FIRST));
  return (
    <Panel
      title="What to change first"
      why="Ranked by the questions that each could reach, from evidence in this run; what rests on a judge that nobody has found right comes last"
    >
      <Show when={props.fixes.length > 0} fallback={<p class="muted">{nothingToChange(props.measured)}</p>}>
        <ol class="fixes">
          <Index each={shown()}>
            {(fix, index) => (
              <li class="fix" classList={{ chosen: props.chosen === fix().id }}>
                <span class="rank num" aria-hidden="true">
                  {index + 1}
                </span>
                <div class="flow tight">
                  <b>{fix().title}</b>
                  <Show when={fix().judge}>
                    {(standing) => (
                      <p>
                        <Chip term={JUDGE_STANDING[standing()]} />
                      </p>
                    )}
                  </Show>
                  <p class="muted">{fix().evidence}</p>
                  <button
                    type="button"
                    class="linklike small"
                    aria-pressed={props.chosen === fix().id}
                    onClick={() => props.onChoose(fix().id)}
                  >
                    {props.chosen === fix().id ? 'Showing' : 'Show'}{' '}
                    {plural(fix().questions.length, 'question')}
                  </button>
                </div>
                <Show when={props.actionOf(fix())}>
                  {(action) => (
                    <Show
                      when={action().href}
                      fallback={
                        <button
                          type="button"
                          class="btn"
                          classList={{ primary: isFirst(fix(), index) }}
                          onClick={() => action().run?.()}
                        >
                          {action().label}
                        </button>
                      }
                    >
                      <a class="btn" classList={{ primary: isFirst(fix(), index) }} href={action().href}>
                        {action().label}
                      </a>
                    </Show>
                  )}
                </Show>
              </li>
            )}
          </Index>
        </ol>
        <Show when={props.fixes.length > FIRST}>
          <button type="button" class="btn quiet tiny" aria-expanded={all()} onClick={() => setAll(!all())}>
            {all() ? 'Show the first ones only' : `Show ${props.fixes.length - FIRST} more`}
          </button>
        </Show>
      </Show>
    </Panel>
  );
}
