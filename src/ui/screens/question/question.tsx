import { useNavigate, useParams } from '@solidjs/router';
import { createMemo, onCleanup, onMount, Show } from 'solid-js';
import type { WorkspaceMeta } from '../../../domain/workspace';
import { CopyButton } from '../../components/copy';
import { Empty, FailureNotice } from '../../components/notice';
import { count } from '../../format';
import { RUN_GOES_ON } from '../../messages/causes';
import { workspace } from '../../state/session';
import { formatView, useView } from '../../state/url';
import { runOf } from '../diagnosis/runs';
import { VIEW } from '../diagnosis/view';
import { createQuestionData } from './data';
import './question.css';
import { Body } from './body';
import { QUESTION_VIEW } from './view';

const decoded = (id: string): string => {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
};

export default function QuestionScreen() {
  return <Show when={workspace()}>{(meta) => <Screen meta={meta()} />}</Show>;
}

function Screen(props: { meta: WorkspaceMeta }) {
  const params = useParams();
  const navigate = useNavigate();
  const [view, set] = useView(QUESTION_VIEW);
  const id = () => decoded(params.question ?? '');
  const run = createMemo(() => runOf(props.meta.runs, view.run));
  const k = () => (view.k === 0 ? (run()?.header.parameters.k ?? 1) : view.k);
  const data = createQuestionData(() => props.meta, run, id, k, view);
  const base = () => `/w/${props.meta.id}`;
  const listHref = () => `${base()}/diagnosis${formatView(VIEW, view)}`;
  const neighbour = (step: 1 | -1): string | null => {
    const row = data.rows()[data.place() + step];
    return row === undefined || data.place() === -1
      ? null
      : `${base()}/question/${encodeURIComponent(row.id)}${formatView(VIEW, view)}`;
  };
  const onKey = (event: KeyboardEvent): void => {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.closest('input, textarea, select, [contenteditable]') !== null) return;
    const step = event.key === 'j' ? 1 : event.key === 'k' ? -1 : null;
    const href = step === null ? null : neighbour(step);
    if (href !== null) {
      event.preventDefault();
      navigate(href);
    }
  };
  onMount(() => document.addEventListener('keydown', onKey));
  onCleanup(() => document.removeEventListener('keydown', onKey));
  return (
    <main aria-busy={data.stale()}>
      <Show
        when={run()}
        fallback={
          <Empty
            title="This question has not been run yet"
            actions={
              <a class="btn primary" href={`#${base()}/runs`}>
                Go to Runs
              </a>
            }
          >
            A chain shows what a run retrieved for each hop. Start the probes first; they need no key.
          </Empty>
        }
      >
        {(current) => (
          <>
            <nav class="row small muted question-nav" aria-label="Questions of the list">
              <a href={`#${listHref()}`}>
                ← {data.rows().length > 0 ? `${count(data.rows().length)} questions` : 'Diagnosis'}
              </a>
              <Show when={data.place() >= 0}>
                <span class="num">
                  {count(data.place() + 1)} of {count(data.rows().length)}
                </span>
              </Show>
              <Show when={neighbour(-1)}>
                {(href) => (
                  <a href={`#${href()}`}>
                    <kbd>k</kbd> previous
                  </a>
                )}
              </Show>
              <Show when={neighbour(1)}>
                {(href) => (
                  <a href={`#${href()}`}>
                    <kbd>j</kbd> next
                  </a>
                )}
              </Show>
              <span class="grow" />
              <CopyButton text={() => location.href} label="Copy link" done="Link copied" />
            </nav>
            <Show when={data.failure()}>
              {(failure) => (
                <Show
                  when={failure().code === 'not-found' && current().state === 'running'}
                  fallback={<FailureNotice failure={failure()} onRetry={data.again} />}
                >
                  <Empty level={2} title={RUN_GOES_ON.title}>
                    {RUN_GOES_ON.text(current().done, current().total)}
                  </Empty>
                </Show>
              )}
            </Show>
            <Show
              when={data.current()}
              fallback={
                <Show when={data.failure() === null}>
                  <p class="muted" role="status">
                    Reading the run…
                  </p>
                </Show>
              }
            >
              {(diagnosis) => (
                <Show when={data.chain()}>
                  {(chain) => (
                    <Body
                      meta={props.meta}
                      run={current()}
                      diagnosis={diagnosis()}
                      chain={chain()}
                      chunks={data.chunks}
                      said={data.said()}
                      k={k()}
                      view={view}
                      set={set}
                    />
                  )}
                </Show>
              )}
            </Show>
          </>
        )}
      </Show>
    </main>
  );
}
