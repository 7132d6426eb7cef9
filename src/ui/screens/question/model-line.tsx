import { createSignal, For, Show } from 'solid-js';
import { LongWords, Words } from '../../components/words';
import { MODEL, OPENED } from '../../messages/trace';
import type { StepOf } from './steps';

/** Characters of a message before it is opened: an agent is told whole passages. */
const SHOWN = 3000;

/** The model was asked: what for, with which words, at what cost; the words themselves on demand, as plain text. */
export function ModelLine(props: { step: StepOf<'llm'> }) {
  const [open, setOpen] = createSignal(false);
  const hasTexts = () => props.step.asked !== undefined || props.step.reply !== undefined;
  return (
    <div class="what">
      <span>
        model: <Words text={props.step.purpose} /> <span class="muted">{MODEL.calls(props.step.calls)}</span>
      </span>
      <span class="small muted">
        <code>{props.step.prompt}</code> · {MODEL.facts(props.step)}
      </span>
      <Show when={props.step.truncated}>
        <span class="small open">⚠ {MODEL.truncated}</span>
      </Show>
      <Show when={hasTexts()} fallback={<span class="small faint">{MODEL.noTexts}</span>}>
        <details class="small" onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>{MODEL.disclose}</summary>
          <Show when={open()}>
            <dl class="said">
              <For each={props.step.asked ?? []}>
                {(message) => (
                  <>
                    <dt>
                      {message.role}, {MODEL.asked}
                    </dt>
                    <dd dir="auto">
                      <LongWords text={message.content} limit={SHOWN} />
                    </dd>
                  </>
                )}
              </For>
              <dt>{MODEL.replied}</dt>
              <dd dir="auto">
                <LongWords text={props.step.reply || MODEL.noReply} limit={SHOWN} />
              </dd>
            </dl>
          </Show>
        </details>
      </Show>
    </div>
  );
}

/** Chunks that an agent read in full, and ids that it was refused. */
export function OpenLine(props: { step: StepOf<'open'>; titleOf: (chunk: string) => string }) {
  return (
    <div class="what">
      <span>{props.step.chunks.length === 0 ? OPENED.nothing : OPENED.read(props.step.chunks.length)}</span>
      <For each={props.step.chunks}>
        {(chunk) => (
          <span class="small muted">
            <Words text={props.titleOf(chunk)} /> <code>{chunk}</code>
          </span>
        )}
      </For>
      <Show when={props.step.unknown.length > 0}>
        <span class="small open">⚠ {OPENED.unknown(props.step.unknown)}</span>
      </Show>
    </div>
  );
}
