import { createEffect, createSignal, on, Show } from 'solid-js';
import type { Failure } from '../../../domain/outcome';
import { questionCount, type WorkspaceMeta } from '../../../domain/workspace';
import { ActionTable, createRemoval } from '../../components/action-table';
import { ExportButton } from '../../components/export-button';
import { FailureNotice } from '../../components/notice';
import { Panel } from '../../components/panel';
import { ago, count, percent } from '../../format';
import { lastEnded } from '../../state/jobs';
import {
  checkRemovable,
  hasDocuments,
  refreshWorkspaces,
  removeWorkspace,
  renameWorkspace,
  workspaces,
} from '../../state/session';

/** Workspaces of this browser, newest first: open, rename, delete with undo. */
export const Recent = () => {
  const [failure, setFailure] = createSignal<Failure | null>(null);
  const [renaming, setRenaming] = createSignal<string | null>(null);
  const look = async (): Promise<void> => {
    const outcome = await refreshWorkspaces();
    setFailure(outcome.ok ? null : outcome.error);
  };
  // Anything that has ended may have changed a row.
  createEffect(on(lastEnded, () => void look()));
  const removal = createRemoval<WorkspaceMeta>({
    key: (meta) => meta.id,
    what: (meta) => `The workspace “${meta.name}”`,
    check: (meta) => checkRemovable(meta.id),
    act: (meta) => removeWorkspace(meta.id),
    onFailure: setFailure,
  });
  const shown = () => removal.shown(workspaces() ?? []);
  const rename = async (meta: WorkspaceMeta, name: string): Promise<void> => {
    setRenaming(null);
    const trimmed = name.trim();
    if (trimmed === '' || trimmed === meta.name) return;
    const outcome = await renameWorkspace(meta.id, trimmed);
    if (!outcome.ok) setFailure(outcome.error);
  };
  const finished = (meta: WorkspaceMeta) => meta.runs.filter((run) => run.state === 'finished').length;
  const target = (meta: WorkspaceMeta): string =>
    `#/w/${meta.id}/${finished(meta) > 0 ? 'diagnosis' : hasDocuments(meta) ? 'corpus' : 'questions'}`;

  const Name = (props: { meta: WorkspaceMeta }) => (
    <Show
      when={renaming() === props.meta.id}
      fallback={
        <a class="strong" href={target(props.meta)}>
          {props.meta.name}
        </a>
      }
    >
      <input
        class="field"
        aria-label={`New name of ${props.meta.name}`}
        value={props.meta.name}
        ref={(input) => queueMicrotask(() => input.select())}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void rename(props.meta, event.currentTarget.value);
          if (event.key === 'Escape') setRenaming(null);
        }}
        onBlur={(event) => void rename(props.meta, event.currentTarget.value)}
      />
    </Show>
  );
  return (
    <>
      <Show when={failure()}>
        {(problem) => <FailureNotice failure={problem()} onRetry={() => void look()} />}
      </Show>
      <Show when={shown().length > 0}>
        <Panel title="Recent workspaces" why="Kept in this browser, on this device.">
          <ActionTable<WorkspaceMeta>
            label="Table of recent workspaces"
            class="recent"
            rows={shown()}
            columns={[
              { head: 'Name', cell: (meta) => <Name meta={meta} /> },
              { head: 'Documents', right: true, cell: (meta) => count(meta.corpus?.documents ?? 0) },
              { head: 'Questions', right: true, cell: (meta) => count(questionCount(meta.questions)) },
              { head: 'Gold mapped', right: true, cell: (meta) => percent(meta.mapping?.coverage ?? null) },
              { head: 'Runs', right: true, cell: (meta) => count(meta.runs.length) },
              { head: 'Changed', class: 'muted nowrap', cell: (meta) => ago(meta.modified, Date.now()) },
            ]}
            actions={(meta) => (
              <>
                <ExportButton meta={meta} />
                <button
                  type="button"
                  class="btn quiet tiny"
                  aria-label={`Rename ${meta.name}`}
                  onClick={() => setRenaming(meta.id)}
                >
                  Rename
                </button>
              </>
            )}
            remove={{ name: (meta) => meta.name, run: removal.remove }}
          />
        </Panel>
      </Show>
    </>
  );
};
