import { createEffect, For, on, onCleanup, onMount, Show } from 'solid-js';
import { Empty, FailureNotice, Notice } from '../../../components/notice';
import { Panel } from '../../../components/panel';
import { toast } from '../../../components/toast';
import { LongWords } from '../../../components/words';
import { RETRIEVER } from '../../../messages';
import { index, indexFailure } from '../../../state/search-index';
import { readOnly, workspace } from '../../../state/session';
import './desk.css';
import { InHand } from './in-hand';
import { actionOf, DESK_KEYS } from './keys';
import { createLabelling, type DeskProps } from './labelling';
import { markOf } from './marks';
import { nextOpen } from './places';
import { SuggestionItem } from './suggestion';
import { WorkList } from './work-list';

/** Labelling without a label file: one place at a time, suggestions to choose from, everything by keyboard. */
export function Desk(props: DeskProps) {
  const desk = createLabelling(props);
  const { question, place, suggestions, mappings, words } = desk;
  let list: HTMLOListElement | undefined;
  let field: HTMLInputElement | undefined;
  const buttons = (): HTMLButtonElement[] => [
    ...(list?.querySelectorAll<HTMLButtonElement>('button.mark') ?? []),
  ];
  /** The suggestion that has the focus somewhere in it; −1: none has. */
  const focused = (): number => {
    const item = document.activeElement?.closest('li.suggestion');
    return buttons().findIndex((button) => button.closest('li.suggestion') === item && item !== null);
  };
  /** The passage that has the focus, or lost it when vectors came and the list was put in another order. */
  let held: string | null = null;
  createEffect(
    on(suggestions.list, () => {
      const chunk = held;
      if (chunk === null) return;
      queueMicrotask(() => {
        if (document.activeElement !== document.body) return;
        buttons()
          .find((button) => button.closest<HTMLElement>('li.suggestion')?.dataset.chunk === chunk)
          ?.focus();
      });
    }),
  );
  /** Another place is looked at from its first suggestion on. */
  const startOver = (): void => list?.focus();
  const onKey = (event: KeyboardEvent): void => {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (target.closest('input:not([type="radio"], [type="checkbox"]), textarea, select, dialog') !== null) {
      if (event.key === 'Escape' && target === field) field?.blur();
      return;
    }
    const action = actionOf(event.key);
    const current = question();
    if (action === null || current === null) return;
    event.preventDefault();
    const at = focused();
    switch (action.kind) {
      case 'move':
        buttons()[Math.min(buttons().length - 1, Math.max(0, at + action.step))]?.focus();
        return;
      case 'mark': {
        const chosen = suggestions.list()[at];
        if (chosen !== undefined) desk.toggle(chosen);
        else buttons()[0]?.focus();
        return;
      }
      case 'read': {
        const chosen = suggestions.list()[at];
        if (chosen !== undefined) desk.flip(chosen.chunk);
        return;
      }
      case 'open-place': {
        const next = nextOpen(props.questions, place(), action.step);
        if (next === null) toast('No other place is without gold.');
        else startOver();
        desk.go(next);
        return;
      }
      case 'hop': {
        const wanted = current.hops[action.at - 1];
        if (wanted === undefined) return;
        startOver();
        desk.go({ question: current.id, hop: wanted.id });
        return;
      }
      case 'query':
        field?.focus();
        field?.select();
        return;
      case 'edit':
        props.onEdit(current.id);
    }
  };
  onMount(() => document.addEventListener('keydown', onKey));
  onCleanup(() => document.removeEventListener('keydown', onKey));
  return (
    <Show
      when={question()}
      fallback={
        <Empty title="No questions to label">
          Add a question, paste a list, or drop a file of questions below.
        </Empty>
      }
    >
      {(current) => (
        <div class="desk">
          <WorkList
            questions={props.questions}
            progress={desk.progress()}
            list={props.view.list}
            current={current().id}
            onList={(to) => props.set({ list: to })}
            onPick={(id) => props.set({ at: id, hop: 0, ask: null })}
          />
          <Panel
            title={<LongWords text={current().text} />}
            why={
              current().answerable
                ? 'Mark every passage that a competent reader needs, for the hop whose fact it states.'
                : 'Marked unanswerable: there is no gold to mark.'
            }
            actions={
              <>
                <span class="small muted" role="status">
                  {desk.saving() ? 'saving …' : 'all saved'}
                </span>
                <button type="button" class="btn tiny" onClick={() => props.onEdit(current().id)}>
                  Edit question and hops
                </button>
                <button
                  type="button"
                  class="btn tiny"
                  aria-keyshortcuts="n"
                  disabled={nextOpen(props.questions, place()) === null}
                  onClick={() => desk.go(nextOpen(props.questions, place()))}
                >
                  Next without gold
                </button>
              </>
            }
          >
            <div class="flow">
              <For
                each={[
                  desk.failure(),
                  suggestions.failure(),
                  mappings.failure(),
                  words.failure(),
                  indexFailure(),
                ].filter((one) => one !== null)}
              >
                {(one) => <FailureNotice failure={one} onRetry={suggestions.again} />}
              </For>
              <InHand
                question={current()}
                hop={place()?.hop ?? null}
                mappings={mappings.value()}
                disabled={readOnly()}
                onHop={(to) => desk.go({ question: current().id, hop: to })}
                onUnmark={(of, gold) => void desk.unmark(of, [gold])}
              />
              <Show when={current().answerable}>
                <div class="row">
                  <input
                    class="field grow"
                    type="search"
                    aria-label={`Search for the gold of ${desk.placeName()}`}
                    value={desk.query() ?? ''}
                    ref={(element) => {
                      field = element;
                    }}
                    onInput={(event) => props.set({ ask: event.currentTarget.value }, { replace: true })}
                  />
                  <Show when={props.view.ask !== null}>
                    <button type="button" class="btn tiny" onClick={() => props.set({ ask: null })}>
                      Back to {place()?.hop == null ? 'the question' : 'the sub-question'}
                    </button>
                  </Show>
                  <label class="check small">
                    <input
                      type="checkbox"
                      checked={!props.view.nojudge}
                      onChange={(event) => props.set({ nojudge: !event.currentTarget.checked })}
                    />
                    ask the judge
                  </label>
                </div>
                <Show when={desk.lacking().length > 0}>
                  <Notice tone="drift" sign="!">
                    {desk
                      .lacking()
                      .map((id) => `#${id}`)
                      .join(', ')}{' '}
                    has no answer yet, so the search goes without it and the judge cannot decide. Give hop{' '}
                    {desk.lacking().join(', ')} its answer first: edit the question.
                  </Notice>
                </Show>
                <div class="flow tight">
                  <h3 class="small strong">
                    Suggestions for {desk.placeName()}: look, nothing of this is gold until you mark it
                  </h3>
                  <p class="small muted">
                    {suggestions.legs().length === 0
                      ? 'The index is being opened.'
                      : `The first ten of ${suggestions
                          .legs()
                          .map((leg) => RETRIEVER[leg].label)
                          .join(' and ')}, in the order of their reciprocal rank fusion.`}
                    {index()?.vectors.ready === false ? ' Vectors are not ready: BM25 alone suggests.' : ''}{' '}
                    Gold that was chosen because a retriever or the judge proposed it flatters both: also
                    search in your own words.
                  </p>
                  <ol
                    class="suggestions"
                    tabindex="-1"
                    aria-label={`Suggestions for ${desk.placeName()}`}
                    aria-busy={suggestions.waiting() || words.busy()}
                    onFocusIn={(event) => {
                      held = event.target.closest<HTMLElement>('li.suggestion')?.dataset.chunk ?? null;
                    }}
                    onFocusOut={(event) => {
                      // Without a new target, what had the focus was moved or taken away.
                      if (event.relatedTarget !== null) held = null;
                    }}
                    ref={(element) => {
                      list = element;
                    }}
                  >
                    {/* By name: a list that is fused anew keeps what it still holds, and the focus in it. */}
                    <For
                      each={suggestions.list().map(({ chunk }) => chunk)}
                      fallback={
                        <li class="muted small">
                          {suggestions.waiting() ? 'Searching …' : 'No passage matches these words.'}
                        </li>
                      }
                    >
                      {(chunk) => (
                        <Show when={suggestions.list().find((one) => one.chunk === chunk)}>
                          {(suggestion) => (
                            <SuggestionItem
                              suggestion={suggestion()}
                              place={desk.placeName()}
                              mark={markOf(
                                current(),
                                place()?.hop ?? null,
                                mappings.value(),
                                suggestion().passage,
                              )}
                              word={words.of(chunk)}
                              answers={desk.answers()}
                              full={desk.read().has(chunk)}
                              disabled={readOnly()}
                              onRead={() => desk.flip(chunk)}
                              onMark={() => desk.toggle(suggestion())}
                            />
                          )}
                        </Show>
                      )}
                    </For>
                  </ol>
                </div>
              </Show>
              <dl class="desk-keys small">
                <For each={DESK_KEYS}>
                  {({ keys, words: meaning }) => (
                    <div>
                      <dt>
                        <kbd>{keys}</kbd>
                      </dt>
                      <dd>{meaning}</dd>
                    </div>
                  )}
                </For>
              </dl>
              <Show when={readOnly()}>
                <p class="small muted">
                  Another tab does the writing in this workspace, so nothing can be marked here.
                </p>
              </Show>
              <Show when={(workspace()?.corpus?.chunks ?? 0) === 0}>
                <Notice tone="drift" sign="!">
                  There are no documents to mark passages in: add them on the Corpus page.
                </Notice>
              </Show>
            </div>
          </Panel>
        </div>
      )}
    </Show>
  );
}
