import { For, Show } from 'solid-js';
import { AGENTS, LLM_SYSTEMS, PROBES, READERS, SYSTEM_IDS, type SystemId } from '../../../domain/seam';
import { SYSTEM } from '../../messages';
import { GROUP, NEEDS_MODEL, type SystemGroup } from '../../messages/planner';
import { labelUse } from '../diagnosis/runs';
import { Picks } from './picks';

const COLUMNS: readonly (readonly { group: SystemGroup; systems: readonly SystemId[]; asks: boolean }[])[] = [
  [
    { group: 'probes', systems: PROBES, asks: false },
    { group: 'readers', systems: READERS, asks: false },
  ],
  [
    { group: 'llm', systems: LLM_SYSTEMS, asks: true },
    { group: 'agents', systems: AGENTS, asks: true },
  ],
];

/** What somebody should know before trusting the figures of a system. */
const noteOf = (system: SystemId): string | null => {
  const use = labelUse(system);
  return use === null ? null : `It ${use}.`;
};

/** The systems in groups, in the order of what they need. */
export const SystemPicks = (props: {
  chosen: readonly SystemId[];
  /** A language model is set. */
  model: boolean;
  onChange: (chosen: SystemId[]) => void;
}) => (
  <div class="grid">
    <For each={COLUMNS}>
      {(groups) => (
        <div class="c6 flow">
          <For each={groups}>
            {({ group, systems, asks }) => (
              <Picks
                legend={GROUP[group].title}
                why={GROUP[group].why}
                values={systems}
                terms={SYSTEM}
                chosen={props.chosen}
                note={noteOf}
                closed={asks && !props.model}
                onChange={(chosen) =>
                  props.onChange(
                    SYSTEM_IDS.filter((system) =>
                      (systems.includes(system) ? chosen : props.chosen).includes(system),
                    ),
                  )
                }
              >
                <Show when={asks && !props.model}>
                  <p class="small">
                    {NEEDS_MODEL} <a href="#/settings">Choose one in Settings</a>
                  </p>
                </Show>
              </Picks>
            )}
          </For>
        </div>
      )}
    </For>
  </div>
);
