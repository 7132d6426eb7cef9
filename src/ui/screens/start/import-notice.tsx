import { For, Show } from 'solid-js';
import { FailureNotice, Notice } from '../../components/notice';
import { damageLines } from '../../messages/workspace-file';
import { lastImport, setLastImport, setTransferFailure, transferFailure } from '../../state/workspace-file';

/** What the last export or import failed with, and what an imported file had lost. */
export const ImportNotice = () => (
  <>
    <Show when={transferFailure()}>
      {(failure) => <FailureNotice failure={failure()} onDismiss={() => setTransferFailure(null)} />}
    </Show>
    <Show when={lastImport()}>
      {(last) => (
        <Notice
          tone="drift"
          sign="!"
          role="status"
          onDismiss={() => setLastImport(null)}
          actions={
            <a class="btn tiny" href={`#/w/${last().imported.meta.id}/corpus`}>
              Open “{last().imported.meta.name}”
            </a>
          }
        >
          <Show when={damageLines(last().imported).length > 0}>
            <p>The workspace file is damaged. What could be kept is open as “{last().imported.meta.name}”:</p>
            <ul>
              <For each={damageLines(last().imported)}>{(line) => <li>{line}</li>}</For>
            </ul>
            <Show when={last().imported.rebuild}>
              <p>Documents were cut and gold was mapped anew from what is left.</p>
            </Show>
          </Show>
          <Show when={last().otherJudge}>
            {(label) => (
              <p>
                Its figures were seen with another judge than the one in view here ({label()}): choose it in
                the settings to see the same.
              </p>
            )}
          </Show>
        </Notice>
      )}
    </Show>
  </>
);
