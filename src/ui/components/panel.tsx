import { createUniqueId, type JSX, Show } from 'solid-js';

/** A titled region. `why` is one line under the title; `actions` sit at its right; `span` is its width of 12. */
export const Panel = (props: {
  title: JSX.Element;
  why?: JSX.Element;
  actions?: JSX.Element;
  span?: 3 | 4 | 5 | 6 | 7 | 8 | 12;
  id?: string;
  children: JSX.Element;
}) => {
  const heading = createUniqueId();
  return (
    <section
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
        <Show when={props.actions}>
          <div class="row">{props.actions}</div>
        </Show>
      </header>
      {props.children}
    </section>
  );
};
