import type { JSX } from 'solid-js';
import type { TermText } from '../messages';
import { TIP_ID, tipHandlers } from './tip';

/** A word with its one-line definition on hover or focus; following it opens its place in the glossary. */
export const Term = (props: { term: TermText; children?: JSX.Element }) => (
  <a
    class="term"
    href={`#/terms?at=${props.term.id}`}
    aria-describedby={TIP_ID}
    {...tipHandlers(() => props.term.definition)}
  >
    {props.children ?? props.term.label}
  </a>
);
