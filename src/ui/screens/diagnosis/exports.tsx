import { createSignal, For, Show } from 'solid-js';
import type { Failure } from '../../../domain/outcome';
import type { ReportBundle } from '../../../domain/seam';
import type { RunHeader } from '../../../domain/trace';
import { FailureNotice } from '../../components/notice';
import { toast } from '../../components/toast';
import { EXPORT_WITHOUT_TEXTS } from '../../messages/trace';
import { download } from '../../state/files';
import { diagnosis } from '../../state/workers';

type File = ReportBundle['files'][number];

interface Kind {
  id: string;
  label: string;
  title?: string;
  is: (name: string) => boolean;
  /** Traces without what the model was asked and replied. */
  withoutTexts?: true;
}

const isTrace = (name: string): boolean => name.endsWith('.jsonl') && name.startsWith('trace-');

const KINDS: readonly Kind[] = [
  { id: 'html', label: 'HTML report', is: (name) => name.endsWith('.html') },
  { id: 'csv', label: 'Table (CSV)', is: (name) => name.endsWith('.csv') },
  { id: 'summary', label: 'Summary (JSON)', is: (name) => name.endsWith('summary.json') },
  { id: 'questions', label: 'Questions (JSONL)', is: (name) => name.endsWith('questions.jsonl') },
  { id: 'trace', label: 'Trace (JSONL)', is: isTrace },
];
/** Only a run with a model has texts to leave out. */
const WITHOUT_TEXTS: Kind = {
  id: 'trace-without-texts',
  label: EXPORT_WITHOUT_TEXTS.label,
  title: EXPORT_WITHOUT_TEXTS.title,
  is: isTrace,
  withoutTexts: true,
};

/** Files to take away: made on request in the worker, never held. */
export function Exports(props: { workspace: string; run: RunHeader; k: number; name: string }) {
  const [busy, setBusy] = createSignal<string | null>(null);
  const [failure, setFailure] = createSignal<Failure | null>(null);
  const kinds = () => (props.run.model === null ? KINDS : [...KINDS, WITHOUT_TEXTS]);
  const make = async ({ id, is: wanted, withoutTexts }: Kind): Promise<void> => {
    setBusy(id);
    setFailure(null);
    const outcome = await diagnosis.ask((api) =>
      api.report({
        workspace: props.workspace,
        k: props.k,
        run: props.run.run,
        chunks: false,
        texts: withoutTexts !== true,
      }),
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
        <For each={kinds()}>
          {(kind) => (
            <button
              type="button"
              class="btn quiet"
              disabled={busy() !== null}
              title={kind.title}
              onClick={() => void make(kind)}
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
