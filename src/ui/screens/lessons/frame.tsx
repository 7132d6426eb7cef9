import { createUniqueId, For, type JSX, Show } from 'solid-js';
import type { Failure } from '../../../domain/outcome';
import { FailureNotice } from '../../components/notice';
import type { LessonView, SetLessonView } from './view';

export interface Choice {
  id: string;
  label: string;
}

export interface Part {
  title: string;
  body: () => JSX.Element;
}

export interface StoryProps {
  view: LessonView;
  set: SetLessonView;
  /** The last part is there to be seen. */
  onDone: () => void;
}

/**
 * One story: a prediction, the reveal part by part, then one thing to change. How far it is told stands in the address.
 * The newest part takes the focus, so that a screen reader goes on there.
 */
export function Frame(
  props: StoryProps & {
    /** The scene, before the prediction. */
    scene: JSX.Element;
    ask: string;
    choices: readonly Choice[];
    /** What the app found, as the id of a choice; null: not known yet. */
    outcome: string | null;
    failure?: Failure | null;
    onRetry?: () => void;
    parts: readonly Part[];
    /** What to take along; shown with the last part. */
    close: JSX.Element;
  },
) {
  const name = createUniqueId();
  let list!: HTMLDivElement;
  const told = () => Math.min(props.view.step, props.parts.length);
  const labelOf = (id: string | null) => props.choices.find((choice) => choice.id === id)?.label;
  const go = (step: number): void => {
    props.set({ step });
    if (step === props.parts.length) props.onDone();
    queueMicrotask(() => list.querySelector<HTMLElement>(`[data-part="${step}"]`)?.focus());
  };
  return (
    <div class="flow lesson-story" ref={list}>
      <section class="panel flow tight" aria-label="The scene">
        {props.scene}
      </section>
      <section class="panel flow tight" aria-label="Your prediction">
        <fieldset class="flow tight">
          <legend class="strong">{props.ask}</legend>
          <For each={props.choices}>
            {(choice) => (
              <label class="check">
                <input
                  type="radio"
                  name={name}
                  checked={props.view.guess === choice.id}
                  disabled={told() > 0}
                  onChange={() => props.set({ guess: choice.id }, { replace: true })}
                />
                <span>{choice.label}</span>
              </label>
            )}
          </For>
        </fieldset>
        <Show when={props.failure}>
          {(failure) => (
            <FailureNotice
              failure={failure()}
              {...(props.onRetry === undefined ? {} : { onRetry: props.onRetry })}
            />
          )}
        </Show>
        <Show when={told() === 0}>
          <div class="row">
            <button type="button" class="btn primary" disabled={props.outcome === null} onClick={() => go(1)}>
              {props.view.guess === null ? 'Show what happens' : 'See if it is so'}
            </button>
            <span class="small muted" role="status">
              {props.outcome === null && (props.failure ?? null) === null
                ? 'It is being worked out …'
                : 'A guess is enough; nothing is scored.'}
            </span>
          </div>
        </Show>
      </section>
      <Show when={props.outcome !== null && told() > 0}>
        <For each={props.parts.slice(0, told())}>
          {(part, at) => (
            <section class="panel flow tight">
              <h2 tabindex="-1" data-part={at() + 1}>
                <span class="faint num">
                  {at() + 1} of {props.parts.length}
                </span>{' '}
                {part.title}
              </h2>
              <Show when={at() === 0}>
                <p class="lesson-outcome">
                  <Show when={labelOf(props.view.guess)}>
                    {(guess) => (
                      <>
                        You said: “{guess()}”{props.view.guess === props.outcome
                          ? ', and so it is.'
                          : '.'}{' '}
                      </>
                    )}
                  </Show>
                  <Show when={props.view.guess !== props.outcome}>
                    <b>It is: “{labelOf(props.outcome)}”.</b>
                  </Show>
                </p>
              </Show>
              {part.body()}
            </section>
          )}
        </For>
        <Show
          when={told() < props.parts.length}
          fallback={
            <section class="panel flow tight" aria-label="What to take along">
              <h2>What to take along</h2>
              {props.close}
            </section>
          }
        >
          <div class="row">
            <button type="button" class="btn primary" onClick={() => go(told() + 1)}>
              Go on: {props.parts[told()]?.title}
            </button>
          </div>
        </Show>
      </Show>
    </div>
  );
}
