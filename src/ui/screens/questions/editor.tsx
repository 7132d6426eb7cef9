import { createSignal, For, Index, Show } from 'solid-js';
import type { Hop, Question } from '../../../domain/question';
import { Notice } from '../../components/notice';
import { Panel } from '../../components/panel';
import { readOnly } from '../../state/session';
import { answersOf, emptyHop, problemsOf, withoutHop } from './draft';
import { GoldEditor } from './gold-editor';
import { HopEditor } from './hop-editor';

/** One question with its answers, hops and gold passages. Nothing is stored before “Save”. */
export const Editor = (props: {
  question: Question;
  isNew: boolean;
  saving: boolean;
  onSave: (question: Question) => void;
  onCancel: () => void;
  onRemove: () => void;
}) => {
  // The parent makes a new editor for another question (keyed), so the first value is the right one.
  const [draft, setDraft] = createSignal<Question>(structuredClone(props.question));
  const change = (to: Partial<Question>): void => {
    setDraft((old) => ({ ...old, ...to }));
  };
  const changeHop = (hop: Hop): void =>
    change({ hops: draft().hops.map((other) => (other.id === hop.id ? hop : other)) });
  const problems = () => problemsOf(draft());
  const changed = () => JSON.stringify(draft()) !== JSON.stringify(props.question);
  return (
    <Panel
      title={props.isNew ? 'New question' : 'Edit question'}
      why={props.isNew ? 'Type it, then mark the passages that a competent reader needs.' : draft().id}
      actions={
        <>
          <Show when={!props.isNew}>
            <button type="button" class="btn quiet danger" onClick={props.onRemove} disabled={readOnly()}>
              Delete
            </button>
          </Show>
          <button type="button" class="btn" onClick={props.onCancel}>
            {changed() ? 'Discard changes' : 'Close'}
          </button>
          <button
            type="button"
            class="btn primary"
            disabled={!changed() || problems().blocking.length > 0 || props.saving || readOnly()}
            onClick={() => props.onSave(draft())}
          >
            {props.saving ? 'Saving …' : 'Save'}
          </button>
        </>
      }
    >
      <div class="flow">
        <label class="control">
          Question
          <textarea
            class="field"
            rows="2"
            value={draft().text}
            ref={(area) => queueMicrotask(() => area.focus())}
            onInput={(event) => change({ text: event.currentTarget.value })}
          />
        </label>
        <div class="grid">
          <div class="c6">
            <label class="control">
              Answers, one a line: the gold answer first, then aliases
              <textarea
                class="field"
                rows="2"
                value={draft().answers.join('\n')}
                onChange={(event) => change({ answers: answersOf(event.currentTarget.value) })}
              />
            </label>
          </div>
          <div class="c3">
            <label class="control">
              Type
              <input
                class="field"
                value={draft().type ?? ''}
                onInput={(event) => {
                  const { type: _, ...rest } = draft();
                  const type = event.currentTarget.value.trim();
                  setDraft(type === '' ? rest : { ...rest, type });
                }}
              />
            </label>
          </div>
          <div class="c3 at-end">
            <label class="check">
              <input
                type="checkbox"
                checked={!draft().answerable}
                onChange={(event) => change({ answerable: !event.currentTarget.checked })}
              />
              The documents cannot answer it
            </label>
          </div>
        </div>
        {/* By place, not by identity: every keystroke makes a new hop, and its editor must stay. */}
        <Index each={draft().hops}>
          {(hop) => (
            <HopEditor
              hop={hop()}
              question={draft()}
              onChange={changeHop}
              onQuestion={setDraft}
              onRemove={() => setDraft(withoutHop(draft(), hop().id))}
            />
          )}
        </Index>
        <Show when={draft().hops.length === 0}>
          <GoldEditor question={draft()} hop={null} onChange={setDraft} />
        </Show>
        <div class="row">
          <button
            type="button"
            class="btn"
            onClick={() => change({ hops: [...draft().hops, emptyHop(draft().hops.length + 1)] })}
          >
            {draft().hops.length === 0 ? 'Split into hops' : 'Add a hop'}
          </button>
          <span class="small muted">
            A hop is one step: a sub-question, its answer, the passage that states it. Write #1 where the
            answer of hop 1 belongs.
          </span>
        </div>
        <Show when={changed() && problems().blocking.length + problems().advice.length > 0}>
          <Notice tone={problems().blocking.length > 0 ? 'total' : 'drift'} sign="!">
            <ul class="plain">
              <For each={[...problems().blocking, ...problems().advice]}>{(line) => <li>{line}</li>}</For>
            </ul>
          </Notice>
        </Show>
      </div>
    </Panel>
  );
};
