import { createSignal, Show } from 'solid-js';
import type { Failure } from '../../../domain/outcome';
import type { RunMeta } from '../../../domain/workspace';
import { ActionTable, createRemoval } from '../../components/action-table';
import { Chip } from '../../components/chip';
import { FailureNotice, Notice } from '../../components/notice';
import { Panel } from '../../components/panel';
import { Term } from '../../components/term';
import { ago, count, percent, plural } from '../../format';
import { INTERVENTION, POLICY, RETRIEVER, RUN_STATE, SYSTEM, systemLabel } from '../../messages';
import { sourceLine } from '../../messages/imported-runs';
import { modelLabel, modelName } from '../../messages/model';
import { ABLATION } from '../../messages/planner';
import { jobsOf } from '../../state/jobs';
import { removeRun, resumeRuns } from '../../state/runs';
import { readOnly, workspace } from '../../state/session';
import { labelUse } from '../diagnosis/runs';
import { RunAges } from '../questions/run-ages';

const isSystem = (system: string): system is keyof typeof SYSTEM => system in SYSTEM;

const nameOf = (meta: RunMeta): string =>
  `the run ${systemLabel(meta.header.system)} on ${RETRIEVER[meta.header.retriever.kind].label}`;

/** Every run of the workspace with its state; interrupted ones can go on, finished ones lead to their diagnosis. */
export const RunList = () => {
  const [failure, setFailure] = createSignal<Failure | null>(null);
  const id = () => workspace()?.id ?? '';
  const live = () => jobsOf(id(), 'run').length > 0;
  const removal = createRemoval<RunMeta>({
    key: (meta) => meta.header.run,
    what: (meta) =>
      `The run ${systemLabel(meta.header.system)} on ${RETRIEVER[meta.header.retriever.kind].label}`,
    act: removeRun,
    onFailure: setFailure,
  });
  const runs = () =>
    removal.shown(workspace()?.runs ?? []).sort((a, b) => b.header.started.localeCompare(a.header.started));
  const open = () =>
    runs().filter(
      (meta) => !meta.header.imported && ['interrupted', 'cancelled', 'paused'].includes(meta.state),
    );
  const isStale = (meta: RunMeta): boolean => meta.header.retriever.corpus !== workspace()?.corpus?.hash;
  const stale = () => runs().filter(isStale);
  const resume = async (chosen: RunMeta[]): Promise<void> => {
    setFailure(null);
    const outcome = await resumeRuns(chosen);
    if (!outcome.ok && outcome.error.code !== 'cancelled') setFailure(outcome.error);
  };
  return (
    <Show when={runs().length > 0}>
      <Panel
        title={plural(runs().length, 'run')}
        why="Each keeps its searches; what is derived from them is computed when looking."
        actions={
          <Show when={open().length > 1 && !live()}>
            <button type="button" class="btn" disabled={readOnly()} onClick={() => void resume(open())}>
              Resume all {open().length}
            </button>
          </Show>
        }
      >
        <div class="flow">
          <Show when={failure()}>{(problem) => <FailureNotice failure={problem()} />}</Show>
          <Show when={stale().length > 0}>
            <Notice tone="drift" sign="!">
              {plural(stale().length, 'run')} searched an earlier state of the corpus. Their verdicts refer to
              it; run again to judge the present one.
            </Notice>
          </Show>
          <RunAges onRuns />
          <ActionTable<RunMeta>
            label="Runs"
            rows={runs()}
            columns={[
              { head: 'System', cell: (meta) => <SystemCell meta={meta} /> },
              { head: 'Retriever', cell: (meta) => <RetrieverCell meta={meta} stale={isStale(meta)} /> },
              { head: 'k', right: true, cell: (meta) => meta.header.parameters.k },
              { head: 'State', cell: (meta) => <Chip term={RUN_STATE[meta.state]} /> },
              {
                head: 'Questions',
                right: true,
                class: 'nowrap',
                cell: (meta) => <DoneCell meta={meta} />,
              },
              {
                head: 'Errors',
                right: true,
                cell: (meta) => (
                  <Show when={meta.errors > 0} fallback={<span class="faint">0</span>}>
                    <b class="toned tone-total">{count(meta.errors)}</b>
                  </Show>
                ),
              },
              {
                head: 'Started',
                class: 'muted nowrap',
                cell: (meta) => (
                  <span title={meta.header.started}>{ago(meta.header.started, Date.now())}</span>
                ),
              },
            ]}
            actions={(meta) => (
              <>
                <Show when={meta.done > 0}>
                  <a
                    class="btn tiny"
                    href={`#/w/${id()}/diagnosis?run=${encodeURIComponent(meta.header.run)}`}
                  >
                    Diagnosis
                  </a>
                </Show>
                <Show when={open().includes(meta) && !live()}>
                  <button
                    type="button"
                    class="btn tiny"
                    disabled={readOnly()}
                    onClick={() => void resume([meta])}
                  >
                    Resume
                  </button>
                </Show>
              </>
            )}
            remove={{
              name: nameOf,
              disabled: (meta) => readOnly() || meta.state === 'running',
              run: removal.remove,
            }}
          />
        </div>
      </Panel>
    </Show>
  );
};

function SystemCell(props: { meta: RunMeta }) {
  const system = () => props.meta.header.system;
  const intervention = () => props.meta.header.parameters.intervention;
  return (
    <>
      <b>
        <Show when={isSystem(system()) && SYSTEM[system() as keyof typeof SYSTEM]} fallback={system()}>
          {(term) => <Term term={term()} />}
        </Show>
      </b>
      <Show when={intervention()}>
        {(done) => (
          <div class="small">
            <Term term={INTERVENTION[done().kind]} />, <Term term={POLICY[done().policy]} />
          </div>
        )}
      </Show>
      <Show when={props.meta.header.parameters.ablation}>
        {(ablation) => (
          <div class="small">
            <Term term={ABLATION[ablation()]} />
          </div>
        )}
      </Show>
      <Show when={props.meta.header.model}>
        {(model) => (
          <div class="small muted" title={modelLabel(model())}>
            {modelName(model())}
          </div>
        )}
      </Show>
      <Show when={props.meta.header.source}>
        {(source) => (
          <div class="small muted" title={sourceLine(source())}>
            imported from {source().file}
          </div>
        )}
      </Show>
      <Show when={labelUse(system())}>{(words) => <div class="small faint">{words()}</div>}</Show>
    </>
  );
}

function RetrieverCell(props: { meta: RunMeta; stale: boolean }) {
  return (
    <span title={`retriever identity ${props.meta.header.retriever.id}`}>
      {RETRIEVER[props.meta.header.retriever.kind].label}
      <Show when={props.stale}>
        <span class="small muted"> (earlier corpus)</span>
      </Show>
    </span>
  );
}

function DoneCell(props: { meta: RunMeta }) {
  return (
    <>
      {count(props.meta.done)}
      <Show when={props.meta.done !== props.meta.total}>
        <span class="muted">
          {' '}
          of {count(props.meta.total)} (
          {percent(props.meta.total === 0 ? null : props.meta.done / props.meta.total, 0)})
        </span>
      </Show>
    </>
  );
}
