import { createSignal, Show } from 'solid-js';
import type { Failure } from '../../../domain/outcome';
import { questionCount, type WorkspaceMeta } from '../../../domain/workspace';
import { ActionTable, createRemoval } from '../../components/action-table';
import { ExportButton } from '../../components/export-button';
import { FailureNotice, Notice } from '../../components/notice';
import { Panel } from '../../components/panel';
import { bytes, percent, plural } from '../../format';
import { createLoad } from '../../state/load';
import { checkRemovable, refreshWorkspaces, removeWorkspace, workspaces } from '../../state/session';
import { requestPersistence, stored } from '../../state/store';

/** How much is kept, how much may be, whether the browser promises to keep it; delete. */
export const StoragePanel = () => {
  const [failure, setFailure] = createSignal<Failure | null>(null);
  const usage = createLoad(
    () => true,
    () => stored((store) => store.usage()),
  );
  const listed = createLoad(() => true, refreshWorkspaces);
  const known = () => {
    const outcome = usage.value();
    return outcome?.ok ? outcome.value : null;
  };
  const problem = () => {
    const outcome = usage.value();
    return failure() ?? (outcome !== null && !outcome.ok ? outcome.error : null);
  };
  const persist = async (): Promise<void> => {
    const outcome = await requestPersistence();
    if (!outcome.ok) setFailure(outcome.error);
    usage.again();
  };
  const removal = createRemoval<WorkspaceMeta>({
    key: (meta) => meta.id,
    what: (meta) => `The workspace “${meta.name}”`,
    check: (meta) => checkRemovable(meta.id),
    act: (meta) => removeWorkspace(meta.id),
    onFailure: setFailure,
    onDone: () => usage.again(),
  });
  const shown = () => removal.shown(workspaces() ?? []);
  return (
    <Panel span={12} title="Storage" why="Everything lies in this browser’s private storage for this site.">
      <div class="flow">
        <Show when={problem()}>
          {(what) => (
            <FailureNotice
              failure={what()}
              onRetry={() => {
                setFailure(null);
                usage.again();
                listed.again();
              }}
            />
          )}
        </Show>
        <Show when={known()}>
          {(value) => (
            <>
              <p class="num">
                <b>{bytes(value().bytes)}</b> used
                <Show when={value().quota}>
                  {(quota) => (
                    <span class="muted">
                      {' '}
                      of {bytes(quota())} that the browser grants ({percent(value().bytes / quota())})
                    </span>
                  )}
                </Show>
              </p>
              <Show
                when={value().persisted === true}
                fallback={
                  <Notice
                    tone="drift"
                    sign="!"
                    actions={
                      <button type="button" class="btn tiny" onClick={() => void persist()}>
                        Ask the browser to keep it
                      </button>
                    }
                  >
                    The browser may clear this when the disk runs low.
                  </Notice>
                }
              >
                <p class="muted">The browser has promised to keep it when the disk runs low.</p>
              </Show>
            </>
          )}
        </Show>
        <Show when={shown().length > 0} fallback={<p class="muted">No workspaces on this device.</p>}>
          <ActionTable<WorkspaceMeta>
            label="Workspaces on this device"
            rows={shown()}
            columns={[
              { head: 'Workspace', cell: (meta) => <a href={`#/w/${meta.id}/corpus`}>{meta.name}</a> },
              {
                head: 'Holds',
                class: 'muted',
                cell: (meta) =>
                  [
                    plural(meta.corpus?.documents ?? 0, 'document'),
                    plural(questionCount(meta.questions), 'question'),
                    plural(meta.runs.length, 'run'),
                  ].join(', '),
              },
            ]}
            actions={(meta) => <ExportButton meta={meta} />}
            remove={{ name: (meta) => meta.name, run: removal.remove }}
          />
        </Show>
      </div>
    </Panel>
  );
};
