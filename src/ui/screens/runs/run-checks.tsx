import { For } from 'solid-js';
import type { RunMeta } from '../../../domain/workspace';
import { count, plural } from '../../format';
import { runLabel } from '../diagnosis/runs';

/** All runs unless some are left out, behind a line that says how many. */
export const RunChecks = (props: {
  runs: readonly RunMeta[];
  /** Ids of runs that are not meant. */
  left: readonly string[];
  onChange: (left: string[]) => void;
}) => {
  const chosen = () => props.runs.filter((run) => !props.left.includes(run.header.run)).length;
  return (
    <details>
      <summary class="small">
        {chosen() === props.runs.length
          ? `All ${plural(props.runs.length, 'run')}`
          : `${count(chosen())} of ${plural(props.runs.length, 'run')}`}
      </summary>
      <div class="picks">
        <For each={props.runs}>
          {(run) => (
            <label class="check small">
              <input
                type="checkbox"
                checked={!props.left.includes(run.header.run)}
                onChange={(event) =>
                  props.onChange(
                    event.currentTarget.checked
                      ? props.left.filter((name) => name !== run.header.run)
                      : [...props.left, run.header.run],
                  )
                }
              />
              {runLabel(run)}
            </label>
          )}
        </For>
      </div>
    </details>
  );
};
