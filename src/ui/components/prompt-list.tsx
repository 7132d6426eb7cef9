import { For, Show } from 'solid-js';
import { PROMPTS_SHOWN } from '../messages/causes';
import type { ShownPrompt } from './prompt-words';
import './prompt-list.css';

/** Words for a model as they are sent: plain text, each prompt behind its name and version. */
export const PromptList = (props: { prompts: readonly ShownPrompt[] }) => (
  <div class="prompts">
    <For each={props.prompts}>
      {(prompt) => (
        <details>
          <summary>
            <code>{prompt.id}</code> {prompt.title}
          </summary>
          <pre>{prompt.system}</pre>
          <Show when={prompt.examples.length > 0}>
            <h3 class="small">{PROMPTS_SHOWN.examples}</h3>
            <For each={prompt.examples}>
              {(message) => (
                <>
                  <p class="small muted">{message.role}</p>
                  <pre>{message.content}</pre>
                </>
              )}
            </For>
          </Show>
          <For each={prompt.later}>
            {([when, words]) => (
              <>
                <p class="small muted">{PROMPTS_SHOWN.later(when)}</p>
                <pre>{words}</pre>
              </>
            )}
          </For>
        </details>
      )}
    </For>
  </div>
);
