import { createEffect, createSignal, For, on, onCleanup, onMount, Show } from 'solid-js';
import type { SampledHop } from '../../../domain/judge-check';
import { count, plural } from '../../format';
import { readOnly } from '../../state/session';
import { JudgeOffer } from '../diagnosis/judge-offer';
import type { CheckData } from './data';
import { actionOf, drawnWords, KEYS, type KeyAction, placeAfter, progressOf } from './labelling';
import type { CheckView, SetCheckView } from './view';

/** Sizes of a sample, hops of each word of the judge. */
const SIZES = [10, 25, 50, 100];

/** One hop at a time, blind to the judge: read, press a key, go on. */
export function Labelling(props: { data: CheckData; view: CheckView; set: SetCheckView }) {
  const [at, setAt] = createSignal<number | null>(null);
  const hops = () => props.data.hops();
  /** Until something was done: where an earlier visit stopped. */
  const place = () => Math.min(at() ?? props.data.resumeAt(), Math.max(0, hops().length - 1));
  const hop = () => hops()[place()];
  const progress = () => progressOf(hops());
  let reading: HTMLElement | undefined;
  // Another sample begins where its own labels end.
  createEffect(
    on(
      () => JSON.stringify([props.data.request(), props.view.per, props.view.seed]),
      () => setAt(null),
      { defer: true },
    ),
  );
  createEffect(
    on(place, () => {
      if (reading !== undefined) reading.scrollTop = 0;
    }),
  );
  const act = (action: KeyAction): void => {
    const current = hop();
    if (current === undefined || readOnly()) return;
    const from = place();
    if (action.kind === 'label') props.data.label(current, action.label);
    setAt(placeAfter(action, hops(), from));
  };
  const onKey = (event: KeyboardEvent): void => {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (target.closest('input[type="text"], textarea, select, [contenteditable], dialog') !== null) return;
    const action = actionOf(event.key);
    if (action === null) return;
    event.preventDefault();
    act(action);
  };
  onMount(() => document.addEventListener('keydown', onKey));
  onCleanup(() => document.removeEventListener('keydown', onKey));
  return (
    <Show
      when={hop()}
      fallback={
        <p class="muted" role="status">
          Drawing the sample …
        </p>
      }
    >
      {(current) => (
        <div class="label-grid">
          <Card hop={current()} place={place()} ref={(element) => (reading = element)} />
          <aside class="panel flow tight keys" aria-label="Label this hop">
            <p class="strong">Do these passages state it?</p>
            <div class="key-row">
              <For each={KEYS}>
                {({ key, words, action }) => (
                  <button
                    type="button"
                    class="btn key"
                    aria-keyshortcuts={key}
                    aria-pressed={
                      action.kind === 'label' ? current().label?.label === action.label : undefined
                    }
                    disabled={readOnly() || (action.kind === 'back' && place() === 0)}
                    onClick={() => act(action)}
                  >
                    <kbd>{key}</kbd> {words}
                  </button>
                )}
              </For>
            </div>
            <p class="small num" role="status">
              <b>{count(progress().done)}</b> of {plural(progress().total, 'hop')} labelled
              {progress().unsure > 0 ? `, ${progress().unsure} unsure` : ''}
              <span class="muted"> · {props.data.saving() ? 'saving …' : 'all saved'}</span>
            </p>
            <div class="track" aria-hidden="true">
              <div
                class="fill"
                style={{ transform: `scaleX(${progress().done / Math.max(1, progress().total)})` }}
              />
            </div>
            <Show when={progress().done > 0}>
              <button
                type="button"
                class="btn"
                classList={{ primary: progress().done === progress().total }}
                onClick={() => props.set({ tab: 'results' })}
              >
                See the agreement
              </button>
            </Show>
            <label class="row small muted">
              Sample
              <select
                class="field"
                value={props.view.per}
                onChange={(event) => props.set({ per: Number(event.currentTarget.value) })}
              >
                <For each={SIZES}>
                  {(size) => (
                    <option value={size} selected={size === props.view.per}>
                      {size} of each word
                    </option>
                  )}
                </For>
              </select>
            </label>
            <Show when={props.data.sample()}>
              {(sample) => (
                <p class="small muted num">
                  {drawnWords(sample())}, half of each word where there are enough, in an order that gives
                  nothing away
                </p>
              )}
            </Show>
            <Show when={(props.data.sample()?.waiting ?? 0) > 0 && props.data.run()}>
              {(run) => <JudgeOffer runs={[run()]} depth={props.data.k()} label="Judge the rest" />}
            </Show>
          </aside>
        </div>
      )}
    </Show>
  );
}

function Card(props: { hop: SampledHop; place: number; ref: (element: HTMLElement) => void }) {
  return (
    <section class="panel flow tight label-card" aria-labelledby="asked">
      <p class="small muted num" aria-live="polite">
        hop {props.place + 1}
        <Show when={props.hop.label}>
          {(label) => (
            <>
              {' '}
              · you said <b>{label().label}</b>
            </>
          )}
        </Show>
      </p>
      <h2 id="asked" class="asked">
        {props.hop.asked}
      </h2>
      <p class="small muted">
        Present only if {props.hop.passages.length === 1 ? 'the passage says' : 'some passage below says'} it,
        or makes it plain; not if it merely names the same things.
      </p>
      <section class="reading" tabindex="0" aria-label="Passages that the run had retrieved" ref={props.ref}>
        <For
          each={props.hop.passages}
          fallback={<p class="muted">The run had retrieved nothing up to this hop.</p>}
        >
          {(passage, index) => (
            <article class="passage">
              <b class="t">
                <span class="muted small num">{index() + 1}</span> {passage.title}
              </b>
              {passage.text}
            </article>
          )}
        </For>
      </section>
    </section>
  );
}
