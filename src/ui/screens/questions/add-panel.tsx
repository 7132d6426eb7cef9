import { createSignal, Show } from 'solid-js';
import type { SourceFile } from '../../../domain/seam';
import { DropZone } from '../../components/drop-zone';
import { Panel } from '../../components/panel';
import IntakePanel from '../../intake/intake-panel';
import { PasteQuestions } from '../../intake/paste-questions';
import { workspace } from '../../state/session';

/** More questions: from files, or pasted. */
export const AddPanel = () => {
  const [files, setFiles] = createSignal<SourceFile[] | null>(null);
  return (
    <Show
      when={files()}
      keyed
      fallback={
        <Panel title="More questions" why="A file of labelled questions, or a list. What is there stays.">
          <div class="grid">
            <div class="c6">
              <DropZone label="Drop question files" onFiles={setFiles}>
                <span class="muted">MuSiQue, HotpotQA, 2Wiki, IRCoT, BEIR, JSONL, CSV</span>
              </DropZone>
            </div>
            <div class="c6">
              <PasteQuestions action="Add these questions" onQuestions={(file) => setFiles([file])} />
            </div>
          </div>
        </Panel>
      }
    >
      {(first) => (
        <Show when={workspace()}>
          {(meta) => (
            <IntakePanel
              first={first}
              target={meta()}
              onCancel={() => setFiles(null)}
              onDone={() => setFiles(null)}
            />
          )}
        </Show>
      )}
    </Show>
  );
};
