import { type JSX, Show } from 'solid-js';
import type { TermText } from '../messages';
import { TIP_ID, tipHandlers } from './tip';

/**
 * Sign + label in the colour of their kind. With `plain` it is bare text (inside buttons and rows that act
 * themselves); otherwise it explains itself on hover and focus and links to the glossary.
 */
export const Chip = (props: { term: TermText; label?: JSX.Element; plain?: boolean }) => {
  const inside = () => (
    <>
      <Show when={props.term.sign !== ''}>
        <span class="sign" aria-hidden="true">
          {props.term.sign}
        </span>
      </Show>
      <span>{props.label ?? props.term.label}</span>
    </>
  );
  return (
    <Show
      when={props.plain !== true}
      fallback={<span class={`chip tone-${props.term.tone}`}>{inside()}</span>}
    >
      <a
        class={`chip tone-${props.term.tone}`}
        href={`#/terms?at=${props.term.id}`}
        aria-describedby={TIP_ID}
        {...tipHandlers(() => props.term.definition)}
      >
        {inside()}
      </a>
    </Show>
  );
};

/** The sign alone, named for screen readers: chains in table rows. */
export const Sign = (props: { term: TermText }) => (
  <span
    class={`toned tone-${props.term.tone}`}
    role="img"
    aria-label={props.term.label}
    title={props.term.label}
  >
    {props.term.sign}
  </span>
);
