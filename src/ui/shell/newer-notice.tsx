import { createSignal, Show } from 'solid-js';
import { Notice } from '../components/notice';
import { newer } from '../state/offline';

/** The host has a newer build: this page goes on as it is, and when to change is the person's choice. */
export const NewerNotice = () => {
  const [dismissed, dismiss] = createSignal(false);
  return (
    <Show when={newer() && !dismissed()}>
      <div class="banner">
        <Notice
          role="status"
          onDismiss={() => dismiss(true)}
          actions={
            <button type="button" class="btn tiny" onClick={() => location.reload()}>
              Reload now
            </button>
          }
        >
          A newer version of Hopscope is ready and is used from the next reload. This page works on as it is;
          after a reload, jobs go on where they were.
        </Notice>
      </div>
    </Show>
  );
};
