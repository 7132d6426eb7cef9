import { createSignal, type JSX, Show } from 'solid-js';
import type { SourceFile } from '../../domain/seam';
import { plural } from '../format';
import { filesOf } from '../state/files';
import { toast } from './toast';

/** Names what the system did not let the page open; nothing is left out in silence. */
export const reportUnreadable = (paths: readonly string[]): void => {
  if (paths.length === 0) return;
  const named = paths.slice(0, 3).join(', ');
  toast(
    `${plural(paths.length, 'item')} could not be opened: ${named}${paths.length > 3 ? ', …' : ''}. Check that you may read them, and drop them again.`,
    12,
  );
};

/** Takes files and folders by drag, by picker, by paste of files. Every path keeps its folder. */
export const DropZone = (props: {
  label: string;
  compact?: boolean;
  folders?: boolean;
  disabled?: boolean;
  onFiles: (files: SourceFile[]) => void;
  children?: JSX.Element;
}) => {
  const [over, setOver] = createSignal(false);
  let files: HTMLInputElement | undefined;
  let folder: HTMLInputElement | undefined;
  const picked = (input: HTMLInputElement): void => {
    const list = [...(input.files ?? [])].map((file) => ({
      path: file.webkitRelativePath || file.name,
      file,
    }));
    input.value = '';
    if (list.length > 0) props.onFiles(list);
  };
  const drop = async (event: DragEvent): Promise<void> => {
    event.preventDefault();
    setOver(false);
    if (props.disabled || event.dataTransfer === null) return;
    const { files: found, unreadable } = await filesOf(event.dataTransfer);
    reportUnreadable(unreadable);
    if (found.length > 0) props.onFiles(found);
  };
  return (
    <section
      class="drop"
      classList={{ over: over(), compact: props.compact === true }}
      aria-label={props.label}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {props.children}
      <div class="row center">
        <button type="button" class="btn" disabled={props.disabled} onClick={() => files?.click()}>
          Choose files
        </button>
        <Show when={props.folders !== false}>
          <button type="button" class="btn" disabled={props.disabled} onClick={() => folder?.click()}>
            Choose a folder
          </button>
        </Show>
      </div>
      <input
        type="file"
        multiple
        hidden
        data-testid="files"
        aria-label={`${props.label}: files`}
        ref={files}
        onChange={(event) => picked(event.currentTarget)}
      />
      <Show when={props.folders !== false}>
        <input
          type="file"
          multiple
          hidden
          data-testid="folder"
          aria-label={`${props.label}: folder`}
          ref={(input) => {
            folder = input;
            input.webkitdirectory = true;
          }}
          onChange={(event) => picked(event.currentTarget)}
        />
      </Show>
    </section>
  );
};
