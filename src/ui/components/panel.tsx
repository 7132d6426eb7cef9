import { createUniqueId, type JSX, Show } from 'solid-js';
import { readTables } from './read-table';
import { TableTools } from './table-tools';

/**
 * A titled region. `why` is one line under the title; `actions` sit at its right; `span` is its width of 12. `table`: the
 * panel holds a table that can be taken away as it is shown, under this file name.
 */
export const Panel = (props: {
  title: JSX.Element;
  why?: JSX.Element;
  actions?: JSX.Element;
  span?: 3 | 4 | 5 | 6 | 7 | 8 | 12;
  id?: string;
  table?: string;
  children: JSX.Element;
}) => {
  const heading = createUniqueId();
  let section!: HTMLElement;
  return (
    <section
      ref={section}
      class={`panel${props.span === undefined ? '' : ` c${props.span}`}`}
      aria-labelledby={heading}
      id={props.id}
    >
      <header>
        <div class="heading">
          <h2 id={heading}>{props.title}</h2>
          <Show when={props.why}>
            <p class="why">{props.why}</p>
          </Show>
        </div>
        <Show when={props.actions !== undefined || props.table !== undefined}>
          <div class="row">
            {props.actions}
            <Show when={props.table}>
              {(name) => <TableTools name={name()} rows={() => readTables(section)} />}
            </Show>
          </div>
        </Show>
      </header>
      {props.children}
    </section>
  );
};
