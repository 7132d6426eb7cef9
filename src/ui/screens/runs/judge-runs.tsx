import { createSignal, For, Show } from 'solid-js';
import { STORED_DEPTH } from '../../../domain/retriever';
import type { RunMeta } from '../../../domain/workspace';
import { FailureNotice } from '../../components/notice';
import { Panel } from '../../components/panel';
import { ProgressBar } from '../../components/progress';
import { count, plural } from '../../format';
import { canCancel, cancelJob, canPause, jobsOf, pauseJob, resumeJob } from '../../state/jobs';
import { classifierState, depthOf, judgeable, judgeFailure, judgeRuns, lastTally } from '../../state/judging';
import { readOnly, workspace } from '../../state/session';
import { RunChecks } from './run-checks';

const DEPTHS = [5, 10, 20, STORED_DEPTH];

/** Scores what finished runs retrieved: which runs, how deep, how far it is, and what it came to. */
export const JudgeRuns = () => {
  const id = () => workspace()?.id ?? '';
  const runs = (): RunMeta[] => judgeable(workspace()?.runs ?? []);
  const [left, setLeft] = createSignal<readonly string[]>([]);
  const [depth, setDepth] = createSignal<number | null>(null);
  const chosen = () => runs().filter((run) => !left().includes(run.header.run));
  const deep = () => depth() ?? depthOf(runs());
  const depths = () => [...new Set([...DEPTHS, depthOf(runs())])].sort((a, b) => a - b);
  const job = () => jobsOf(id(), 'judge')[0] ?? null;
  const tally = () => (lastTally()?.workspace === id() ? (lastTally()?.tally ?? null) : null);
  const start = (): void => void judgeRuns(chosen(), deep());
  return (
    <Show when={runs().length > 0}>
      <Panel
        title="Judge fact presence"
        why="The judge reads each sub-question with the passages retrieved up to its hop and says whether one of them states the fact. A pair is scored once and kept; stopping loses nothing."
        actions={
          <button
            type="button"
            class="btn primary"
            disabled={chosen().length === 0 || job() !== null || readOnly()}
            onClick={start}
          >
            {job() === null ? `Judge ${plural(chosen().length, 'run')}` : 'Judging …'}
          </button>
        }
      >
        <div class="flow tight">
          <Show when={job() === null && judgeFailure()}>
            {(problem) => <FailureNotice failure={problem()} onRetry={start} />}
          </Show>
          <div class="row">
            <label class="row small">
              To rank
              <select class="field" onChange={(event) => setDepth(Number(event.currentTarget.value))}>
                <For each={depths()}>
                  {(value) => (
                    <option value={value} selected={value === deep()}>
                      {value} of each search
                    </option>
                  )}
                </For>
              </select>
            </label>
            <span class="small muted">
              deeper takes longer and lets k grow in the view
              {classifierState() === null ? '' : `; judge: ${classifierState()?.judge.label}`}
            </span>
          </div>
          <RunChecks runs={runs()} left={left()} onChange={setLeft} />
          <Show when={job()}>
            {(live) => (
              <ProgressBar
                title={live().title}
                label="Judging of these runs"
                progress={live().progress}
                paused={live().paused}
                onPause={canPause(live()) ? () => void pauseJob(live().id) : undefined}
                onResume={canPause(live()) ? () => void resumeJob(live().id) : undefined}
                onCancel={
                  canCancel(live()) && !live().cancelling ? () => void cancelJob(live().id) : undefined
                }
              />
            )}
          </Show>
          <Show when={tally()}>
            {(sum) => (
              <div class="small num" role="status">
                <b>{plural(sum().pairs, 'pair')}</b> needed · {count(sum().scored)} scored now ·{' '}
                {count(sum().inconclusive)} inconclusive ·{' '}
                <span classList={{ strong: sum().errored > 0 }}>{count(sum().errored)} errored</span>
                <Show when={sum().messages.length > 0}>
                  <ul class="tally muted">
                    <For each={sum().messages}>{(message) => <li>{message}</li>}</For>
                  </ul>
                </Show>
              </div>
            )}
          </Show>
        </div>
      </Panel>
    </Show>
  );
};
