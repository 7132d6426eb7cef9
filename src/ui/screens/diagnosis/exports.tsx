import { createSignal, For, Show } from 'solid-js';
import type { Failure } from '../../../domain/outcome';
import type { ReportBundle } from '../../../domain/seam';
import { FailureNotice } from '../../components/notice';
import { toast } from '../../components/toast';
import { download } from '../../state/files';
import { diagnosis } from '../../state/workers';

type File = ReportBundle['files'][number];

const KINDS: { id: string; label: string; is: (name: string) => boolean }[] = [
  { id: 'html', label: 'HTML report', is: (name) => name.endsWith('.html') },
  { id: 'csv', label: 'Table (CSV)', is: (name) => name.endsWith('.csv') },
  { id: 'summary', label: 'Summary (JSON)', is: (name) => name.endsWith('summary.json') },
  { id: 'questions', label: 'Questions (JSONL)', is: (name) => name.endsWith('questions.jsonl') },
  { id: 'trace', label: 'Trace (JSONL)', is: (name) => name.endsWith('.jsonl') && name.includes('trace') },
];

/** Files to take away: made on request in the worker, never held. */
export function Exports(props: { workspace: string; run: string; k: number; name: string }) {
  const [busy, setBusy] = createSignal<string | null>(null);
  const [failure, setFailure] = createSignal<Failure | null>(null);
  const make = async (id: string, wanted: (name: string) => boolean): Promise<void> => {
    setBusy(id);
    setFailure(null);
    const outcome = await diagnosis.ask((api) =>
      api.report({ workspace: props.workspace, k: props.k, run: props.run, chunks: false }),
    );
    setBusy(null);
    if (!outcome.ok) {
      setFailure(outcome.error);
      return;
    }
    const files: File[] = outcome.value.files.filter((file) => wanted(file.name));
    for (const file of files) download(`${props.name}-${file.name}`, file.text, file.mime);
    toast(
      files.length === 0
        ? 'The report of this run holds no such file.'
        : `Saved ${files.map((file) => file.name).join(', ')}`,
    );
  };
  return (
    <details class="menu">
      <summary class="btn">Export</summary>
      <div class="menu-body">
        <For each={KINDS}>
          {(kind) => (
            <button
              type="button"
              class="btn quiet"
              disabled={busy() !== null}
              onClick={() => void make(kind.id, kind.is)}
            >
              {busy() === kind.id ? 'Making…' : kind.label}
            </button>
          )}
        </For>
        <Show when={failure()}>
          {(problem) => <FailureNotice failure={problem()} onDismiss={() => setFailure(null)} />}
        </Show>
      </div>
    </details>
  );
}
