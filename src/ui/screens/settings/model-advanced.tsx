import { Show } from 'solid-js';
import type { ChatConfig } from '../../../domain/chat-config';
import { mostCalls } from '../../../llm/limiter';
import { MODEL_WORDS as WORDS } from '../../messages/model-settings';
import { bounded, LIMITS } from '../../state/chat-choice';
import { PriceFields } from './price-table';

const Whole = (props: {
  label: string;
  of: { min: number; max: number };
  value: number;
  onChange: (value: number) => void;
}) => (
  <label class="control">
    {props.label}
    <input
      class="field narrow num"
      type="number"
      min={props.of.min}
      max={props.of.max}
      value={props.value}
      onChange={(event) => {
        const value = bounded(event.currentTarget.valueAsNumber, props.of, props.value);
        event.currentTarget.value = String(value);
        props.onChange(value);
      }}
    />
  </label>
);

/** What most people leave as it is: how many calls, how long, which seed, at what price. */
export const ModelAdvanced = (props: {
  config: ChatConfig;
  onChange: (change: Partial<ChatConfig>) => void;
}) => (
  <details>
    <summary class="small">{WORDS.advanced}</summary>
    <div class="flow advanced">
      <div class="row">
        <Whole
          label={WORDS.concurrency}
          of={LIMITS.concurrency}
          value={props.config.concurrency}
          onChange={(concurrency) => props.onChange({ concurrency })}
        />
        <Whole
          label={WORDS.trySeconds}
          of={LIMITS.trySeconds}
          value={props.config.tryTimeoutMs / 1000}
          onChange={(seconds) => props.onChange({ tryTimeoutMs: seconds * 1000 })}
        />
        <Whole
          label={WORDS.totalSeconds}
          of={LIMITS.totalSeconds}
          value={props.config.totalMs / 1000}
          onChange={(seconds) => props.onChange({ totalMs: seconds * 1000 })}
        />
        <Whole
          label={WORDS.maxTries}
          of={LIMITS.maxTries}
          value={props.config.maxTries}
          onChange={(maxTries) => props.onChange({ maxTries })}
        />
        <label class="control">
          {WORDS.seed}
          <input
            class="field narrow num"
            type="number"
            step="1"
            placeholder={WORDS.seedNone}
            value={props.config.seed ?? ''}
            onChange={(event) => {
              const typed = event.currentTarget.valueAsNumber;
              props.onChange({ seed: Number.isSafeInteger(typed) ? typed : null });
            }}
          />
        </label>
      </div>
      <Show when={mostCalls(props.config.baseUrl, props.config.concurrency) < props.config.concurrency}>
        <p class="small muted">{WORDS.callsOverHttp}</p>
      </Show>
      <PriceFields value={props.config.prices} onChange={(prices) => props.onChange({ prices })} />
    </div>
  </details>
);
