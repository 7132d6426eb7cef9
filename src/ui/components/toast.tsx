import { createSignal, For, Show } from 'solid-js';

interface Toast {
  id: number;
  text: string;
  action: { label: string; run: () => void } | null;
  gone: () => void;
}

const [toasts, setToasts] = createSignal<Toast[]>([]);
let next = 0;

const close = (id: number, acted: boolean): void => {
  const found = toasts().find((toast) => toast.id === id);
  if (found === undefined) return;
  setToasts((all) => all.filter((toast) => toast.id !== id));
  if (!acted) found.gone();
};

/** A line that goes away by itself. */
export const toast = (text: string, seconds = 4): void => {
  next += 1;
  const id = next;
  setToasts((all) => [...all, { id, text, action: null, gone: () => {} }]);
  setTimeout(() => close(id, false), seconds * 1000);
};

/**
 * A destructive act that can be undone: `commit` runs when the line goes away, `undo` when the user says so.
 * The caller hides the thing at once and shows it again in `undo`. Closing the tab in between keeps the thing.
 */
export const toastUndo = (text: string, commit: () => void, undo: () => void, seconds = 8): void => {
  next += 1;
  const id = next;
  const action = {
    label: 'Undo',
    run: () => {
      close(id, true);
      undo();
    },
  };
  setToasts((all) => [...all, { id, text, action, gone: commit }]);
  setTimeout(() => close(id, false), seconds * 1000);
};

/** Mounted once by the shell. */
export const ToastHost = () => (
  <div class="toasts" role="status" aria-live="polite">
    <For each={toasts()}>
      {(entry) => (
        <div class="toast">
          <span>{entry.text}</span>
          <Show when={entry.action}>
            {(action) => (
              <button type="button" class="btn tiny" onClick={() => action().run()}>
                {action().label}
              </button>
            )}
          </Show>
          <button type="button" class="btn tiny" aria-label="Dismiss" onClick={() => close(entry.id, false)}>
            ✕
          </button>
        </div>
      )}
    </For>
  </div>
);
