import { createSignal, For, type JSX, Show } from 'solid-js';
import type { Failure, Outcome } from '../../domain/outcome';
import { toast, toastUndo } from './toast';

export interface ActionColumn<T> {
  head: JSX.Element;
  cell: (row: T) => JSX.Element;
  /** Numbers sit at the right. */
  right?: boolean;
  class?: string;
  headClass?: string;
}

/** Deleting with undo: a row is hidden at once, removed when its toast has gone, and only then said to be deleted. */
export const createRemoval = <T,>(about: {
  key: (row: T) => string;
  /** "The workspace “Demo”", as the sentence begins. */
  what: (row: T) => string;
  /** Asked before anything else: a failure says why it cannot be deleted now, and nothing is hidden. */
  check?: (row: T) => Promise<Outcome<void>>;
  act: (row: T) => Promise<Outcome<void>>;
  onFailure: (failure: Failure) => void;
  onDone?: () => void;
}) => {
  const [hidden, setHidden] = createSignal<readonly string[]>([]);
  const show = (id: string): void => {
    setHidden((ids) => ids.filter((other) => other !== id));
  };
  return {
    shown: (rows: readonly T[]): T[] => rows.filter((row) => !hidden().includes(about.key(row))),
    remove: async (row: T): Promise<void> => {
      const id = about.key(row);
      const allowed = await about.check?.(row);
      if (allowed?.ok === false) {
        about.onFailure(allowed.error);
        return;
      }
      setHidden((ids) => [...ids, id]);
      toastUndo(
        `${about.what(row)} is about to be deleted.`,
        async () => {
          const outcome = await about.act(row);
          if (outcome.ok) toast(`${about.what(row)} is deleted.`);
          else about.onFailure(outcome.error);
          show(id);
          about.onDone?.();
        },
        () => show(id),
      );
    },
  };
};

/** A listing whose last column acts on the row; `remove` adds the button that deletes it. */
export const ActionTable = <T,>(props: {
  /** Names the region that scrolls. */
  label: string;
  rows: readonly T[];
  columns: readonly ActionColumn<T>[];
  actions?: (row: T) => JSX.Element;
  remove?: { name: (row: T) => string; disabled?: (row: T) => boolean; run: (row: T) => Promise<void> };
  class?: string;
}) => (
  <section class="scroll-x" aria-label={props.label} tabindex="0">
    <table class={`num ${props.class ?? ''}`}>
      <thead>
        <tr>
          <For each={props.columns}>
            {(column) => (
              <th scope="col" class={column.headClass} classList={{ r: column.right === true }}>
                {column.head}
              </th>
            )}
          </For>
          <th scope="col">
            <span class="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        <For each={props.rows}>
          {(row) => (
            <tr>
              <For each={props.columns}>
                {(column) => (
                  <td class={column.class} classList={{ r: column.right === true }}>
                    {column.cell(row)}
                  </td>
                )}
              </For>
              <td class="actions">
                <div class="row end">
                  {props.actions?.(row)}
                  <Show when={props.remove}>
                    {(remove) => (
                      <button
                        type="button"
                        class="btn quiet tiny danger"
                        disabled={remove().disabled?.(row)}
                        aria-label={`Delete ${remove().name(row)}`}
                        onClick={() => void remove().run(row)}
                      >
                        Delete
                      </button>
                    )}
                  </Show>
                </div>
              </td>
            </tr>
          )}
        </For>
      </tbody>
    </table>
  </section>
);
