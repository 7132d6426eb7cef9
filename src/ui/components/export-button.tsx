import { createSignal } from 'solid-js';
import type { WorkspaceMeta } from '../../domain/workspace';
import { exportWorkspaceFile, transferFailure } from '../state/workspace-file';
import { toast } from './toast';

/** Saves a workspace as one file; its progress and its cancel are in the strip of jobs. */
export const ExportButton = (props: { meta: Pick<WorkspaceMeta, 'id' | 'name'> }) => {
  const [busy, setBusy] = createSignal(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    const notice = await exportWorkspaceFile(props.meta);
    setBusy(false);
    const said = notice ?? transferFailure()?.message;
    if (said !== undefined) toast(said, 12);
  };
  return (
    <button
      type="button"
      class="btn quiet tiny"
      disabled={busy()}
      aria-label={`Export ${props.meta.name}`}
      onClick={() => void save()}
    >
      Export
    </button>
  );
};
