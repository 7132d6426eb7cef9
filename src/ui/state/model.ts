/**
 * Choosing the chat model. The key goes from its field to the run worker and is kept there alone, unless a person has it
 * remembered, encrypted; this browser keeps the rest of the choice, so that a model without a key is set again by itself.
 */
import { createSignal } from 'solid-js';
import type { ChatConfig, Connection, ProviderId } from '../../domain/chat-config';
import { type Failure, type Outcome, ok } from '../../domain/outcome';
import type { ModelState } from '../../domain/seam';
import { readKeyRecord } from '../../llm/key-vault';
import { attempt } from '../../seam/outcome';
import { KEY_RECORD } from '../../workspace/settings';
import { originOf, presetOfConfig, readStoredChat, type StoredChat } from './chat-choice';
import { noteModel } from './model-set';
import { preferences, setPreferences } from './preferences';
import { readSetting } from './store';
import { run } from './workers';

/** The choice that this browser keeps; null: none was made, or none that can be read. */
export const keptChat = (): StoredChat | null => readStoredChat(preferences().chat);

const note = (state: ModelState | null): void => {
  const origin = state === null ? null : originOf(state.config);
  noteModel(state === null || origin === null ? null : { state, origin });
};

/** What is set is shown, and kept for the next visit without its key. */
const keep = (outcome: Outcome<ModelState>): Outcome<ModelState> => {
  if (outcome.ok) {
    note(outcome.value);
    const { config, keyGiven } = outcome.value;
    setPreferences({ chat: { config, keyGiven } satisfies StoredChat });
  }
  return outcome;
};

type Remembered =
  | { state: 'none' }
  | { state: 'kept'; provider: ProviderId; base: string }
  /** Something is kept that cannot be read. */
  | { state: 'broken'; failure: Failure };

/** Hands the model to the run worker. `key` is not kept here, whatever becomes of the call; null: the one
 * that was given for this endpoint. */
export const setModel = async (config: ChatConfig, key: string | null): Promise<Outcome<ModelState>> =>
  keep(await run.ask((api) => api.setModel(config, key)));

/** The same with the key that is remembered on this device. `passphrase` is not kept here either. */
export const unlockModel = async (config: ChatConfig, passphrase: string): Promise<Outcome<ModelState>> =>
  keep(await run.ask((api) => api.unlockKey(config, passphrase)));

export const testModel = (
  config: ChatConfig,
  key: string | null,
  job: string,
): Promise<Outcome<Connection>> => run.ask((api) => api.testModel(config, key, job));

export const stopTest = (job: string): Promise<void> => run.tell((api) => api.cancel(job));

const [rememberedKey, setRemembered] = createSignal<Remembered>({ state: 'none' });

export {
  /** Whose key this device keeps, encrypted. */
  rememberedKey,
};

/** Looks at what is kept. Without a worker: the endpoint stands in the clear beside the encrypted key. */
export const lookForKey = async (): Promise<void> => {
  const found = await attempt(async () => readKeyRecord(await readSetting(KEY_RECORD)));
  if (!found.ok) setRemembered({ state: 'broken', failure: found.error });
  else
    setRemembered(
      found.value === null
        ? { state: 'none' }
        : { state: 'kept', provider: found.value.provider, base: found.value.base },
    );
};

export const rememberKey = async (passphrase: string): Promise<Outcome<void>> => {
  const outcome = await run.ask((api) => api.rememberKey(passphrase));
  await lookForKey();
  return outcome;
};

/**
 * The key is gone from memory and disk. An endpoint that can do without one stays set; one that cannot is no model any
 * more, and its choice is kept so that a key can be typed for it.
 */
export const forgetKey = async (): Promise<Outcome<unknown>> => {
  const outcome = await run.ask((api) => api.forgetKey());
  await lookForKey();
  if (!outcome.ok || outcome.value === null) return outcome;
  if (presetOfConfig(outcome.value.config)?.needsKey === true) {
    const forgotten = await run.ask((api) => api.forgetModel());
    if (forgotten.ok) noteModel(null);
    return forgotten;
  }
  return keep({ ok: true, value: outcome.value });
};

/** No model is used any more: for one without a key, whose choice is then all there is to forget. */
export const forgetModel = async (): Promise<Outcome<void>> => {
  const outcome = await run.ask((api) => api.forgetModel());
  if (outcome.ok) {
    noteModel(null);
    setPreferences({ chat: null });
  }
  return outcome;
};

const find = async (): Promise<Outcome<ModelState | null>> => {
  const kept = keptChat();
  // A worker that is not there has no model, and is not begun to be asked for one.
  if (kept === null && !run.running) return ok(null);
  const known = await run.ask((api) => api.model());
  if (!known.ok || known.value !== null || kept === null || kept.keyGiven) {
    // A model that was lost stays so: to forget that here would be to say that none was ever set.
    if (known.ok && known.value !== null) note(known.value);
    return known;
  }
  return setModel(kept.config, '');
};

let finding: Promise<Outcome<ModelState | null>> | null = null;

/** The model that is set; one that needs no key is set again after a reload, or after the worker was lost. */
export const ensureModel = (): Promise<Outcome<ModelState | null>> => {
  finding ??= find().finally(() => {
    finding = null;
  });
  return finding;
};
