import { type JSX, Show } from 'solid-js';
import { FailureNotice, Notice } from '../../components/notice';
import { MODEL_WORDS as WORDS } from '../../messages/model-settings';
import { baseOf } from '../../state/chat-choice';
import { rememberedKey } from '../../state/model';
import { modelSet } from '../../state/model-set';
import type { ModelDraft } from './model-draft';

/** A passphrase leaves its field with the click or with Enter, and is handed on to the worker alone. */
const PassphraseField = (props: {
  label: string;
  button: string;
  busy: boolean;
  onGiven: (passphrase: string) => void;
  children?: JSX.Element;
}) => {
  let field: HTMLInputElement | undefined;
  const give = (): void => {
    const passphrase = field?.value ?? '';
    if (field !== undefined) field.value = '';
    if (passphrase !== '' && !props.busy) props.onGiven(passphrase);
  };
  return (
    <div class="row">
      <label class="control">
        {props.label}
        <input
          ref={(element) => {
            field = element;
          }}
          class="field"
          type="password"
          autocomplete="off"
          spellcheck={false}
          onKeyDown={(event) => event.key === 'Enter' && give()}
        />
      </label>
      <button type="button" class="btn" disabled={props.busy} onClick={give}>
        {props.button}
      </button>
      {props.children}
    </div>
  );
};

/** Remembering the key on this device, unlocking the one that is remembered, forgetting it. */
export const KeyMemory = (props: { draft: ModelDraft }) => {
  const { draft } = props;
  const kept = () => {
    const found = rememberedKey();
    return found.state === 'kept' ? found : null;
  };
  const broken = () => {
    const found = rememberedKey();
    return found.state === 'broken' ? found.failure : null;
  };
  const isOf = (config: Parameters<typeof baseOf>[0] | undefined): boolean =>
    config !== undefined && kept()?.provider === config.provider && kept()?.base === baseOf(config);
  const given = () => modelSet()?.state.keyGiven === true;
  const Forget = () => (
    <button type="button" class="btn" disabled={draft.busy() !== null} onClick={() => void draft.forgetKey()}>
      {WORDS.forgetRemembered}
    </button>
  );
  return (
    <>
      <Show when={broken()}>
        {(failure) => (
          <>
            <FailureNotice failure={failure()} />
            <div class="row">
              <Forget />
            </div>
          </>
        )}
      </Show>
      <Show when={kept()}>
        {(key) => (
          <Show
            when={!given() && isOf(draft.config())}
            fallback={
              <p class="small row">
                <span>{WORDS.remembered(key().base)}</span>
                <Show when={!isOf(modelSet()?.state.config)}>
                  <Forget />
                </Show>
              </p>
            }
          >
            <Notice tone="drift" sign="!" role="status">
              <div class="flow tight">
                <span>{WORDS.locked(key().base)}</span>
                <PassphraseField
                  label={WORDS.passphrase}
                  button={draft.busy() === 'unlocking' ? WORDS.unlocking : WORDS.unlock}
                  busy={draft.busy() !== null || draft.config().model === ''}
                  onGiven={(passphrase) => void draft.unlock(passphrase)}
                >
                  <Forget />
                </PassphraseField>
              </div>
            </Notice>
          </Show>
        )}
      </Show>
      <Show when={given() && !isOf(modelSet()?.state.config)}>
        <details>
          <summary class="small">{WORDS.remember}</summary>
          <div class="flow tight">
            <p class="small muted">{WORDS.rememberWhy}</p>
            <PassphraseField
              label={WORDS.passphrase}
              button={draft.busy() === 'remembering' ? WORDS.remembering : WORDS.rememberDo}
              busy={draft.busy() !== null}
              onGiven={(passphrase) => void draft.remember(passphrase)}
            />
          </div>
        </details>
      </Show>
    </>
  );
};
