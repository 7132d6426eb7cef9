import '../words.css';
import { createMemo, createSignal, For, Show } from 'solid-js';
import './passage-text.css';
import { excerpt, type Given, highlight, type TextPart } from './highlight';

function Part(props: { part: TextPart }) {
  return (
    <Show when={props.part.mark} fallback={props.part.text}>
      <mark classList={{ hit: props.part.hit }}>{props.part.text}</mark>
    </Show>
  );
}

/** Passage text with the sentence that holds the answer marked; a long one opens on demand. */
export function PassageText(props: {
  text: string;
  answers: string[];
  quote?: string | undefined;
  /** Ranges that are known from elsewhere, in place of those found by words. */
  given?: Given;
  /** Characters shown before it is opened. */
  limit?: number;
}) {
  const [whole, setWhole] = createSignal(false);
  const parts = createMemo(() => highlight(props.text, props.answers, props.quote, props.given));
  const window = createMemo(() => excerpt(parts(), props.limit));
  const cut = () => window().before || window().after;
  return (
    <span class="passage-text words" dir="auto">
      <Show
        when={whole() || !cut()}
        fallback={
          <>
            {window().before ? '… ' : ''}
            <For each={window().parts}>{(part) => <Part part={part} />}</For>
            {window().after ? ' …' : ''}
          </>
        }
      >
        <For each={parts()}>{(part) => <Part part={part} />}</For>
      </Show>
      <Show when={cut()}>
        {' '}
        <button
          type="button"
          class="linklike small"
          aria-expanded={whole()}
          onClick={() => setWhole(!whole())}
        >
          {whole() ? 'less' : 'whole passage'}
        </button>
      </Show>
    </span>
  );
}
