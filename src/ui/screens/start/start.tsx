import { useNavigate } from '@solidjs/router';
import { createEffect, createSignal, lazy, Match, Show, Suspense, Switch } from 'solid-js';
import type { Failure } from '../../../domain/outcome';
import type { SourceFile } from '../../../domain/seam';
import { DropZone } from '../../components/drop-zone';
import { FailureNotice } from '../../components/notice';
import { dropped } from '../../state/dropped';
import { createWorkspace } from '../../state/session';
import { DemoPanel } from './demo-panel';
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
  createEffect(() => {
    if (dropped() !== null || chosen() !== null) setBegun(true);
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
              <DropZone label="Drop documents and questions" onFiles={setChosen}>
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
                </p>
              </DropZone>
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
