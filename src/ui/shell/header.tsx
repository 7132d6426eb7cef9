import { useLocation } from '@solidjs/router';
import { createMemo, For, type JSX, onMount, Show } from 'solid-js';
import { isAt } from '../address';
import { count, plural } from '../format';
import { egressWords } from '../messages/model';
import { offline, watchEgress } from '../state/egress';
import { modelSet } from '../state/model-set';
import { hubChosen } from '../state/preferences';
import { index } from '../state/search-index';
import { workspace } from '../state/session';
import { openPalette } from './palette-host';

const SCREENS = [
  ['corpus', 'Corpus'],
  ['search', 'Search'],
  ['questions', 'Questions'],
  ['runs', 'Runs'],
  ['diagnosis', 'Diagnosis'],
  ['compare', 'Compare'],
  ['judge', 'Judge check'],
] as const;

/** A chain with one broken link. */
export const Mark = () => (
  <svg viewBox="0 0 18 18" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2">
    <circle cx="4" cy="9" r="2.6" fill="currentColor" />
    <path d="M7.5 9h1.4M10.6 9h.9" stroke-linecap="round" />
    <circle cx="14" cy="9" r="2.8" stroke="var(--retrieval)" />
  </svg>
);

/** The router's own link throws at an address that cannot be decoded, and a header that throws takes all with it. */
const Link = (props: { to: string; class?: string; children: JSX.Element }) => {
  const location = useLocation();
  return (
    <a
      class={props.class}
      href={`#${props.to}`}
      aria-current={isAt(props.to, location.pathname) ? 'page' : undefined}
    >
      {props.children}
    </a>
  );
};

export const Header = () => {
  const location = useLocation();
  /** Only where the address is inside a workspace: Start and Settings belong to none. */
  const open = createMemo(() => (location.pathname.startsWith('/w/') ? workspace() : null));
  const vectors = () => {
    const state = index();
    if (open() === null || state === null || state.chunks === 0) return null;
    if (!state.vectors.ready) return `vectors ${count(state.vectors.done)} of ${count(state.vectors.total)}`;
    return state.vectors.encoder === null
      ? 'vectors ready'
      : `vectors ready, ${state.vectors.encoder.device}`;
  };
  const egress = () =>
    egressWords({ origin: modelSet()?.origin ?? null, hub: hubChosen(), offline: offline() });
  onMount(watchEgress);
  return (
    <header class="bar">
      <a class="brand" href="#/">
        <Mark />
        Hopscope
      </a>
      <Show when={open()}>
        {(meta) => (
          <>
            <span class="where clip muted" title={meta().name}>
              {meta().name}
            </span>
            <nav aria-label="Screens">
              <For each={SCREENS}>
                {([path, label]) => <Link to={`/w/${meta().id}/${path}`}>{label}</Link>}
              </For>
            </nav>
          </>
        )}
      </Show>
      <div class="state">
        <span class="facts num wide">
          <Show when={open()?.corpus}>
            {(corpus) => (
              <>
                {plural(corpus().documents, 'document')} · {plural(corpus().chunks, 'chunk')}
              </>
            )}
          </Show>
        </span>
        <span class="facts num">{vectors()}</span>
        <span class="facts" title={egress().all}>
          <i
            class="dot"
            classList={{ outward: !offline() && (modelSet() !== null || hubChosen()) }}
            aria-hidden="true"
          />
          {egress().short}
          <span class="wide">{egress().more}</span>
        </span>
        <button
          type="button"
          class="btn quiet tiny"
          onClick={openPalette}
          aria-label="Ctrl K, command palette"
        >
          <kbd>Ctrl K</kbd>
        </button>
        <Link class="btn quiet tiny" to="/lessons">
          Lessons
        </Link>
        <Link class="btn quiet tiny" to="/settings">
          Settings
        </Link>
      </div>
    </header>
  );
};
