import { createSignal, Show } from 'solid-js';
import type { Failure, Outcome } from '../../../domain/outcome';
import type { CatalogueClassifier, SourceFile } from '../../../domain/seam';
import { DropZone } from '../../components/drop-zone';
import { FailureNotice } from '../../components/notice';
import { toast } from '../../components/toast';

/** Bring a sequence classifier of one's own: its folder, and which of its classes means "present". */
export const AddClassifier = (props: {
  onAdd: (files: SourceFile[], present: number) => Promise<Outcome<CatalogueClassifier>>;
}) => {
  const [present, setPresent] = createSignal(1);
  const [failure, setFailure] = createSignal<Failure | null>(null);
  const add = async (files: SourceFile[]): Promise<void> => {
    setFailure(null);
    const outcome = await props.onAdd(files, present());
    if (!outcome.ok) setFailure(outcome.error);
    else toast(`${outcome.value.label} is in the list and is being loaded.`);
  };
  return (
    <DropZone compact label="Add a classifier folder" onFiles={(files) => void add(files)}>
      <p class="muted small">
        Add another sequence classifier: drop its folder in the Hub’s layout (config.json, tokenizer.json,
        onnx/…). With two classes, say which one means that the fact is present; the three examples then show
        whether that was right.
      </p>
      <label class="row small muted">
        Class that means “present”
        <select
          class="field"
          value={present()}
          onChange={(event) => setPresent(Number(event.currentTarget.value))}
        >
          <option value={0}>first (or the only one)</option>
          <option value={1} selected>
            second
          </option>
        </select>
      </label>
      <Show when={failure()}>{(problem) => <FailureNotice failure={problem()} />}</Show>
    </DropZone>
  );
};
