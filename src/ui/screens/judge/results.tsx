import { createSignal, Show } from 'solid-js';
import type { Failure } from '../../../domain/outcome';
import type { WorkspaceMeta } from '../../../domain/workspace';
import { Empty, FailureNotice, Notice } from '../../components/notice';
import { toast } from '../../components/toast';
import { plural } from '../../format';
import { download } from '../../state/files';
import { createLatest } from '../../state/latest';
import { readOnly } from '../../state/session';
import { diagnosis } from '../../state/workers';
import { AgreementPanels } from './agreement';
import type { CheckData } from './data';
import type { SetCheckView } from './view';

/** What the labels say of the judge; labels to take away and to bring back. */
export function Results(props: { data: CheckData; meta: WorkspaceMeta; set: SetCheckView }) {
  const [failure, setFailure] = createSignal<Failure | null>(null);
  const [rejected, setRejected] = createSignal<string[]>([]);
  const agreement = createLatest(
    () => {
      const asked = props.data.request();
      return asked === null ? null : { ...asked, stored: props.data.stored() };
    },
    ({ version: _, stored: __, ...asked }) =>
      diagnosis.ask((api) => api.agreement({ ...asked, with: 'person' })),
  );
  const labels = createLatest(
    () => ({ workspace: props.meta.id, stored: props.data.stored() }),
    ({ workspace }) => diagnosis.ask((api) => api.judgeLabels(workspace)),
  );
  const total = () => labels.value()?.labels.length ?? 0;
  const save = (): void => {
    const value = labels.value();
    if (value !== null)
      download(`${props.meta.name}-judge-labels.json`, JSON.stringify(value, null, 2), 'application/json');
  };
  const bring = async (input: HTMLInputElement): Promise<void> => {
    const file = input.files?.[0];
    if (file === undefined) return;
    const json = await file.text();
    input.value = '';
    const outcome = await diagnosis.ask((api) => api.importLabels({ workspace: props.meta.id, json }));
    if (!outcome.ok) {
      setFailure(outcome.error);
      return;
    }
    setFailure(null);
    setRejected(outcome.value.rejected.map(({ index, reason }) => `entry ${index + 1}: ${reason}`));
    toast(`${plural(outcome.value.added, 'label')} added.`);
    props.data.imported();
  };
  return (
    <div class="flow">
      <div class="row">
        <button type="button" class="btn" disabled={total() === 0} onClick={save}>
          Export {plural(total(), 'label')} (JSON)
        </button>
        <label class="btn" classList={{ disabled: readOnly() }}>
          Import labels
          <input
            type="file"
            accept="application/json,.json"
            class="visually-hidden"
            disabled={readOnly()}
            onChange={(event) => void bring(event.currentTarget)}
          />
        </label>
        <span class="small muted">
          Labels name the passages that were read, so they hold for any run, k and judge.
        </span>
      </div>
      <Show when={failure() ?? agreement.failure() ?? labels.failure()}>
        {(problem) => (
          <FailureNotice
            failure={problem()}
            onRetry={() => {
              setFailure(null);
              agreement.again();
              labels.again();
            }}
          />
        )}
      </Show>
      <Show when={rejected().length > 0}>
        <Notice tone="drift" sign="!" onDismiss={() => setRejected([])}>
          {plural(rejected().length, 'entry', 'entries')} could not be taken:{' '}
          {rejected().slice(0, 3).join('; ')}
        </Notice>
      </Show>
      <Show when={agreement.value()}>
        {(value) => (
          <Show
            when={value().n > 0}
            fallback={
              <Empty
                level={2}
                title="Nothing to compare yet"
                actions={
                  <button type="button" class="btn primary" onClick={() => props.set({ tab: 'label' })}>
                    Label some hops
                  </button>
                }
              >
                {value().left.unsure + value().left.notScored === 0
                  ? 'No hop of this workspace is labelled. Twenty labels give a first impression, a hundred a figure to quote.'
                  : `${plural(value().left.unsure, 'label')} unsure, ${value().left.notScored} without a score of this judge.`}
              </Empty>
            }
          >
            <AgreementPanels agreement={value()} other="you" questionHref={props.data.questionHref} />
          </Show>
        )}
      </Show>
    </div>
  );
}
