import { createSignal, onMount, Show } from 'solid-js';
import { FailureNotice, Notice } from '../../components/notice';
import { Panel } from '../../components/panel';
import { modelLost as lostWords } from '../../messages/model';
import { FOUND, inUse, MODEL_WORDS as WORDS } from '../../messages/model-settings';
import { originOf, presetOfConfig, sameEndpoint } from '../../state/chat-choice';
import { ensureModel, keptChat, lookForKey, rememberedKey } from '../../state/model';
import { modelLost, modelSet } from '../../state/model-set';
import { KeyMemory } from './key-memory';
import { ModelAdvanced } from './model-advanced';
import { createModelDraft } from './model-draft';
import { ModelFields } from './model-fields';
import './settings.css';

/** The chat model: which endpoint, which model, its key, and what a test says. The key is only ever in its field. */
export const ModelPanel = () => {
  const draft = createModelDraft();
  const [keyTyped, setKeyTyped] = createSignal(false);
  let field: HTMLInputElement | undefined;
  onMount(() => {
    void ensureModel();
    void lookForKey();
  });

  const set = () => modelSet();
  const differs = () =>
    set() !== null && JSON.stringify(set()?.state.config) !== JSON.stringify(draft.config());
  const askKey = () => {
    const kept = keptChat();
    return set() === null && modelLost() === null && kept?.keyGiven && rememberedKey().state === 'none'
      ? originOf(kept.config)
      : null;
  };
  const placeholder = (): string => {
    if (set()?.state.keyGiven) return WORDS.keyKept;
    return presetOfConfig(draft.config())?.needsKey === false ? WORDS.keyNone : '';
  };
  /** Without it the endpoint would be asked in vain, or the key that is given be put aside for none. */
  const keyMissing = (): boolean => {
    const model = set();
    if (keyTyped()) return false;
    // The run worker has it, and uses it for the same endpoint only.
    if (model?.state.keyGiven && sameEndpoint(model.state.config, draft.config())) return false;
    const known = model === null ? keptChat() : model.state;
    const given = known?.keyGiven === true && originOf(known.config) === draft.origin();
    return given || presetOfConfig(draft.config())?.needsKey === true;
  };
  const typed = (): string | null => field?.value.trim() || null;
  const use = async (): Promise<void> => {
    const key = typed();
    // Handed over: whatever comes of it, it is not left in the page.
    if (field !== undefined) field.value = '';
    setKeyTyped(false);
    await draft.use(key);
  };
  return (
    <Panel
      span={12}
      id="model"
      title={WORDS.title}
      why={WORDS.why}
      actions={
        <Show when={set()}>
          {(model) => (
            <button
              type="button"
              class="btn"
              disabled={draft.busy() !== null}
              onClick={() => void (model().state.keyGiven ? draft.forgetKey() : draft.stop())}
            >
              {model().state.keyGiven ? WORDS.forgetKey : WORDS.stop}
            </button>
          )}
        </Show>
      }
    >
      <div class="flow">
        <Show
          when={set()}
          fallback={
            <Show
              when={modelLost()}
              fallback={
                <Show when={askKey()} fallback={<p class="muted">{WORDS.none}</p>}>
                  {(origin) => (
                    <Notice tone="drift" sign="!">
                      {WORDS.askKey(origin())}
                    </Notice>
                  )}
                </Show>
              }
            >
              {(lost) => (
                <Notice tone="drift" sign="!" role="status">
                  {lostWords(lost().state.keyGiven)}
                </Notice>
              )}
            </Show>
          }
        >
          {(model) => (
            <p role="status">
              <b>{inUse(model().state.config.model, model().origin, model().state.keyGiven)}</b>{' '}
              <Show when={differs()}>
                <span class="muted">{WORDS.differs}</span>
              </Show>
            </p>
          )}
        </Show>
        <ModelFields draft={draft} />
        <label class="control key">
          {WORDS.key}
          <input
            ref={(element) => {
              field = element;
            }}
            class="field"
            type="password"
            autocomplete="off"
            spellcheck={false}
            placeholder={placeholder()}
            onInput={(event) => setKeyTyped(event.currentTarget.value !== '')}
          />
        </label>
        <p class="small muted">{WORDS.keyHint}</p>
        <KeyMemory draft={draft} />
        <ModelAdvanced config={draft.config()} onChange={draft.change} />
        <div class="row">
          <button
            type="button"
            class="btn"
            disabled={draft.busy() !== null}
            onClick={() => void draft.test(typed())}
          >
            {draft.busy() === 'testing' ? WORDS.testing : WORDS.test}
          </button>
          <Show when={draft.busy() === 'testing'}>
            <button type="button" class="btn" onClick={() => draft.stopTest()}>
              {WORDS.stopTest}
            </button>
          </Show>
          <button
            type="button"
            class="btn primary"
            disabled={
              draft.busy() !== null || draft.config().model === '' || draft.origin() === null || keyMissing()
            }
            onClick={() => void use()}
          >
            {draft.busy() === 'setting' ? WORDS.using : WORDS.use}
          </button>
        </div>
        <Show when={draft.origin()}>{(origin) => <p class="small muted">{WORDS.sends(origin())}</p>}</Show>
        <Show when={draft.connection()}>
          {(found) => (
            <Notice tone={FOUND[found().state].tone} sign={FOUND[found().state].sign} role="status">
              <b>{FOUND[found().state].label}.</b> {found().message}
            </Notice>
          )}
        </Show>
        <Show when={draft.failure()}>{(problem) => <FailureNotice failure={problem()} />}</Show>
      </div>
    </Panel>
  );
};
