import { For, Show } from 'solid-js';
import type { RunComparison } from '../../../domain/compare';
import { Notice } from '../../components/notice';
import { plural } from '../../format';
import { AccuracyPanel } from './accuracy-panel';
import { ChangedPanel } from './changed-panel';
import { GroupsPanel, UsagePanel } from './groups-panel';
import { MatrixPanel } from './matrix-panel';
import type { CompareView, SetCompareView } from './view';
import { headline, leftWords } from './words';

export function Body(props: {
  workspace: string;
  comparison: RunComparison;
  view: CompareView;
  set: SetCompareView;
}) {
  const left = () => leftWords(props.comparison);
  return (
    <>
      <section class="flow">
        <h2 class="finding">{headline(props.comparison)}</h2>
        <p class="muted">
          {props.comparison.retriever.sentence}
          <Show when={props.comparison.drift}>
            {(drift) =>
              ` Of ${plural(drift().passages, 'gold passage')}, A missed ${drift().aMissed} that B retrieved, and B missed ${drift().bMissed} that A retrieved.`
            }
          </Show>
        </p>
        <For each={props.comparison.warnings}>{(warning) => <Notice>{warning}</Notice>}</For>
        <Show when={left().length > 0}>
          <p class="small muted">
            {plural(props.comparison.asked, 'question')} were asked in both runs. Not in the paired figures:{' '}
            {left().join('; ')}.
          </p>
        </Show>
      </section>
      <div class="grid">
        <AccuracyPanel comparison={props.comparison} />
        <UsagePanel comparison={props.comparison} />
        <MatrixPanel comparison={props.comparison} view={props.view} set={props.set} />
        <GroupsPanel comparison={props.comparison} />
        <ChangedPanel
          workspace={props.workspace}
          comparison={props.comparison}
          view={props.view}
          set={props.set}
        />
      </div>
    </>
  );
}
