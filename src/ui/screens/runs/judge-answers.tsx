import { createSignal, For, Show } from 'solid-js';
import type { AnswerTally } from '../../../domain/seam';
import type { RunMeta } from '../../../domain/workspace';
import { Chip } from '../../components/chip';
import { FailureNotice } from '../../components/notice';
import { Panel } from '../../components/panel';
import { ProgressBar } from '../../components/progress';
import { count, plural } from '../../format';
import { ANSWER_VERDICT, ANSWERS_WORDS as WORDS } from '../../messages/answers';
import { OFFLINE_RUNS } from '../../messages/egress';
import { sentByJudging } from '../../messages/model';
import { answersFailure, judgeAnswers, lastAnswers } from '../../state/answer-judging';
import { offline } from '../../state/egress';
import { canCancel, cancelJob, jobsOf } from '../../state/jobs';
import { modelSet } from '../../state/model-set';
import { readOnly, workspace } from '../../state/session';
import { answerRuns, tallyRows } from './answer-runs';
import { RunChecks } from './run-checks';

/** Has the language model say of finished runs which answers are right; needs one, and says where text goes. */
export const JudgeAnswers = () => {
  const id = () => workspace()?.id ?? '';
  const runs = (): RunMeta[] => answerRuns(workspace()?.runs ?? []);
  const [left, setLeft] = createSignal<readonly string[]>([]);
  const [limit, setLimit] = createSignal<number | null>(null);
  const chosen = () => runs().filter((run) => !left().includes(run.header.run));
  const job = () => jobsOf(id(), 'answers')[0] ?? null;
  const tally = () => (lastAnswers()?.workspace === id() ? (lastAnswers()?.tally ?? null) : null);
  const start = (): void => void judgeAnswers(chosen(), limit());
  return (
    <Show when={runs().length > 0}>
      <Panel
        title={WORDS.title}
        why={WORDS.why}
        actions={
          <button
            type="button"
            class="btn primary"
            disabled={
              chosen().length === 0 || job() !== null || readOnly() || modelSet() === null || offline()
            }
            onClick={start}
          >
            {job() === null ? WORDS.start(plural(chosen().length, 'run')) : WORDS.going}
          </button>
        }
      >
        <div class="flow tight">
          <Show when={job() === null && answersFailure()}>
            {(problem) => <FailureNotice failure={problem()} onRetry={start} />}
          </Show>
          <Show
            when={modelSet()}
            fallback={
              <p class="small">
                {WORDS.none} <a href="#/settings">{WORDS.settings}</a>
              </p>
            }
          >
            {(model) => (
              <>
                <p class="small muted">{sentByJudging(model().origin)}</p>
                <label class="row small muted">
                  {WORDS.limit(model().state.config.prices.currency)}
                  <input
                    class="field narrow num"
                    type="number"
                    min="0"
                    step="any"
                    placeholder={WORDS.noLimit}
                    value={limit() ?? ''}
                    onChange={(event) => {
                      const typed = event.currentTarget.valueAsNumber;
                      setLimit(Number.isFinite(typed) && typed > 0 ? typed : null);
                    }}
                  />
                </label>
              </>
            )}
          </Show>
          <Show when={offline()}>
            <p class="small">{OFFLINE_RUNS}</p>
          </Show>
          <RunChecks runs={runs()} left={left()} onChange={setLeft} />
          <Show when={job()}>
            {(live) => (
              <ProgressBar
                title={live().title}
                label={WORDS.label}
                progress={live().progress}
                paused={live().paused}
                onCancel={
                  canCancel(live()) && !live().cancelling ? () => void cancelJob(live().id) : undefined
                }
              />
            )}
          </Show>
          <Show when={tally()}>{(sum) => <Tally sum={sum()} />}</Show>
        </div>
      </Panel>
    </Show>
  );
};

function Tally(props: { sum: AnswerTally }) {
  return (
    <div class="small num flow tight" role="status">
      <div class="row">
        <span>
          <b>{count(props.sum.answers)}</b> {WORDS.answers}
        </span>
        <For each={tallyRows(props.sum)}>
          {({ verdict, count: n }) => (
            <span class="nowrap">
              <Chip term={ANSWER_VERDICT[verdict]} /> {count(n)}
            </span>
          )}
        </For>
        <span class="muted">
          {count(props.sum.known)} {WORDS.known}
        </span>
      </div>
      <Show when={props.sum.messages.length > 0}>
        <ul class="tally muted">
          <For each={props.sum.messages}>{(message) => <li>{message}</li>}</For>
        </ul>
      </Show>
    </div>
  );
}
