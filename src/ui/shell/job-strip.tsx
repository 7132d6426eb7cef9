import { createEffect, createMemo, createSignal, For, onCleanup, Show } from 'solid-js';
import type { Failure } from '../../domain/outcome';
import { FailureNotice, Notice } from '../components/notice';
import { ProgressBar } from '../components/progress';
import { count, plural } from '../format';
import { canCancel, cancelJob, canPause, type JobView, jobs, pauseJob, resumeJob } from '../state/jobs';
import { resumeJudging } from '../state/judging';
import { forgetPlan, interruptedRuns, resumePlan, unbegunRuns } from '../state/runs';
import { continueVectors, ensureIndex, index, indexFailure, vectorsStopped } from '../state/search-index';
import { workspace } from '../state/session';

/** Under 300 ms nothing needs a bar, and a bar that flashes is noise. */
const SHOW_AFTER_MS = 300;

/** Every running job, on every screen. */
export const JobStrip = () => {
  const [now, setNow] = createSignal(performance.now());
  const clock = setInterval(() => jobs.length > 0 && setNow(performance.now()), 150);
  onCleanup(() => clearInterval(clock));
  createEffect(() => void resumeJudging());
  const visible = () => jobs.filter((job) => now() - job.started >= SHOW_AFTER_MS);
  const stopped = () => (vectorsStopped() ? (index()?.vectors ?? null) : null);
  const [resumeFailure, setResumeFailure] = createSignal<Failure | null>(null);
  const halfWay = createMemo(() => interruptedRuns().length);
  const unbegun = createMemo(() => unbegunRuns().length);
  /** "1 run stopped half-way and 5 were not begun." */
  const leftWords = () => {
    const [half, none] = [halfWay(), unbegun()];
    const were = none === 1 ? 'was not begun' : 'were not begun';
    if (none === 0) return `${plural(half, 'run')} stopped half-way.`;
    return half === 0
      ? `${plural(none, 'run')} ${were}.`
      : `${plural(half, 'run')} stopped half-way and ${count(none)} ${were}.`;
  };
  const forget = async (): Promise<void> => {
    const outcome = await forgetPlan(workspace()?.id ?? '');
    setResumeFailure(outcome.ok ? null : outcome.error);
  };
  const resume = async (): Promise<void> => {
    setResumeFailure(null);
    const outcome = await resumePlan();
    setResumeFailure(outcome.ok || outcome.error.code === 'cancelled' ? null : outcome.error);
  };
  const anything = () =>
    visible().length > 0 ||
    indexFailure() !== null ||
    stopped() !== null ||
    halfWay() + unbegun() > 0 ||
    resumeFailure() !== null;
  const controls = (job: JobView) => ({
    onPause: canPause(job) ? () => void pauseJob(job.id) : undefined,
    onResume: canPause(job) ? () => void resumeJob(job.id) : undefined,
    onCancel: canCancel(job) && !job.cancelling ? () => void cancelJob(job.id) : undefined,
  });
  return (
    <Show when={anything()}>
      <section class="strip" aria-label="Running jobs">
        <For each={visible()}>
          {(job) => (
            <ProgressBar
              title={job.title}
              label={job.title}
              progress={job.progress}
              paused={job.paused}
              {...controls(job)}
            />
          )}
        </For>
        <Show when={indexFailure()}>
          {(failure) => <FailureNotice failure={failure()} onRetry={() => void ensureIndex()} />}
        </Show>
        <Show when={halfWay() + unbegun() > 0}>
          <Notice
            tone="drift"
            sign="◑"
            actions={
              <>
                <button type="button" class="btn tiny" onClick={() => void resume()}>
                  Resume
                </button>
                <Show when={unbegun() > 0}>
                  <button type="button" class="btn quiet tiny" onClick={() => void forget()}>
                    Do not make {unbegun() === 1 ? 'it' : 'them'}
                  </button>
                </Show>
              </>
            }
          >
            {leftWords()} Resuming asks nothing twice.
          </Notice>
        </Show>
        <Show when={resumeFailure()}>
          {(failure) => <FailureNotice failure={failure()} onRetry={() => void resume()} />}
        </Show>
        <Show when={stopped()}>
          {(vectors) => (
            <Notice
              sign="‖"
              actions={
                <button type="button" class="btn tiny" onClick={() => void continueVectors()}>
                  Continue
                </button>
              }
            >
              {/* Before the model is loaded nobody knows which vectors fit it, and 0 would read as lost. */}
              <Show
                when={vectors().encoder !== null}
                fallback="Vectors are stopped; those that were made are kept."
              >
                Vectors stopped at {count(vectors().done)} of {count(vectors().total)}.
              </Show>{' '}
              BM25 works; vector and hybrid wait for the rest.
            </Notice>
          )}
        </Show>
      </section>
    </Show>
  );
};
