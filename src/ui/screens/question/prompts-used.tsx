import { For, Show } from 'solid-js';
import type { QuestionEvent } from '../../../domain/trace';
import { Panel } from '../../components/panel';
import { PromptList } from '../../components/prompt-list';
import { promptsNamed } from '../../components/prompt-words';
import { PROMPTS_SHOWN } from '../../messages/causes';

/** The prompts that the run used for this question, by the ids in its trace. */
export function PromptsUsed(props: { events: readonly QuestionEvent[] }) {
  const named = () =>
    promptsNamed(props.events.flatMap((event) => (event.event === 'llm' ? [event.prompt] : [])));
  return (
    <Show when={named().length > 0}>
      <Panel title={PROMPTS_SHOWN.title}>
        <PromptList prompts={named().flatMap(({ prompt }) => prompt ?? [])} />
        <For each={named().filter(({ prompt }) => prompt === null)}>
          {({ id }) => <p class="small muted">{PROMPTS_SHOWN.gone(id)}</p>}
        </For>
      </Panel>
    </Show>
  );
}
