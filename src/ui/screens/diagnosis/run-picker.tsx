import { For, Show } from 'solid-js';
import type { RunRetrieverKind } from '../../../domain/trace';
import type { RunMeta } from '../../../domain/workspace';
import { Segmented } from '../../components/segmented';
import { RETRIEVER, SYSTEM, systemLabel } from '../../messages';
import { interventionLabel, nearestRun, shownRuns } from './runs';

const KINDS: readonly RunRetrieverKind[] = ['bm25', 'vector', 'hybrid', 'external'];

/** System × retriever; when a pair was run more than once, which of them. */
export function RunPicker(props: { runs: RunMeta[]; run: RunMeta; onPick: (run: string) => void }) {
  const shown = () => shownRuns(props.runs);
  const systems = () => {
    const known = Object.keys(SYSTEM);
    const place = (system: string): number => (known.includes(system) ? known.indexOf(system) : known.length);
    return [...new Set(shown().map((run) => run.header.system))].sort((a, b) => place(a) - place(b));
  };
  const has = (system: string, kind: RunRetrieverKind): boolean =>
    shown().some((run) => run.header.system === system && run.header.retriever.kind === kind);
  const pick = (system: string, kind: RunRetrieverKind): void => {
    const run = nearestRun(props.runs, system, kind);
    if (run !== null) props.onPick(run.header.run);
  };
  const system = () => props.run.header.system;
  const kind = () => props.run.header.retriever.kind;
  const twins = () =>
    shown().filter((run) => run.header.system === system() && run.header.retriever.kind === kind());
  return (
    <div class="row">
      <Segmented
        label="System"
        value={system()}
        choices={systems().map((value) => ({
          value,
          label: systemLabel(value),
          title: SYSTEM[value as keyof typeof SYSTEM]?.definition ?? value,
        }))}
        onChange={(value) => pick(value, kind())}
      />
      <Segmented
        label="Retriever"
        value={kind()}
        choices={KINDS.filter((value) => shown().some((run) => run.header.retriever.kind === value)).map(
          (value) => ({
            value,
            label: RETRIEVER[value].label,
            disabled: !has(system(), value),
            title: has(system(), value)
              ? RETRIEVER[value].definition
              : `${systemLabel(system())} has not been run on ${RETRIEVER[value].label}`,
          }),
        )}
        onChange={(value) => pick(system(), value)}
      />
      <Show when={twins().length > 1}>
        <select
          class="field"
          aria-label="Which run of this system and retriever"
          onChange={(event) => props.onPick(event.currentTarget.value)}
        >
          <For each={twins()}>
            {(run) => (
              <option value={run.header.run} selected={run.header.run === props.run.header.run}>
                {interventionLabel(run) === null ? '' : `${interventionLabel(run)} · `}
                {new Date(run.header.started).toLocaleString()}
              </option>
            )}
          </For>
        </select>
      </Show>
    </div>
  );
}
