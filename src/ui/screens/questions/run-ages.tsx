import { createMemo, For, Show } from 'solid-js';
import type { RunAge } from '../../../domain/given';
import { FailureNotice, Notice } from '../../components/notice';
import { plural } from '../../format';
import { createLatest } from '../../state/latest';
import { workspace } from '../../state/session';
import { diagnosis } from '../../state/workers';
import { runLabel } from '../diagnosis/runs';
import { ageWords } from './age-words';

/** Which runs asked the questions otherwise than they are now, and what follows from that. */
export function RunAges(props: { onRuns?: boolean }) {
  const ages = createLatest(
    () => {
      const meta = workspace();
      return meta === null || meta.runs.length === 0
        ? null
        : {
            workspace: meta.id,
            set: meta.questions?.hash,
            runs: meta.runs.map(({ header, done }) => [header.run, done]),
          };
    },
    ({ workspace: of }) => diagnosis.ask((api) => api.ages(of)),
  );
  const shown = createMemo(() =>
    (workspace()?.runs ?? []).flatMap((run) => {
      const age: RunAge | undefined = ages.value()?.find((one) => one.run === run.header.run)?.age;
      return age === undefined ? [] : [{ run, age }];
    }),
  );
  return (
    <>
      <Show when={ages.failure()}>
        {(failure) => <FailureNotice failure={failure()} onRetry={ages.again} />}
      </Show>
      <Show when={shown().length > 0}>
        <Notice
          tone="drift"
          sign="!"
          actions={
            <Show when={props.onRuns !== true}>
              <a class="btn tiny" href={`#/w/${workspace()?.id}/runs`}>
                Run again
              </a>
            </Show>
          }
        >
          <details>
            <summary>
              {plural(shown().length, 'run')} asked an older question set. Verdicts follow the labels as they
              are now, from the ranks that were stored; new words have to be asked again.
            </summary>
            <ul class="plain">
              <For each={shown()}>
                {({ run, age }) => (
                  <li>
                    <a href={`#/w/${workspace()?.id}/diagnosis?run=${encodeURIComponent(run.header.run)}`}>
                      {runLabel(run)}
                    </a>
                    : {ageWords(age)}
                  </li>
                )}
              </For>
            </ul>
          </details>
        </Notice>
      </Show>
    </>
  );
}
