import { createSignal } from 'solid-js';
import { plural } from '../format';
import { pastedQuestions } from './intake';

/** A list of questions typed or pasted, one a line; an answer may follow after a tab. */
export const PasteQuestions = (props: {
  onQuestions: (file: { path: string; file: Blob }) => void;
  action: string;
}) => {
  const [text, setText] = createSignal('');
  const parsed = () => pastedQuestions(text());
  return (
    <div class="flow tight">
      <label class="control">
        One question a line; a tab before the answer, if there is one (two columns of a spreadsheet paste like
        that)
        <textarea
          class="field"
          rows="4"
          value={text()}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <div class="row">
        <button
          type="button"
          class="btn"
          disabled={parsed() === null}
          onClick={() => {
            const list = parsed();
            if (list === null) return;
            props.onQuestions({
              path: list.name,
              file: new Blob([list.content], { type: 'application/x-ndjson' }),
            });
            setText('');
          }}
        >
          {props.action}
        </button>
        <span class="small muted num">{plural(parsed()?.count ?? 0, 'question')}</span>
      </div>
    </div>
  );
};
