import { lazy, Show, Suspense } from 'solid-js';
import { questionCount } from '../../../domain/workspace';
import { Empty } from '../../components/notice';
import { hasDocuments, workspace } from '../../state/session';
import { JudgeAnswers } from './judge-answers';
import { JudgeRuns } from './judge-runs';
import { RunList } from './run-list';
import { RunPlanner } from './run-planner';

const ImportPanel = lazy(() => import('./import-panel'));

/** Choose what to run, see how much it is, watch it, and find earlier runs. */
const Runs = () => {
  const meta = () => workspace();
  const kept = () => questionCount(meta()?.questions ?? null);
  const base = () => `#/w/${meta()?.id}`;
  return (
    <main>
      <header class="flow tight">
        <h1 class="title">Runs</h1>
        <p class="lede">
          A run asks every question of one system over one retriever and keeps each search with its ranks to
          depth 50. The probes show what this retrieval finds, and what it would find if it were asked better;
          the readers answer from what they find, with the small model that comes with the app; the rest asks
          a language model of your own choice.
        </p>
      </header>
      <Show
        when={hasDocuments(meta()) && kept() > 0}
        fallback={
          <Empty
            title={hasDocuments(meta()) ? 'No questions yet' : 'No documents yet'}
            actions={
              <>
                <Show when={!hasDocuments(meta())}>
                  <a class="btn primary" href={`${base()}/corpus?tab=add`}>
                    Add documents
                  </a>
                </Show>
                <Show when={kept() === 0}>
                  <a class="btn" href={`${base()}/questions`}>
                    Add questions
                  </a>
                </Show>
              </>
            }
          >
            A run needs documents to search and questions to ask. One that was made elsewhere can bring both:
            see below.
          </Empty>
        }
      >
        <RunPlanner />
      </Show>
      <Suspense fallback={<p class="muted">Loading …</p>}>
        <ImportPanel />
      </Suspense>
      <JudgeRuns />
      <JudgeAnswers />
      <RunList />
    </main>
  );
};

export default Runs;
