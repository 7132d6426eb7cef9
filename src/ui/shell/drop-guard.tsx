import { useLocation, useNavigate } from '@solidjs/router';
import { createSignal, onCleanup, onMount, Show } from 'solid-js';
import { reportUnreadable } from '../components/drop-zone';
import { setDropped } from '../state/dropped';
import { filesOf } from '../state/files';
import { workspace } from '../state/session';

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true;

/**
 * A file may be dropped anywhere: without this the browser would leave the app to show it. Inside a workspace it is
 * offered for adding, elsewhere for a new workspace.
 */
export const DropGuard = () => {
  const navigate = useNavigate();
  const location = useLocation();
  const [over, setOver] = createSignal(false);
  let away: ReturnType<typeof setTimeout> | undefined;
  const onDragOver = (event: DragEvent): void => {
    if (!hasFiles(event)) return;
    const taken = event.defaultPrevented;
    event.preventDefault();
    setOver(!taken);
    // Leaving the window fires no event that can be told from leaving an element; silence can.
    clearTimeout(away);
    away = setTimeout(() => setOver(false), 250);
  };
  const onDrop = async (event: DragEvent): Promise<void> => {
    setOver(false);
    if (event.defaultPrevented || event.dataTransfer === null || !hasFiles(event)) return;
    event.preventDefault();
    const { files, unreadable } = await filesOf(event.dataTransfer);
    reportUnreadable(unreadable);
    if (files.length === 0) return;
    setDropped(files);
    const meta = workspace();
    navigate(meta !== null && location.pathname.startsWith('/w/') ? `/w/${meta.id}/corpus?tab=add` : '/');
  };
  onMount(() => {
    addEventListener('dragover', onDragOver);
    addEventListener('drop', onDrop);
  });
  onCleanup(() => {
    clearTimeout(away);
    removeEventListener('dragover', onDragOver);
    removeEventListener('drop', onDrop);
  });
  return (
    <Show when={over()}>
      <p class="dropanywhere" role="status">
        Drop to{' '}
        {workspace() !== null && location.pathname.startsWith('/w/') ? 'add to this workspace' : 'read'}
      </p>
    </Show>
  );
};
