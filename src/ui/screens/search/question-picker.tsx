import { createMemo, createSignal, For, Show } from 'solid-js';
import type { Question } from '../../../domain/question';
import { LongWords, Words } from '../../components/words';
import { questions } from '../../state/questions';

const SHOWN = 12;
const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

/** The question that results are marked for: chosen by typing a few of its words. */
export function QuestionPicker(props: {
  question: Question | null;
  onPick: (question: Question | null) => void;
}) {
  const [open, setOpen] = createSignal(false);
  const [text, setText] = createSignal('');
  const found = createMemo(() => {
    const words = folded(text()).split(/\s+/).filter(Boolean);
    const all = questions() ?? [];
    const matching: Question[] = [];
    for (const question of all) {
      const own = folded(question.text);
      if (words.every((word) => own.includes(word))) matching.push(question);
      if (matching.length === SHOWN) break;
    }
    return matching;
  });
  const pick = (question: Question | null): void => {
    props.onPick(question);
    setOpen(false);
    setText('');
  };
  return (
    <div class="flow tight">
      <div class="spread">
        <span class="grow">
          <span class="small muted">Gold of</span>{' '}
          <Show when={props.question} fallback={<span class="muted">no question</span>}>
            {(question) => (
              <b>
                <LongWords text={question().text} />
              </b>
            )}
          </Show>
        </span>
        <span class="row">
          <button type="button" class="btn tiny" aria-expanded={open()} onClick={() => setOpen(!open())}>
            {props.question === null ? 'Choose a question' : 'Change'}
          </button>
          <Show when={props.question !== null}>
            <button type="button" class="btn quiet tiny" onClick={() => pick(null)}>
              None
            </button>
          </Show>
        </span>
      </div>
      <Show when={open()}>
        <input
          class="field"
          type="search"
          placeholder="Words of the question"
          aria-label="Find a question"
          value={text()}
          onInput={(event) => setText(event.currentTarget.value)}
          ref={(element) => queueMicrotask(() => element.focus())}
        />
        <ul class="picker-list">
          <For each={found()} fallback={<li class="muted small">No question holds these words.</li>}>
            {(question) => (
              <li>
                <button type="button" class="linklike" onClick={() => pick(question)}>
                  <Words text={question.text} />
                </button>
              </li>
            )}
          </For>
        </ul>
      </Show>
    </div>
  );
}
