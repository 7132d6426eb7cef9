import { For, type JSX, Show } from 'solid-js';
import type { TermText } from '../../messages';

/** A group of checkboxes, each with the definition of what it stands for. */
export const Picks = <T extends string>(props: {
  legend: string;
  /** One sentence about the group. */
  why?: string;
  values: readonly T[];
  terms: Record<T, TermText>;
  chosen: readonly T[];
  onChange: (chosen: T[]) => void;
  note?: (value: T) => string | null;
  /** Nothing more can be chosen; what is chosen can be taken back. */
  closed?: boolean;
  /** Why it is closed, and what to do. */
  children?: JSX.Element;
}) => (
  <fieldset class="picks">
    <legend class="small muted">{props.legend}</legend>
    <Show when={props.why}>
      <p class="small muted">{props.why}</p>
    </Show>
    {props.children}
    <For each={props.values}>
      {(value) => (
        <label class="check" classList={{ closed: props.closed === true && !props.chosen.includes(value) }}>
          <input
            type="checkbox"
            checked={props.chosen.includes(value)}
            disabled={props.closed === true && !props.chosen.includes(value)}
            onChange={(event) =>
              props.onChange(
                props.values.filter((other) =>
                  other === value ? event.currentTarget.checked : props.chosen.includes(other),
                ),
              )
            }
          />
          <span>
            <b>{props.terms[value].label}</b> <span class="muted small">{props.terms[value].definition}</span>
            <Show when={props.note?.(value)}>{(note) => <span class="small muted"> {note()}</span>}</Show>
          </span>
        </label>
      )}
    </For>
  </fieldset>
);
