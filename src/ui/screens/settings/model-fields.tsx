import { createUniqueId, For, Show } from 'solid-js';
import { PROVIDERS } from '../../../domain/chat-config';
import { PRESETS } from '../../../llm/presets';
import { Segmented } from '../../components/segmented';
import { PROVIDER_NAME, MODEL_WORDS as WORDS } from '../../messages/model-settings';
import { presetOfConfig, withPreset } from '../../state/chat-choice';
import type { ModelDraft } from './model-draft';

const GROUPS = [
  { label: WORDS.services, presets: PRESETS.filter((preset) => !preset.local) },
  { label: WORDS.local, presets: PRESETS.filter((preset) => preset.local) },
];

/** Which endpoint, which model, and how it calls tools. */
export const ModelFields = (props: { draft: ModelDraft }) => {
  const { config, change } = props.draft;
  const names = createUniqueId();
  const preset = () => presetOfConfig(config());
  const offered = () => props.draft.connection()?.models ?? [];
  return (
    <>
      <div class="endpoint">
        <label class="control">
          {WORDS.preset}
          <select
            class="field"
            onChange={(event) => {
              const chosen = PRESETS.find(({ id }) => id === event.currentTarget.value);
              if (chosen !== undefined) change(withPreset(config(), chosen));
            }}
          >
            <option value="" selected={preset() === null}>
              {WORDS.own}
            </option>
            <For each={GROUPS}>
              {(group) => (
                <optgroup label={group.label}>
                  <For each={group.presets}>
                    {({ id, name }) => (
                      <option value={id} selected={preset()?.id === id}>
                        {name}
                      </option>
                    )}
                  </For>
                </optgroup>
              )}
            </For>
          </select>
        </label>
        <label class="control">
          {WORDS.provider}
          <select
            class="field"
            onChange={(event) => {
              const chosen = PROVIDERS.find((id) => id === event.currentTarget.value);
              if (chosen !== undefined) change({ provider: chosen });
            }}
          >
            <For each={PROVIDERS}>
              {(id) => (
                <option value={id} selected={config().provider === id}>
                  {PROVIDER_NAME[id]}
                </option>
              )}
            </For>
          </select>
        </label>
        <label class="control">
          {WORDS.address}
          <input
            class="field"
            type="url"
            inputmode="url"
            autocomplete="off"
            spellcheck={false}
            placeholder={WORDS.addressHint}
            value={config().baseUrl}
            onChange={(event) => change({ baseUrl: event.currentTarget.value.trim() })}
          />
        </label>
        <label class="control">
          {WORDS.model}
          <input
            class="field"
            list={names}
            autocomplete="off"
            spellcheck={false}
            placeholder={WORDS.modelHint}
            value={config().model}
            onChange={(event) => change({ model: event.currentTarget.value.trim() })}
          />
          <datalist id={names}>
            <For each={offered()}>{(name) => <option value={name} />}</For>
          </datalist>
        </label>
      </div>
      <Show when={preset()}>{(chosen) => <p class="small muted">{chosen().hint}</p>}</Show>
      <Show when={offered().length > 0}>
        <p class="small muted">{WORDS.offers(offered().length)}</p>
      </Show>
      <div class="row">
        <span class="small muted">{WORDS.tools}</span>
        <Segmented
          label={WORDS.tools}
          value={config().tools}
          choices={[
            { value: 'native', label: WORDS.native, title: WORDS.nativeWhy },
            { value: 'text', label: WORDS.text, title: WORDS.textWhy },
          ]}
          onChange={(tools) => change({ tools })}
        />
      </div>
    </>
  );
};
