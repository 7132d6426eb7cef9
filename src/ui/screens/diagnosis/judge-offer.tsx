import { Show } from 'solid-js';
import type { RunMeta } from '../../../domain/workspace';
import { FailureNotice } from '../../components/notice';
import { jobsOf } from '../../state/jobs';
import { judgeFailure, judgeRuns } from '../../state/judging';
import { readOnly, workspace } from '../../state/session';

/** One click to a judged run; says so while the judge is at work, and why when it could not. */
export function JudgeOffer(props: { runs: RunMeta[]; depth: number; label: string; primary?: boolean }) {
  const busy = () => jobsOf(workspace()?.id ?? '', 'judge').length > 0;
  const start = (): void => void judgeRuns(props.runs, props.depth);
  return (
    <>
      <button
        type="button"
        class="btn"
        classList={{ primary: props.primary === true, tiny: props.primary !== true }}
        disabled={busy() || readOnly()}
        onClick={start}
      >
        {busy() ? 'Judging …' : props.label}
      </button>
      <Show when={!busy() && judgeFailure()}>
        {(problem) => <FailureNotice failure={problem()} onRetry={start} />}
      </Show>
    </>
  );
}
