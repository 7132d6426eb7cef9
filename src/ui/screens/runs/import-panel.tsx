import { createSignal, For, Show } from 'solid-js';
import type { Failure } from '../../../domain/outcome';
import type { SourceFile } from '../../../domain/seam';
import type {
  RunColumns,
  RunImportReport,
  RunImportRequest,
  RunInspection,
} from '../../../domain/seam-runs-in';
import { questionCount } from '../../../domain/workspace';
import { DropZone } from '../../components/drop-zone';
import { FailureNotice, Notice } from '../../components/notice';
import { Panel } from '../../components/panel';
import { percent } from '../../format';
import { IMPORT } from '../../messages/imported-runs';
import { importRuns, inspectRunFile } from '../../state/imported-runs';
import { hasDocuments, readOnly, workspace } from '../../state/session';
import { ImportColumns } from './import-columns';
import { ImportReport } from './import-report';

interface Chosen {
  source: SourceFile;
  inspection: RunInspection;
}

/** A file of runs: what it seems to be, how it is read, what of it is found here, and the button that keeps it. */
const ImportPanel = () => {
  const [chosen, setChosen] = createSignal<Chosen | null>(null);
  const [reader, setReader] = createSignal('');
  const [columns, setColumns] = createSignal<RunColumns>({});
  const [name, setName] = createSignal('');
  const [addQuestions, setAddQuestions] = createSignal(false);
  const [report, setReport] = createSignal<RunImportReport | null>(null);
  const [failure, setFailure] = createSignal<Failure | null>(null);
  const [busy, setBusy] = createSignal(false);
  const [kept, setKept] = createSignal(false);
  const id = () => workspace()?.id ?? '';
  const bare = () => !hasDocuments(workspace());
  const mapped = () =>
    chosen()?.inspection.readers.some((known) => known.reader === reader() && known.mapped) === true &&
    chosen()?.inspection.preview !== null;

  const begin = async (files: SourceFile[]): Promise<void> => {
    const [source] = files;
    if (source === undefined) return;
    setReport(null);
    setFailure(null);
    setKept(false);
    const outcome = await inspectRunFile(source);
    if (!outcome.ok) {
      if (outcome.error.code !== 'cancelled') setFailure(outcome.error);
      return;
    }
    setReader(outcome.value.guesses[0]?.reader ?? 'generic');
    setColumns(outcome.value.suggestedColumns ?? {});
    setAddQuestions(questionCount(workspace()?.questions ?? null) === 0);
    setChosen({ source, inspection: outcome.value });
  };

  const request = (source: SourceFile, dry: boolean): RunImportRequest => ({
    workspace: id(),
    file: source,
    reader: reader(),
    ...(mapped() ? { columns: columns() } : {}),
    name: name(),
    addQuestions: addQuestions(),
    bringCorpus: bare(),
    dry,
  });

  const run = async (dry: boolean): Promise<void> => {
    const source = chosen()?.source;
    if (source === undefined) return;
    setBusy(true);
    setFailure(null);
    const outcome = await importRuns(request(source, dry));
    setBusy(false);
    if (!outcome.ok) {
      if (outcome.error.code !== 'cancelled') setFailure(outcome.error);
      return;
    }
    setReport(outcome.value);
    setKept(!dry);
  };
  /** What was counted no longer holds when the file is read in another way. */
  const change = (to: () => void): void => {
    to();
    setReport(null);
  };
  const nothing = () => report()?.runs.length === 0;

  return (
    <Panel
      title={IMPORT.title}
      why={IMPORT.why}
      actions={
        <Show when={chosen()}>
          <button type="button" class="btn quiet" disabled={busy()} onClick={() => setChosen(null)}>
            {IMPORT.another}
          </button>
        </Show>
      }
    >
      <div class="flow">
        <Show
          when={chosen()}
          fallback={
            <DropZone
              compact
              label={IMPORT.drop}
              disabled={readOnly()}
              onFiles={(files) => void begin(files)}
            >
              <span class="muted small">
                {IMPORT.drop}. {IMPORT.formats}
              </span>
            </DropZone>
          }
        >
          {(of) => (
            <>
              <Show when={of().inspection.problem}>
                {(problem) => (
                  <Notice tone="drift" sign="!">
                    {problem()}
                  </Notice>
                )}
              </Show>
              <div class="row">
                <label class="control">
                  <span>
                    Read <b>{of().source.path}</b> as
                  </span>
                  <select
                    class="field"
                    value={reader()}
                    disabled={kept()}
                    onChange={(event) => change(() => setReader(event.currentTarget.value))}
                  >
                    <For each={of().inspection.readers}>
                      {(known) => (
                        <option value={known.reader} selected={known.reader === reader()}>
                          {known.label}
                          {guessed(of().inspection, known.reader)}
                        </option>
                      )}
                    </For>
                  </select>
                </label>
                <label class="control">
                  {IMPORT.name}
                  <input
                    class="field"
                    placeholder={IMPORT.nameHint}
                    value={name()}
                    disabled={kept()}
                    onInput={(event) => change(() => setName(event.currentTarget.value))}
                  />
                </label>
              </div>
              <Show when={mapped() && !kept()}>
                <ImportColumns
                  inspection={of().inspection}
                  columns={columns()}
                  onChange={(next) => change(() => setColumns(next))}
                />
              </Show>
              <Show when={!kept()}>
                <label class="check">
                  <input
                    type="checkbox"
                    checked={addQuestions()}
                    onChange={(event) => change(() => setAddQuestions(event.currentTarget.checked))}
                  />
                  {IMPORT.addQuestions}
                </label>
                <Show when={bare()}>
                  <Notice>
                    {IMPORT.bringCorpus}. {IMPORT.bringWhy}
                  </Notice>
                </Show>
              </Show>
              <Show when={report()}>{(found) => <ImportReport report={found()} workspace={id()} />}</Show>
              <Show when={nothing()}>
                <Notice tone="drift" sign="!">
                  {IMPORT.nothing}
                </Notice>
              </Show>
              <Show when={!kept()}>
                <div class="row">
                  <button type="button" class="btn" disabled={busy()} onClick={() => void run(true)}>
                    {IMPORT.check}
                  </button>
                  <button
                    type="button"
                    class="btn primary"
                    disabled={busy() || readOnly() || nothing()}
                    onClick={() => void run(false)}
                  >
                    {busy() ? IMPORT.importing : IMPORT.import}
                  </button>
                </div>
              </Show>
            </>
          )}
        </Show>
        <Show when={failure()}>{(problem) => <FailureNotice failure={problem()} />}</Show>
      </div>
    </Panel>
  );
};

/** How sure the guess is, behind the name of the format. */
const guessed = ({ guesses }: RunInspection, reader: string): string => {
  const guess = guesses.find((known) => known.reader === reader);
  return guess === undefined ? '' : ` – fits ${percent(guess.confidence, 0)}`;
};

export default ImportPanel;
