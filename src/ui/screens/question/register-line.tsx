import { For, Show } from 'solid-js';
import { Chip } from '../../components/chip';
import { LongWords } from '../../components/words';
import { changesOf, REGISTER, REGISTER_STATUS } from '../../messages/register';
import { RegisterItems } from './register-items';
import type { RegisterState } from './register-states';

/** One update of the register: what changed and why, what was refused, what telling it cost; the whole of it on demand. */
export function RegisterLine(props: { state: RegisterState; titleOf: (chunk: string) => string }) {
  const changed = () => props.state.items.filter((view) => view.changed);
  return (
    <div class="what">
      <span>
        register: {REGISTER.state(props.state.open, props.state.items.length)}
        <Show when={props.state.active}>{(active) => <>, {active()} active</>}</Show>
      </span>
      <ul class="register-changes">
        <For each={changed()} fallback={<li class="small muted">{REGISTER.nothingChanged}</li>}>
          {(view) => (
            <li>
              <Chip plain term={REGISTER_STATUS[view.item.status]} label={view.item.id} />{' '}
              <LongWords text={view.item.text} />
              <span class="small muted">
                {' '}
                <LongWords text={changesOf(view.before, view.item).join('; ')} />
              </span>
            </li>
          )}
        </For>
        <For each={props.state.violations}>
          {(violation) => (
            <li class="small open">
              ✗ <LongWords text={REGISTER.violation(violation.item, violation.message)} />{' '}
              <code>{violation.rule}</code>
            </li>
          )}
        </For>
      </ul>
      <span class="small muted">{REGISTER.told(props.state.tokens)}</span>
      <details class="small">
        <summary>{REGISTER.whole(props.state.items.length)}</summary>
        <RegisterItems items={props.state.items} titleOf={props.titleOf} />
      </details>
    </div>
  );
}
