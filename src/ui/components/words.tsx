/** Words of documents and labels: of any length, in any direction, without a space for pages on end. */
import { createSignal, Show } from 'solid-js';
import { cutWords } from './cut-words';
import './words.css';

/** A name or title in one place: it wraps anywhere, keeps its own direction, and is cut when it is long. */
export const Words = (props: { text: string; limit?: number }) => {
  const cut = () => cutWords(props.text, props.limit);
  return (
    <bdi class="words" title={cut() === props.text ? undefined : props.text.slice(0, 2000)}>
      {cut()}
    </bdi>
  );
};

/** The same where the whole must be readable: what was cut opens on demand. */
export const LongWords = (props: { text: string; limit?: number }) => {
  const [whole, setWhole] = createSignal(false);
  const cut = () => cutWords(props.text, props.limit);
  return (
    <>
      <bdi class="words">{whole() ? props.text : cut()}</bdi>
      <Show when={cut() !== props.text}>
        {' '}
        <button
          type="button"
          class="linklike small muted"
          aria-expanded={whole()}
          onClick={() => setWhole(!whole())}
        >
          {whole() ? 'less' : `all ${props.text.length.toLocaleString('en')} characters`}
        </button>
      </Show>
    </>
  );
};
