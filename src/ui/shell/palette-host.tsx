import { createSignal, lazy, onCleanup, onMount, Show, Suspense } from 'solid-js';

const Palette = lazy(() => import('./palette'));
const [open, setOpen] = createSignal(false);

export const openPalette = (): void => {
  setOpen(true);
};

/** Listens for Ctrl/Cmd-K; the palette itself is loaded on first use. */
export const PaletteHost = () => {
  const onKey = (event: KeyboardEvent): void => {
    if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k') {
      event.preventDefault();
      setOpen((was) => !was);
    }
  };
  onMount(() => document.addEventListener('keydown', onKey));
  onCleanup(() => document.removeEventListener('keydown', onKey));
  return (
    <Show when={open()}>
      <Suspense>
        <Palette onClose={() => setOpen(false)} />
      </Suspense>
    </Show>
  );
};
