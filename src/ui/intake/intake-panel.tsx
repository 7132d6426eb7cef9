import { createEffect, createSignal, onMount, Show } from 'solid-js';
import { type ChunkingSettings, DEFAULT_CHUNKING } from '../../domain/corpus';
import type { Failure } from '../../domain/outcome';
import type { SourceFile } from '../../domain/seam';
import type { WorkspaceMeta } from '../../domain/workspace';
import { DropZone } from '../components/drop-zone';
import { FailureNotice, Notice } from '../components/notice';
import { Panel } from '../components/panel';
import { Segmented } from '../components/segmented';
import { plural } from '../format';
import { dropped, takeDropped } from '../state/dropped';
import { ingestFiles } from '../state/ingestion';
import { createWorkspace, readOnly, removeWorkspace } from '../state/session';
import { requestPersistence } from '../state/store';
import { ChunkingFields } from './chunking-fields';
import { FoundTable } from './found-table';
import { createIntake, nameOf, needsColumns } from './intake';
import { PasteQuestions } from './paste-questions';
import './intake.css';

const MODES = [
  { value: 'add', label: 'add to what is there' },
  { value: 'replace', label: 'replace it', title: 'Corpus and questions come from these files alone' },
] as const;

/**
 * What was found in the drop, how it will be read, and the one button that reads and indexes it: into a new
 * workspace, or into the one of `target`.
 */
const IntakePanel = (props: {
  first: SourceFile[];
  target: WorkspaceMeta | null;
  onCancel?: () => void;
  onDone: (workspace: string) => void;
}) => {
  const intake = createIntake();
  const [name, setName] = createSignal<string | null>(null);
  const [chunking, setChunking] = createSignal<ChunkingSettings>(
    props.target?.corpus?.chunking ?? DEFAULT_CHUNKING,
  );
  const [mode, setMode] = createSignal<'add' | 'replace'>('add');
  const [failure, setFailure] = createSignal<Failure | null>(null);
  const [busy, setBusy] = createSignal(false);
  onMount(() => {
    if (props.first.length > 0) void intake.add(props.first);
  });
  createEffect(() => {
    if (dropped() === null) return;
    const files = takeDropped();
    if (files !== null) void intake.add(files);
  });
  const suggested = () => nameOf(intake.entries.map((entry) => entry.source.path));
  const accepted = () => intake.accepted();
  const unready = () => intake.entries.filter(needsColumns);

  const read = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    const target = props.target;
    if (target !== null) {
      const outcome = await ingestFiles(target.id, accepted(), chunking(), mode());
      setBusy(false);
      if (outcome.ok) {
        intake.clear();
        props.onDone(target.id);
      } else if (outcome.error.code !== 'cancelled') setFailure(outcome.error);
      return;
    }
    const made = await createWorkspace((name() ?? suggested()).trim() || suggested());
    if (!made.ok) {
      setFailure(made.error);
      setBusy(false);
      return;
    }
    // Asked for at the first moment that there is something to keep; a refusal is shown under Settings.
    void requestPersistence();
    const outcome = await ingestFiles(made.value.id, accepted(), chunking(), 'replace');
    setBusy(false);
    if (outcome.ok) {
      props.onDone(made.value.id);
      return;
    }
    // Nothing was read into it, so an empty workspace would only be litter.
    await removeWorkspace(made.value.id);
    if (outcome.error.code !== 'cancelled') setFailure(outcome.error);
  };

  return (
    <Panel
      title={
        props.target === null || intake.entries.length > 0 ? 'What I found' : 'Add documents or questions'
      }
      why={
        intake.entries.length > 0
          ? 'Each file with the way it will be read. Change what is wrong, then read and index.'
          : 'Whole folders, single files, or a pasted list; each is shown with the way it will be read first.'
      }
      actions={
        <Show when={props.onCancel}>
          <button type="button" class="btn quiet" onClick={() => props.onCancel?.()} disabled={busy()}>
            Start over
          </button>
        </Show>
      }
    >
      <div class="flow">
        <Show when={intake.looking() && intake.entries.length === 0}>
          <p class="muted" role="status">
            Looking at {plural(props.first.length, 'file')} …
          </p>
        </Show>
        <Show when={intake.failure()}>{(problem) => <FailureNotice failure={problem()} />}</Show>
        <Show when={intake.entries.length > 0}>
          <FoundTable intake={intake} />
        </Show>
        <div class="grid">
          <div class="c6">
            <DropZone
              compact
              label="Add more documents or questions"
              onFiles={(files) => void intake.add(files)}
            >
              <span class="muted small">Drop more documents or questions</span>
            </DropZone>
          </div>
          <div class="c6">
            <PasteQuestions action="Add these questions" onQuestions={(file) => void intake.add([file])} />
          </div>
        </div>
        <Show when={intake.hasAny()}>
          <Show when={!intake.gives('corpus') && props.target?.corpus == null}>
            <Notice tone="drift" sign="!">
              No documents among these files. Questions alone can be kept and labelled, but nothing can be
              searched until documents are added.
            </Notice>
          </Show>
          <Show when={!intake.gives('questions') && props.target?.questions == null}>
            <Notice>
              No questions among these files. Documents can be indexed and searched now; questions can be
              added or typed later.
            </Notice>
          </Show>
          <Show when={unready().length > 0}>
            <Notice tone="drift" sign="!">
              Say which column holds the text or the question in{' '}
              {unready()
                .map((entry) => entry.source.path)
                .join(', ')}
              , or leave {unready().length === 1 ? 'it' : 'them'} out.
            </Notice>
          </Show>
          <div class="spread">
            <div class="flow tight">
              <span class="small muted">Chunks</span>
              <ChunkingFields value={chunking()} onChange={setChunking} />
            </div>
            <div class="row">
              <Show
                when={props.target === null}
                fallback={
                  <Segmented
                    label="What happens to what is there"
                    value={mode()}
                    choices={MODES}
                    onChange={setMode}
                  />
                }
              >
                <label class="control">
                  Name of the workspace
                  <input
                    class="field"
                    value={name() ?? suggested()}
                    onInput={(event) => setName(event.currentTarget.value)}
                  />
                </label>
              </Show>
              <button
                type="button"
                class="btn primary at-end"
                disabled={busy() || unready().length > 0 || (props.target !== null && readOnly())}
                onClick={() => void read()}
              >
                {busy() ? 'Reading …' : 'Read and index'}
              </button>
            </div>
          </div>
        </Show>
        <Show when={failure()}>
          {(problem) => <FailureNotice failure={problem()} onRetry={() => void read()} />}
        </Show>
      </div>
    </Panel>
  );
};

export default IntakePanel;
