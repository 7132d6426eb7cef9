import { createUniqueId, For, type JSX } from 'solid-js';

export interface Choice<T extends string> {
  value: T;
  label: JSX.Element;
  disabled?: boolean;
  title?: string;
}

/** One of a few, all visible. Native radio buttons: arrow keys, one tab stop and the group's name come with them. */
export const Segmented = <T extends string>(props: {
  label: string;
  value: T;
  choices: readonly Choice<T>[];
  onChange: (value: T) => void;
}) => {
  const name = createUniqueId();
  return (
    <div class="seg" role="radiogroup" aria-label={props.label}>
      <For each={props.choices}>
        {(choice) => (
          <label title={choice.title}>
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={props.value === choice.value}
              disabled={choice.disabled}
              onChange={() => props.onChange(choice.value)}
            />
            {choice.label}
          </label>
        )}
      </For>
    </div>
  );
};
