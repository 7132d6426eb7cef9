import { For, Show } from 'solid-js';
import type { Hop, Question } from '../../../domain/question';
import { ingest } from '../../state/workers';
import { answersOf, withQuestion } from './draft';
import { GoldEditor } from './gold-editor';

/** Sub-question, answers, the hops it needs, and its gold passages. */
export const HopEditor = (props: {
  hop: Hop;
  question: Question;
  onChange: (hop: Hop) => void;
  onQuestion: (question: Question) => void;
  onRemove: () => void;
}) => {
  const earlier = () => props.question.hops.filter((other) => other.id < props.hop.id);
  /** Shorthand such as `Lantern Bridge >> architect` becomes a natural question; what was typed is kept beside it. */
  const settle = async (typed: string): Promise<void> => {
    props.onChange(withQuestion(props.hop, typed));
    if (!typed.includes('>>')) return;
    const outcome = await ingest.ask((api) => api.naturalise(typed));
    if (outcome.ok && outcome.value !== typed) {
      props.onChange({ ...withQuestion(props.hop, outcome.value), shorthand: typed });
    }
  };
  return (
    <fieldset class="hopedit">
      <legend>
        Hop {props.hop.id}{' '}
        <button
          type="button"
          class="btn quiet tiny"
          aria-label={`Remove hop ${props.hop.id}`}
          onClick={props.onRemove}
        >
          ✕
        </button>
      </legend>
      <div class="grid">
        <label class="control c6">
          Sub-question
          <input
            class="field"
            value={props.hop.question}
            onChange={(event) => void settle(event.currentTarget.value.trim())}
          />
          <Show when={props.hop.shorthand}>
            <span class="small faint">from {props.hop.shorthand}</span>
          </Show>
        </label>
        <label class="control c4">
          Answers, one a line
          <textarea
            class="field"
            rows="1"
            value={props.hop.answers.join('\n')}
            onChange={(event) =>
              props.onChange({ ...props.hop, answers: answersOf(event.currentTarget.value) })
            }
          />
        </label>
        <Show when={earlier().length > 0}>
          <fieldset class="c2x">
            <legend class="small muted">Needs</legend>
            <div class="row">
              <For each={earlier()}>
                {(other) => (
                  <label class="check small">
                    <input
                      type="checkbox"
                      checked={props.hop.dependsOn.includes(other.id)}
                      onChange={(event) =>
                        props.onChange({
                          ...props.hop,
                          dependsOn: event.currentTarget.checked
                            ? [...props.hop.dependsOn, other.id].sort((a, b) => a - b)
                            : props.hop.dependsOn.filter((id) => id !== other.id),
                        })
                      }
                    />
                    hop {other.id}
                  </label>
                )}
              </For>
            </div>
          </fieldset>
        </Show>
      </div>
      <GoldEditor question={props.question} hop={props.hop} onChange={props.onQuestion} />
    </fieldset>
  );
};
