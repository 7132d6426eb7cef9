import { For, Show } from 'solid-js';
import type { PrematureResolution } from '../../../domain/category';
import { Chip } from '../../components/chip';
import { LongWords, Words } from '../../components/words';
import { PREMATURE, REGISTER, REGISTER_STATUS } from '../../messages/register';
import { scoreWords } from '../diagnosis/premature';
import type { ItemView } from './register-states';

/** Every item of the register with its note, its reason and its support; resolutions without gold evidence are marked. */
export function RegisterItems(props: {
  items: readonly ItemView[];
  titleOf: (chunk: string) => string;
  /** Where a supporting passage can be read; absent: named only. */
  hrefOf?: (chunk: string) => string | null;
  isGold?: (chunk: string) => boolean;
  premature?: readonly PrematureResolution[];
}) {
  const prematureOf = (id: string) => props.premature?.find((resolution) => resolution.id === id);
  const title = (chunk: string) => (
    <>
      <Words text={props.titleOf(chunk)} /> <code>{chunk}</code>
    </>
  );
  return (
    <ul class="register">
      <For each={props.items}>
        {({ item }) => (
          <li>
            <Chip term={REGISTER_STATUS[item.status]} />
            <div class="flow tight">
              <span>
                <b class="num">{item.id}</b> <LongWords text={item.text} />
              </span>
              <Show when={item.note !== ''}>
                <span class="small muted">
                  <LongWords text={item.note} />
                </span>
              </Show>
              <Show when={item.reason !== ''}>
                <span class="small muted">
                  because <LongWords text={item.reason} />
                </span>
              </Show>
              <Show
                when={item.support.length > 0}
                fallback={
                  <Show when={item.status === 'resolved'}>
                    <span class="small open">{REGISTER.noSupport}</span>
                  </Show>
                }
              >
                <span class="small">
                  {REGISTER.support}{' '}
                  <For each={item.support}>
                    {(chunk, at) => (
                      <>
                        {at() === 0 ? '' : ', '}
                        <Show when={props.hrefOf?.(chunk)} fallback={title(chunk)}>
                          {(href) => <a href={href()}>{title(chunk)}</a>}
                        </Show>
                        <Show when={props.isGold?.(chunk)}>
                          {' '}
                          <b class="gold-mark">{REGISTER.gold}</b>
                        </Show>
                      </>
                    )}
                  </For>
                </span>
              </Show>
              <Show when={prematureOf(item.id)}>
                {(resolution) => (
                  <span class="small">
                    <Chip term={PREMATURE} /> {scoreWords(resolution().score)}
                  </span>
                )}
              </Show>
            </div>
          </li>
        )}
      </For>
    </ul>
  );
}
