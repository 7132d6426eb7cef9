import { useNavigate } from '@solidjs/router';
import { createEffect, createSignal, lazy, Match, Show, Suspense, Switch } from 'solid-js';
import type { Failure } from '../../../domain/outcome';
import type { SourceFile } from '../../../domain/seam';
import { DropZone } from '../../components/drop-zone';
import { FailureNotice } from '../../components/notice';
import { dropped, setDropped } from '../../state/dropped';
import { createWorkspace } from '../../state/session';
import { importWorkspaceFiles, isWorkspaceFile } from '../../state/workspace-file';
import { DemoPanel } from './demo-panel';
import { ImportNotice } from './import-notice';
import { Recent } from './recent';
import './start.css';

// What happens after a drop is not needed for the first paint.
const IntakePanel = lazy(() => import('../../intake/intake-panel'));

/** Drop zone, demo, recent workspaces; what this is in two sentences. */
export const Start = () => {
  const navigate = useNavigate();
  const [chosen, setChosen] = createSignal<SourceFile[] | null>(null);
  // Once begun, the intake stays until it is done or given up, also when it has taken what was dropped on the page.
  const [begun, setBegun] = createSignal(false);
  let picker: HTMLInputElement | undefined;
  const openFiles = async (files: readonly SourceFile[]): Promise<void> => {
    const id = await importWorkspaceFiles(files);
    if (id !== null) navigate(`/w/${id}/diagnosis`);
  };
  /** Workspace files are opened as what they are; the rest is taken in. */
  const take = (files: readonly SourceFile[]): SourceFile[] => {
    const whole = files.filter(isWorkspaceFile);
    if (whole.length > 0) void openFiles(whole);
    return files.filter((file) => !isWorkspaceFile(file));
  };
  const choose = (files: SourceFile[]): void => {
    const others = take(files);
    if (others.length > 0) setChosen(others);
  };
  createEffect(() => {
    const waiting = dropped();
    if (waiting?.some(isWorkspaceFile)) {
      const others = take(waiting);
      setDropped(others.length > 0 ? others : null);
      return;
    }
    if (waiting !== null || chosen() !== null) setBegun(true);
  });
  const [failure, setFailure] = createSignal<Failure | null>(null);
  /** A run can bring its questions and passages along, so it needs no more than a place to be. */
  const importRun = async (): Promise<void> => {
    const made = await createWorkspace('Imported run');
    if (made.ok) navigate(`/w/${made.value.id}/runs`);
    else setFailure(made.error);
  };
  return (
    <main>
      <header class="flow tight">
        <h1 class="finding">Find out why multi-hop questions fail on your own documents.</h1>
        <p class="lede">
          Hopscope searches your documents with BM25, vectors and both, follows every question hop by hop, and
          names where each chain breaks, with the passage, query and rank that show it. Everything is read,
          indexed and searched in this page: no key, no account, no server.
        </p>
      </header>
      <ImportNotice />
      <Switch>
        <Match when={begun()}>
          <Suspense fallback={<div class="panel" aria-busy="true" />}>
            <IntakePanel
              target={null}
              first={chosen() ?? []}
              onCancel={() => {
                setChosen(null);
                setBegun(false);
              }}
              onDone={(id) => navigate(`/w/${id}/corpus?tab=report`)}
            />
          </Suspense>
        </Match>
        <Match when={true}>
          <div class="grid">
            <div class="c8">
              <DropZone label="Drop documents and questions" onFiles={choose}>
                <p class="droptitle">Drop documents and questions here</p>
                <p class="muted">
                  Together or one after the other: text, Markdown, HTML, passage lists, CSV or TSV, BEIR
                  folders, MuSiQue, HotpotQA, 2WikiMultihopQA, IRCoT. Files or whole folders.
                </p>
                <p class="small">
                  <button type="button" class="linklike" onClick={() => setBegun(true)}>
                    Paste a list of questions
                  </button>{' '}
                  or{' '}
                  <button type="button" class="linklike" onClick={() => void importRun()}>
                    import a run of your own system
                  </button>
                  {' · '}
                  <button type="button" class="linklike" onClick={() => picker?.click()}>
                    Open a workspace file
                  </button>
                </p>
              </DropZone>
              <input
                type="file"
                hidden
                accept=".hopscope"
                data-testid="workspace-file"
                aria-label="Workspace file"
                ref={picker}
                onChange={(event) => {
                  const input = event.currentTarget;
                  const files = [...(input.files ?? [])].map((file) => ({ path: file.name, file }));
                  input.value = '';
                  if (files.length > 0) void openFiles(files);
                }}
              />
            </div>
            <div class="c4 flow">
              <DemoPanel />
            </div>
          </div>
        </Match>
      </Switch>
      <Show when={failure()}>{(problem) => <FailureNotice failure={problem()} />}</Show>
      <Show when={!begun()}>
        <Recent />
      </Show>
    </main>
  );
};
