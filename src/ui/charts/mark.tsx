import { type JSX, Show } from 'solid-js';
import type { Tone } from '../messages';

/** A part of a chart that can be clicked or pressed; without `onPick` it only carries its name. */
export function Mark(props: {
  tone: Tone;
  name: string;
  pressed: boolean;
  onPick?: (() => void) | undefined;
  children: JSX.Element;
}) {
  return (
    <Show
      when={props.onPick}
      fallback={
        <g class={`bar tone-${props.tone}`}>
          <title>{props.name}</title>
          {props.children}
        </g>
      }
    >
      {(pick) => (
        // biome-ignore lint/a11y/useSemanticElements: SVG has no button element
        <g
          class={`bar live tone-${props.tone}`}
          classList={{ pressed: props.pressed }}
          role="button"
          tabindex="0"
          aria-pressed={props.pressed}
          onClick={() => pick()()}
          onKeyDown={(event) => {
            if (event.key === 'Enter' || event.key === ' ') {
              event.preventDefault();
              pick()();
            }
          }}
        >
          <title>{props.name}</title>
          {props.children}
        </g>
      )}
    </Show>
  );
}
